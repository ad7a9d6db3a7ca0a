import type { AuditRow } from '@regie/contract/audit.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { needTexts } from '../../locales/locale-store.ts'
import { shellFiles } from '../../locales/start-files.ts'
import { changesOf, changeText, fieldText } from './audit-values.ts'

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'nl', setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  await needTexts([...shellFiles, 'arrangements', 'audit'])
})

const line = (entity: string, before: AuditRow['before'], after: AuditRow['after'], names = {}) => ({ entity, before, after, names })
const words = (...of: Parameters<typeof line>) => changesOf(line(...of)).map((change) => changeText(change).replaceAll('\u00a0', ' '))

test('a change says its values in words: a choice, an amount in its currency, a day, what was empty', () => {
  expect(words('case', { status: 'open', result: null }, { status: 'closed', result: 'BET' })).toEqual([
    'resultaat: Betaald',
    'status: Open → Gesloten',
  ])
  expect(words('case', { outstanding_cents: 12_345 }, { outstanding_cents: 900, currency: 'USD' })[0]).toMatch(
    /^vordering: .*123,45 → .*9,00$/,
  )
  expect(words('promise', { state: 'open' }, { state: 'broken' })).toEqual(['stand: Loopt → Verbroken'])
  expect(words('case', { expires_on: null }, { expires_on: '2025-03-01' })).toEqual(['vervalt op: 1 mrt 2025'])
  expect(words('user', { locked: false, email: 'x' }, { locked: true, email: null })).toEqual(['vergrendeld: nee → ja', 'e-mail: x → –'])
})

test('a new thing says what it holds, without its number, its maker and what stayed empty', () => {
  const callback = {
    id: 9,
    case_id: 12,
    created_at: '2025-03-01T09:00:00+00:00',
    by_user: 'tess',
    note: 'Na vijf uur',
    state: 'open',
    channel: null,
  }
  expect(words('callback', null, callback)).toEqual(['stand: Open', 'notitie: Na vijf uur'])
})

test('what holds fields of its own reads as their names and values; a number of a thing as its name', () => {
  expect(words('case', { fields: {} }, { fields: { city: 'Ede', postcode: '' } })).toEqual(['gegevens: plaats: Ede'])
  const script = line('batch', null, { script_id: 4 }, { 'script:4': 'Telecom' })
  expect(fieldText(script, 'script_id', 4)).toBe('Telecom')
  expect(fieldText(line('batch', null, null), 'script_id', 5)).toBe('5')
})

test('hours say their days, and a chat channel who is in it', () => {
  expect(words('webChat', null, { hours: [{ start: '08:00', end: '22:00', weekdays: [1, 2, 3, 4, 5] }] })).toEqual([
    'tijden: van: 08:00, tot: 22:00, weekdagen: ma–vr',
  ])
  expect(words('chatChannel', null, { kind: 'direct' })).toEqual(["soort: tussen twee collega's"])
})

test('a word that the product does not know stays as it was written', () => {
  expect(words('case', null, { result: 'EIGEN', status: 'open' })).toEqual(['resultaat: EIGEN', 'status: Open'])
  expect(words('case', null, { result: 'toString' })).toEqual(['resultaat: toString'])
})
