import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StatutoryRate } from '../statutory-rates.ts'
import { type ClaimFacts, rateKindOf, statutoryClaim } from './statutory-claim.ts'

const rates: StatutoryRate[] = [
  { kind: 'consumer', validFrom: '2024-01-01', hundredths: 700 },
  { kind: 'consumer', validFrom: '2025-01-01', hundredths: 600 },
  { kind: 'trade', validFrom: '2024-01-01', hundredths: 1250 },
]
const facts: ClaimFacts = {
  principalCents: 1_000_00,
  dueOn: '2024-12-31',
  kind: 'consumer',
  askedCostsCents: 0,
  paidBeforeCents: 0,
  payments: [],
  until: '2025-12-31',
}
const claimOf = (changed: Partial<ClaimFacts>) => statutoryClaim({ ...facts, ...changed }, rates)

test('a year of six percent over € 1.000 is € 60', () => {
  const { interest, openCents } = claimOf({})
  expect(interest).toEqual({
    cents: 60_00,
    periods: [{ from: '2025-01-01', to: '2025-12-31', hundredths: 600, baseCents: 1_000_00, cents: 60_00 }],
  })
  expect(openCents).toBe(1_060_00)
})

test('a leap year has 366 days of it', () => {
  expect(claimOf({ dueOn: '2023-12-31', until: '2024-12-31' }).interest.cents).toBe(70_00)
  expect(claimOf({ dueOn: '2023-12-31', until: '2024-07-01' }).interest.cents).toBe(35_00)
})

test('a new rate holds from its day on', () => {
  const { periods } = claimOf({ dueOn: '2024-12-01', until: '2025-01-10' }).interest
  expect(periods.map(({ from, to, hundredths }) => [from, to, hundredths])).toEqual([
    ['2024-12-02', '2024-12-31', 700],
    ['2025-01-01', '2025-01-10', 600],
  ])
})

test('after a year the interest bears interest too', () => {
  const { periods } = claimOf({ until: '2026-12-31' }).interest
  expect(periods.map(({ from, baseCents, cents }) => [from, baseCents, cents])).toEqual([
    ['2025-01-01', 1_000_00, 60_00],
    ['2026-01-01', 1_060_00, 63_60],
  ])
})

test('of a claim due on the 29th of February the year is full on the 28th', () => {
  const { periods } = claimOf({ dueOn: '2024-02-29', until: '2025-03-01' }).interest
  expect(periods.at(-1)).toMatchObject({ from: '2025-03-01' })
  expect(periods.at(-1)?.baseCents).toBeGreaterThan(1_000_00)
})

test('a payment goes to the costs, then to the interest, then to the principal', () => {
  const { open, openCents, paidCents } = claimOf({ askedCostsCents: 150_00, payments: [{ on: '2025-12-31', cents: 300_00 }] })
  expect(open).toEqual({ costsCents: 0, interestCents: 0, principalCents: 910_00 })
  expect([openCents, paidCents]).toEqual([910_00, 300_00])
})

test('the day of a payment still bears interest over all, the next one over the rest', () => {
  const { periods } = claimOf({ payments: [{ on: '2025-06-30', cents: 500_00 }] }).interest
  expect(periods.map(({ from, to }) => [from, to])).toEqual([
    ['2025-01-01', '2025-06-30'],
    ['2025-07-01', '2025-12-31'],
  ])
  expect(periods[1]?.baseCents).toBe(1_000_00 - 500_00 + (periods[0]?.cents ?? 0))
})

test('what was paid in time, or before the case came, pays the principal and bears no interest', () => {
  const { open, interest } = claimOf({ askedCostsCents: 40_00, paidBeforeCents: 300_00, payments: [{ on: '2024-12-31', cents: 700_00 }] })
  expect(open).toEqual({ costsCents: 40_00, interestCents: 0, principalCents: 0 })
  expect(interest).toEqual({ cents: 0, periods: [] })
})

test('costs above those of the law count as those of the law', () => {
  expect(claimOf({ askedCostsCents: 500_00 }).costs).toMatchObject({ cents: 181_50, allowedCents: 150_00, allowedWithVatCents: 181_50 })
})

test('before the first rate no interest is known, and it says from when it is', () => {
  const { ratesBegin, interest } = claimOf({ dueOn: '2023-06-01' })
  expect(ratesBegin).toBe('2024-01-01')
  expect(interest.periods[0]?.from).toBe('2024-01-01')
})

test('before the due day nothing is added', () => {
  expect(claimOf({ until: '2024-12-31' })).toMatchObject({ interest: { cents: 0, periods: [] }, openCents: 1_000_00, ratesBegin: null })
})

test('who is not known as a company owes the lower interest', () => {
  expect(rateKindOf({})).toBe('consumer')
  expect(rateKindOf({ debiteurtype: 'consument', rechtsvorm: 'bv' })).toBe('consumer')
  expect(rateKindOf({ debiteurtype: 'zakelijk' })).toBe('trade')
  expect(rateKindOf({ rechtsvorm: 'eenmanszaak' })).toBe('trade')
  expect(rateKindOf({ rechtsvorm: 'particulier' })).toBe('consumer')
})

test('over days of debt help no interest runs, and after them it goes on', () => {
  const { interest, stopped } = claimOf({ withoutInterest: [{ from: '2025-03-01', until: '2025-06-01' }] })
  expect(stopped).toEqual([{ from: '2025-03-01', to: '2025-05-31' }])
  expect(interest.periods.map(({ from, to }) => [from, to])).toEqual([
    ['2025-01-01', '2025-02-28'],
    ['2025-06-01', '2025-12-31'],
  ])
  // 273 of 365 days of € 60.
  expect(interest.cents).toBe(44_87)
})

test('debt help that lasts stops it for good; one that ended on the day it began stops nothing', () => {
  expect(claimOf({ withoutInterest: [{ from: '2024-06-01', until: null }] })).toMatchObject({
    interest: { cents: 0, periods: [] },
    stopped: [{ from: '2025-01-01', to: '2025-12-31' }],
  })
  expect(claimOf({ withoutInterest: [{ from: '2025-06-01', until: '2025-06-01' }] })).toEqual(claimOf({}))
})

const day = fc.integer({ min: 0, max: 1_000 }).map((n) => new Date(Date.UTC(2024, 0, 1) + n * 86_400_000).toISOString().slice(0, 10))
test('whatever is paid whenever: what is open and what was paid are all that was asked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ on: day, cents: fc.integer({ min: 1, max: 400_00 }) }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 300_00 }),
      (payments, askedCostsCents) => {
        const claim = claimOf({ payments, askedCostsCents, until: '2026-12-31' })
        const { costs, interest, open, openCents, paidCents } = claim
        const asked = facts.principalCents + costs.cents + interest.cents
        expect(Math.min(open.costsCents, open.interestCents, open.principalCents)).toBeGreaterThanOrEqual(0)
        // Paid in time and more than the principal: the rest pays nothing.
        expect(openCents).toBeGreaterThanOrEqual(asked - paidCents)
        if (openCents > 0 && payments.every(({ on }) => on > facts.dueOn)) expect(openCents).toBe(asked - paidCents)
      },
    ),
  )
})
