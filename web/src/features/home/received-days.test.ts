import { expect, test } from 'vitest'
import { daysWithMoney, everyDay, mainCurrency, receivedCsv } from './received-days.ts'

const received = {
  from: '2026-03-28',
  until: '2026-03-31',
  rows: [
    { day: '2026-03-29', currency: 'EUR', cents: 123_405, receipts: 2 },
    { day: '2026-03-29', currency: 'USD', cents: 100, receipts: 1 },
    { day: '2026-03-31', currency: 'EUR', cents: 9, receipts: 1 },
  ],
}

test('the chart has each day of the period in its main currency, the night of summer time included', () => {
  expect(mainCurrency(received)).toBe('EUR')
  expect(everyDay(received).map(({ day, cents }) => [day, cents])).toEqual([
    ['2026-03-28', 0],
    ['2026-03-29', 123_405],
    ['2026-03-30', 0],
    ['2026-03-31', 9],
  ])
})

test('the table has the days with money, newest first, and the file their exact amounts', () => {
  expect(daysWithMoney(received)[0]).toMatchObject({ day: '2026-03-31' })
  const csv = receivedCsv(((key: string) => key) as never, received.rows)
  expect(csv.split('\r\n').slice(1, 4)).toEqual(['2026-03-29;EUR;2;1234,05', '2026-03-29;USD;1;1,00', '2026-03-31;EUR;1;0,09'])
})
