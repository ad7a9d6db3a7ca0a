import { type PaymentState, paymentStates } from '@regie/contract/payments.ts'
import { expect, test } from 'vitest'
import { afterClick, afterNews, isSettled, mayExpire, mayOpenBank } from './payment-status.ts'

const atBank = { isBackFromBank: false, isLinkOver: false }

test.each<[PaymentState, PaymentState]>([
  ['created', 'link_clicked'],
  ['link_clicked', 'link_clicked'],
  ['bank_opened', 'bank_opened'],
  ['in_progress', 'in_progress'],
  ['paid', 'paid'],
  ['expired', 'expired'],
  ['canceled', 'canceled'],
])('opening the page of a link that is %s leaves it %s', (before, after) => {
  expect(afterClick(before)).toBe(after)
})

test('paid wins over every state', () => {
  expect(paymentStates.map((state) => afterNews(state, { ...atBank, status: 'paid', isLinkOver: true }))).toEqual(
    paymentStates.map(() => 'paid'),
  )
})

test('nothing takes a payment back', () => {
  const later = ['open', 'pending', 'canceled', 'expired', 'failed'] as const
  expect(later.map((status) => afterNews('paid', { ...atBank, status }))).toEqual(later.map(() => 'paid'))
})

test('a failed or expired attempt gives the link back', () => {
  expect(afterNews('bank_opened', { ...atBank, status: 'failed' })).toBe('link_clicked')
  expect(afterNews('in_progress', { ...atBank, status: 'expired' })).toBe('link_clicked')
})

test('a failed attempt on a link past its date ends the link', () => {
  expect(afterNews('in_progress', { ...atBank, status: 'failed', isLinkOver: true })).toBe('expired')
  expect(afterNews('bank_opened', { ...atBank, status: 'canceled', isLinkOver: true })).toBe('expired')
})

test('a payer who is still at the bank is not back yet', () => {
  expect(afterNews('bank_opened', { ...atBank, status: 'open' })).toBe('bank_opened')
  expect(afterNews('bank_opened', { ...atBank, status: 'open', isBackFromBank: true })).toBe('in_progress')
  expect(afterNews('bank_opened', { ...atBank, status: 'pending' })).toBe('in_progress')
})

test('the bank opens for who has not paid and is not being settled', () => {
  expect(paymentStates.filter(mayOpenBank)).toEqual(['created', 'link_clicked', 'bank_opened', 'canceled'])
})

test('only the bank can end a payment that it has in hand', () => {
  const now = new Date('2027-01-10T12:00:00Z')
  expect(paymentStates.filter((state) => mayExpire(state, new Date('2027-01-10T11:41:00Z'), now))).toEqual([
    'created',
    'link_clicked',
    'canceled',
  ])
  expect(mayExpire('bank_opened', new Date('2027-01-10T11:40:00Z'), now)).toBe(true)
})

test('open and pending are not the last word', () => {
  expect((['open', 'pending', 'paid', 'canceled', 'expired', 'failed'] as const).filter(isSettled)).toEqual([
    'paid',
    'canceled',
    'expired',
    'failed',
  ])
})
