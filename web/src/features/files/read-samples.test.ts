import { dateOrders } from '@regie/contract/files.ts'
import { expect, test } from 'vitest'
import { readableOptions, readAmount, readDate, tellingSamples } from './read-samples.ts'

test.each([
  ['4/9/2013', 'dmy', '2013-09-04'],
  ['4/9/2013', 'mdy', '2013-04-09'],
  ['06-01-2025', 'dmy', '2025-01-06'],
  ['2025-01-06', 'ymd', '2025-01-06'],
  ['11/26/2012', 'dmy', null],
  ['31-02-2025', 'dmy', null],
  ['morgen', 'dmy', null],
] as const)('%s read as %s is %s', (text, order, day) => {
  expect(readDate(text, order)).toBe(day)
})

test.each([
  ['1.234', ',', 123_400],
  ['1.234', '.', null],
  ['1.23', '.', 123],
  ['1.234,56', ',', 123_456],
  ['1,234.56', '.', 123_456],
  ['47,07', ',', 4707],
  ['€ 35.7', '.', 3570],
  ['12,34', '.', null],
] as const)('%s with %s as decimal mark is %s cents', (text, mark, cents) => {
  expect(readAmount(text, mark)).toBe(cents)
})

test('samples on which the readings differ come first', () => {
  expect(tellingSamples(['5/5/2020', '', '4/9/2013', '4/9/2013'], ['dmy', 'mdy'] as const, readDate)).toEqual(['4/9/2013', '5/5/2020'])
})

test('an order that reads none of the dates is not offered', () => {
  expect(readableOptions(dateOrders, '', ['4/9/2013'], readDate)).toEqual(['dmy', 'mdy'])
  expect(readableOptions(dateOrders, 'ymd', ['4/9/2013'], readDate)).toEqual(['dmy', 'mdy', 'ymd'])
  expect(readableOptions(dateOrders, '', ['morgen'], readDate)).toEqual(dateOrders)
})
