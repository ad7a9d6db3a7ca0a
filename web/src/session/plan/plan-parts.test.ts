import { describe, expect, test } from 'vitest'
import { faultOfPart, monthsLater, readParts, splitPlan, sumOf } from './plan-parts.ts'

describe('a plan', () => {
  test('divides an amount over months, to the cent', () => {
    const parts = splitPlan({ totalCents: 10_000, count: 3, firstDue: '2027-01-31' })
    expect(parts).toEqual([
      { due: '2027-01-31', amount: '33,34' },
      { due: '2027-02-28', amount: '33,33' },
      { due: '2027-03-31', amount: '33,33' },
    ])
  })

  test('makes together what it divides, whatever it is', () => {
    for (const totalCents of [7, 100, 99_999, 1_234_567])
      for (const count of [2, 3, 7, 12]) expect(sumOf(splitPlan({ totalCents, count, firstDue: '2027-01-01' }))).toBe(totalCents)
  })

  test('has its days in order, from today and within a year', () => {
    const [today, amount] = ['2027-03-10', '10,00']
    const faultOf = (...days: string[]) =>
      faultOfPart(
        days.map((due) => ({ due, amount })),
        days.length - 1,
        today,
      )
    expect(faultOf('2027-03-10')).toBeNull()
    expect(faultOf('2027-03-09')).toBe('due')
    expect(faultOf('')).toBe('due')
    expect(faultOf('2028-03-09')).toBeNull()
    expect(faultOf('2028-03-10')).toBe('due')
    expect(faultOf('2027-04-10', '2027-04-10')).toBe('due')
    expect(faultOf('2027-04-10', '2027-04-11')).toBeNull()
  })

  test('is not sent while one of its amounts is none', () => {
    const parts = [
      { due: '2027-03-10', amount: '10,00' },
      { due: '2027-04-10', amount: '' },
    ]
    expect(readParts(parts, '2027-03-10')).toBeNull()
    expect(readParts([...parts.slice(0, 1), { due: '2027-04-10', amount: '5' }], '2027-03-10')).toEqual([
      { due: '2027-03-10', amountCents: 1000 },
      { due: '2027-04-10', amountCents: 500 },
    ])
  })
})

test('a month later than the last of January is the last of February', () => {
  expect(monthsLater('2028-01-31', 1)).toBe('2028-02-29')
  expect(monthsLater('2027-11-15', 2)).toBe('2028-01-15')
  expect(monthsLater('', 1)).toBe('')
})
