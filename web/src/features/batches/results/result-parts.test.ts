import { expect, test } from 'vitest'
import { claimedMost, csvOf, paidWeeks, resultParts } from './result-parts.ts'

const row = (result: string | null, cases: number, currency = 'EUR', claimedCents = cases * 100) => ({
  result,
  currency,
  cases,
  claimedCents,
  paidCents: 0,
})

test('a result is one line in all its currencies; cases without one stand last', () => {
  const parts = resultParts([row(null, 90), row('RET', 3), row('RET', 4, 'GBP'), row('BET', 5)])
  expect(parts.map(({ result, cases }) => [result, cases])).toEqual([
    ['RET', 7],
    ['BET', 5],
    [null, 90],
  ])
})

test('weeks without a payment are there, and the share grows to at most all of the claim', () => {
  const weeks = [
    { week: '2026-06-01', currency: 'EUR', cents: 2_500, receipts: 1 },
    { week: '2026-06-01', currency: 'GBP', cents: 9_900, receipts: 1 },
    { week: '2026-06-15', currency: 'EUR', cents: 9_000, receipts: 2 },
  ]
  const shown = paidWeeks(weeks, claimedMost([row('BET', 1, 'EUR', 10_000), row('BET', 1, 'GBP', 5_000)]))
  expect(shown.map(({ week, cents, share }) => [week, cents, share])).toEqual([
    ['2026-06-01', 2_500, 0.25],
    ['2026-06-08', 0, 0.25],
    ['2026-06-15', 9_000, 1],
  ])
})

test('a cell with a separator stands in quotes', () => {
  expect(
    csvOf([
      ['a;b', 'c"d'],
      ['e', '1'],
    ]),
  ).toBe('\uFEFF"a;b";"c""d"\r\ne;1\r\n')
})
