import { expect, test } from 'vitest'
import { kindName, kindOf } from './kind-of.ts'

test('who says to have paid is a kind of its own; what else a payer chose stays a dispute, by its name', () => {
  const paid = { kind: 'dispute', reason: 'paid' } as const
  const amount = { kind: 'dispute', reason: 'amount' } as const
  const written = { kind: 'dispute', reason: null } as const
  expect([paid, amount, written, { kind: 'complaint', reason: null } as const].map(kindOf)).toEqual([
    'paid',
    'dispute',
    'dispute',
    'complaint',
  ])
  const names = [paid, amount, written].map((one) => kindName(((key: string) => key) as never, one))
  expect(names).toEqual([
    'arrangements.complaints.reasons.paid',
    'arrangements.complaints.reasons.amount',
    'arrangements.complaints.dispute',
  ])
})
