import { expect, test } from 'vitest'
import { nextOfPlan } from './next-of-plan.ts'

const part = (due: string, amountCents: number) => ({
  ...{ due, amountCents, state: 'open' as const, askedAt: null, movedFrom: null, lateAfter: null },
})
const plan = { parts: [part('2027-01-31', 3738), part('2027-02-28', 3737), part('2027-03-31', 3737)] }

test('of a plan of which nothing came in the first instalment is next', () => {
  expect(nextOfPlan(plan, 11_212)).toEqual({ due: '2027-01-31', cents: 3738, left: 3 })
})

test('what came in covers the instalments in their order, also a part of one', () => {
  expect(nextOfPlan(plan, 10_212)).toEqual({ due: '2027-01-31', cents: 2738, left: 3 })
  expect(nextOfPlan(plan, 7474)).toEqual({ due: '2027-02-28', cents: 3737, left: 2 })
  expect(nextOfPlan(plan, 5000)).toEqual({ due: '2027-02-28', cents: 1263, left: 2 })
})

test('of a plan of which two of three came in early one is to come', () => {
  expect(nextOfPlan(plan, 3737)).toEqual({ due: '2027-03-31', cents: 3737, left: 1 })
})

test('nothing is next when all is in', () => {
  expect(nextOfPlan(plan, 0)).toBeNull()
})

test('of one that was missed and may still be paid, the new last day is named', () => {
  const [first, ...others] = plan.parts
  const parts = [{ ...(first ?? part('', 0)), lateAfter: '2027-02-07' }, ...others]
  expect(nextOfPlan({ parts }, 11_212)).toMatchObject({ due: '2027-02-07', cents: 3738 })
})
