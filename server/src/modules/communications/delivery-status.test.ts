import { expect, test } from 'vitest'
import { laterDelivery, shownState } from './delivery-status.ts'

test.each([
  [null, 'delivered', 'delivered'],
  ['delivered', 'read', 'read'],
  ['read', 'delivered', null],
  ['read', 'read', null],
  ['delivered', 'failed', null],
  ['read', 'failed', null],
  [null, 'failed', 'failed'],
  ['failed', 'delivered', 'delivered'],
  [null, 'voicemail', 'voicemail'],
  ['answered', 'unanswered', null],
] as const)('%s and then %s: %s', (known, news, expected) => {
  expect(laterDelivery(known, news)).toBe(expected)
})

test.each([
  ['queued', null, 'waiting'],
  ['claimed', null, 'waiting'],
  ['started', null, 'started'],
  ['sent', null, 'sent'],
  ['sent', 'read', 'read'],
  ['refused', null, 'failed'],
  ['unknown', null, 'unknown'],
  ['cancelled', null, 'cancelled'],
] as const)('a message that is %s with news %s shows %s', (state, delivery, expected) => {
  expect(shownState(state, delivery)).toBe(expected)
})
