import { expect, test } from 'vitest'
import { amountFault, groupedAmount, readAmount, typedAmount } from './amount.ts'

test.each([
  ['125', 12_500],
  ['125,5', 12_550],
  ['125.50', 12_550],
  ['€ 1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['1.234', 123_400],
  ['0,01', 1],
  ['0', null],
  ['', null],
  ['12,34,56', null],
  ['12,345', null],
  ['-5', null],
  ['veel', null],
] as const)('%s is read as %s cents', (typed, cents) => {
  expect(readAmount(typed)).toBe(cents)
})

test('what is offered to type reads as what it was', () => {
  for (const cents of [1, 99, 12_550, 123_456_789]) expect(readAmount(typedAmount(cents))).toBe(cents)
})

test.each([
  ['', null],
  ['1.250,5', null],
  ['-5', 'negative'],
  ['veel', 'letters'],
  ['12,345', 'decimals'],
  ['12,34,56', 'wrong'],
  ['0,00', 'zero'],
] as const)('"%s" is refused because of: %s', (typed, fault) => {
  expect(amountFault(typed)).toBe(fault)
})

test('nothing is an amount where that may be, and an amount is written out whole', () => {
  expect(amountFault('0', true)).toBeNull()
  expect(groupedAmount(readAmount('1.250,5') ?? 0)).toBe('1.250,50')
})
