import { expect, test } from 'vitest'
import { afterClose, pauseAfter } from './after-close.ts'

test('a number that was scanned connects anew at once; one that nobody scanned waits to be asked', () => {
  expect(afterClose(515, true, 0)).toEqual({ next: 'again', afterMs: 0, reason: null })
  expect(afterClose(408, false, 0)).toEqual({ next: 'ask', reason: 'codesOver', forget: true })
  for (const code of [428, 503, 515, 500]) expect(afterClose(code, false, 0)).toMatchObject({ next: 'ask', reason: 'unreachable' })
})

test('what WhatsApp takes back is forgotten; who is replaced keeps their keys and waits', () => {
  expect([401, 403, 411, 500].map((code) => afterClose(code, true, 3))).toEqual(
    ['loggedOut', 'forbidden', 'outdated', 'badSession'].map((reason) => ({ next: 'ask', reason, forget: true })),
  )
  expect(afterClose(440, true, 0)).toEqual({ next: 'ask', reason: 'replaced', forget: false })
})

test('a broken connection is tried again ever more slowly, five minutes apart at most', () => {
  expect([408, 428, 503, 599].map((code) => afterClose(code, true, 1))).toEqual(
    Array(4).fill({ next: 'again', afterMs: 4_000, reason: 'unreachable' }),
  )
  expect([0, 1, 7, 8, 1_000].map(pauseAfter)).toEqual([2_000, 4_000, 256_000, 300_000, 300_000])
})
