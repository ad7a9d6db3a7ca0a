import { expect, test } from 'vitest'
import { repeatKey } from './repeat-keys.ts'

test('a request without an answer keeps its key; after an answer the same words are a new request', () => {
  const first = repeatKey('/api/cases', '{"a":1}')
  expect(repeatKey('/api/cases', '{"a":1}').key).toBe(first.key)
  expect(repeatKey('/api/cases', '{"a":2}').key).not.toBe(first.key)
  first.forget()
  expect(repeatKey('/api/cases', '{"a":1}').key).not.toBe(first.key)
})
