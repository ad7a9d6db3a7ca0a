import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { rest } from './rest.ts'

test('resting leaves nothing behind, and ends at once when stopped', async () => {
  const stopping = new AbortController()
  await Promise.all(Array.from({ length: 50 }, () => rest(1, stopping.signal)))
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0)
  const long = rest(60_000, stopping.signal)
  stopping.abort()
  await long
  await rest(60_000, stopping.signal)
})
