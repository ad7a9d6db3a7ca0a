import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysFor, monthsAfter, partFor, plansFor, readAmount, splitIn } from './ways-to-pay.ts'

const rules = { planAllowed: true, planPartsMax: 3, planPartMinCents: 2500 }

test('a plan is of equal parts a month apart, the odd cents in the first ones', () => {
  expect(plansFor(21_577, rules, '2026-11-26')).toEqual([
    [
      { due: '2026-11-27', amountCents: 10_789 },
      { due: '2026-12-27', amountCents: 10_788 },
    ],
    [
      { due: '2026-11-27', amountCents: 7193 },
      { due: '2026-12-27', amountCents: 7192 },
      { due: '2027-01-27', amountCents: 7192 },
    ],
  ])
})

test('a plan whose parts would be smaller than the customer allows is not offered, nor any where it allows none', () => {
  expect(plansFor(7499, rules, '2026-11-26').map(({ length }) => length)).toEqual([2])
  expect(plansFor(4999, rules, '2026-11-26')).toEqual([])
  expect(plansFor(21_577, { ...rules, planAllowed: false }, '2026-11-26')).toEqual([])
})

test('the parts of an amount are the amount, and differ by a cent at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 12, max: 100_000_000 }), fc.integer({ min: 2, max: 12 }), (cents, count) => {
      const parts = splitIn(cents, count)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
    }),
  )
})

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-10-31', 4, '2027-02-28'],
])('%s and %i months is %s', (day, months, later) => expect(monthsAfter(day, months)).toBe(later))

test('a day may be chosen from tomorrow on', () => {
  expect(daysFor({ dayAllowed: true, dayDaysMax: 14 }, '2026-11-26')).toEqual({ first: '2026-11-27', last: '2026-12-10' })
  expect(daysFor({ dayAllowed: false, dayDaysMax: 14 }, '2026-11-26')).toBeNull()
})

test('a part is at least what the customer allows, and less than all', () => {
  expect(partFor(5000, { partAllowed: true, partMinCents: 1000 })).toEqual({ minCents: 1000, maxCents: 4999 })
  expect(partFor(1000, { partAllowed: true, partMinCents: 1000 })).toBeNull()
  expect(partFor(5000, { partAllowed: false, partMinCents: 1000 })).toBeNull()
})

test.each([
  ['50', 5000],
  ['50,5', 5050],
  ['€ 50,00', 5000],
  ['1.250', 125_000],
  ['1.250,75', 125_075],
  ['1,250.75', 125_075],
  ['1250.75', 125_075],
  ['0', null],
  ['0,01', 1],
  ['-5', null],
  ['5e3', null],
  ['1,2,3', null],
  ['vijftig', null],
  ['99999999999999', null],
  ['', null],
])('who types %s means %s cents', (typed, cents) => expect(readAmount(typed)).toBe(cents))
