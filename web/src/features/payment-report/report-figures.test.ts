import { expect, test } from 'vitest'
import { busiestHour, hourTable, shareOf } from './report-figures.ts'

const at = (weekday: number, hour: number, count: number, paidCents: number, currency = 'EUR') => ({
  weekday,
  hour,
  count,
  paidCents,
  currency,
})

test('every hour of the week has its cell, and the currencies of one hour stand together', () => {
  const table = hourTable([at(1, 20, 2, 500), at(1, 20, 1, 900, 'GBP'), at(7, 23, 1, 100)])
  expect(table.map((row) => row.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
  expect(table[0]?.[20]).toEqual({
    weekday: 1,
    hour: 20,
    count: 3,
    sums: [
      { currency: 'GBP', cents: 900 },
      { currency: 'EUR', cents: 500 },
    ],
  })
  expect(table[6]?.[23]?.count).toBe(1)
  expect(table[3]?.[12]).toEqual({ weekday: 4, hour: 12, count: 0, sums: [] })
})

test('the busiest hour, the first of those with as many; none where nobody paid', () => {
  expect(busiestHour(hourTable([at(3, 9, 4, 1), at(2, 19, 4, 1), at(5, 1, 3, 1)]))).toMatchObject({ weekday: 2, hour: 19 })
  expect(busiestHour(hourTable([]))).toBeNull()
})

test('a share of nothing is nothing', () => {
  expect([shareOf(1, 4), shareOf(0, 0)]).toEqual([0.25, 0])
})
