import { expect, test } from 'vitest'
import { maskField } from './masks.ts'

test.each([
  ['a phone', '+31612345678', { type: 'phone' }, '+316••••••78'],
  ['what the script hides', 'NL91ABNA0417164300', { type: 'iban', mask: 'all' }, '••••••••••••'],
  ['all but the last four', 'NL91ABNA0417164300', { type: 'iban', mask: 'last4' }, '••••4300'],
  ['a short one has no last four', '123', { type: 'text', mask: 'last4' }, '•••'],
  ['what is not hidden', 'Utrecht', { type: 'text', mask: 'none' }, 'Utrecht'],
  ['a field that the script no longer has', 'x', undefined, 'x'],
] as const)('%s', (_name, value, field, shown) => expect(maskField(value, field)).toBe(shown))
