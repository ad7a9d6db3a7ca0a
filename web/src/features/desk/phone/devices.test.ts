import { expect, test } from 'vitest'
import { loudness, micFault } from './devices.ts'
import { isOwnCall, secondsLeft } from './phone.ts'

test('why there is no microphone has a word for each cause', () => {
  const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'TypeError']
  expect(names.map((name) => micFault(new DOMException('', name)))).toEqual(['refused', 'none', 'inUse', 'failed'])
  expect(micFault(new Error('x'))).toBe('failed')
})

test('silence is nothing, and the loudest sound is one', () => {
  expect(loudness(new Uint8Array(100).fill(128))).toBe(0)
  expect(loudness(Uint8Array.from({ length: 100 }, (_none, at) => (at % 2) * 255))).toBe(1)
  expect(loudness(new Uint8Array())).toBe(0)
})

test('a call that waits for its page, or was made by hand, is picked up by itself; one of a queue is not', () => {
  expect(isOwnCall({ leftAt: '2026-06-03T08:00:00.000Z', queue: 'Incasso' })).toBe(true)
  expect(isOwnCall({ leftAt: null, queue: null })).toBe(true)
  expect(isOwnCall({ leftAt: null, queue: 'Incasso' })).toBe(false)
  expect(isOwnCall(null)).toBe(false)
  expect(secondsLeft('2026-06-03T08:00:00.000Z', Date.parse('2026-06-03T08:00:12.500Z'))).toBe(18)
  expect(secondsLeft('2026-06-03T08:00:00.000Z', Date.parse('2026-06-03T08:01:00.000Z'))).toBe(0)
})
