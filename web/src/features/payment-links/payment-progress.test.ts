import { expect, test } from 'vitest'
import type { PaymentState } from '@regie/contract/payments.ts'
import { paymentProgress } from './payment-progress.ts'

const at = '2026-11-21T10:00:00.000Z'
const seen = (...states: PaymentState[]) => states.map((state) => ({ state, at }))
const places = (state: PaymentState, ...states: PaymentState[]) =>
  paymentProgress({ state, events: seen(...states), markedBy: null }).map((step) => step.place)

test('a new link has no step behind it', () => {
  expect(places('created')).toEqual(['ahead', 'ahead', 'ahead', 'ahead'])
})

test('at the bank: clicked is done, the bank is where one is', () => {
  expect(places('bank_opened', 'link_clicked', 'bank_opened')).toEqual(['done', 'current', 'ahead', 'ahead'])
})

test('paid without a word of "under way" is done all the same', () => {
  expect(places('paid', 'link_clicked', 'bank_opened', 'paid')).toEqual(['done', 'done', 'done', 'done'])
})

test('a failed payment goes back to clicked', () => {
  expect(places('link_clicked', 'link_clicked', 'bank_opened')).toEqual(['current', 'ahead', 'ahead', 'ahead'])
})

test('an expired link shows how far its payer had come', () => {
  expect(places('expired', 'link_clicked', 'expired')).toEqual(['current', 'ahead', 'ahead', 'ahead'])
})

test('an ended link of which the mark as paid was taken back shows only what its payer did', () => {
  expect(places('expired', 'paid', 'created', 'expired')).toEqual(['ahead', 'ahead', 'ahead', 'ahead'])
  expect(places('expired', 'link_clicked', 'paid', 'link_clicked', 'expired')).toEqual(['current', 'ahead', 'ahead', 'ahead'])
})

test('a link that was restored was opened the first time', () => {
  const later = { state: 'link_clicked' as const, at: '2026-11-22T10:00:00.000Z' }
  const [first] = paymentProgress({ state: 'link_clicked', events: [...seen('link_clicked', 'expired'), later], markedBy: null })
  expect(first?.at).toBe(at)
})

test('of a link that staff marked as paid, what nobody did by it is not done', () => {
  const events = seen('link_clicked', 'paid')
  expect(paymentProgress({ state: 'paid', events, markedBy: 'ada' }).map(({ place }) => place)).toEqual(['done', 'ahead', 'ahead', 'done'])
})
