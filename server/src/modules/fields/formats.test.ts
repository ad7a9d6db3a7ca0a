import { expect, test } from 'vitest'
import { decimalMarkOf, markEvidence, readAmount } from './amount-format.ts'
import { dateEvidence, dateOrderOf, readDate } from './date-order.ts'
import { readPhone } from '../../platform/phone-number.ts'

test.each([
  ['47,07', null, 4707],
  ['47.07', null, 4707],
  ['1.234,56', null, 123456],
  ['1,234.56', null, 123456],
  ['1234.56', null, 123456],
  ['1.234.567', null, 123456700],
  ['€ 1.234,5', null, 123450],
  ['EUR 12', null, 1200],
  ['12 €', null, 1200],
  ['€ 25,-', null, 2500],
  ['1 234,56', null, 123456],
  ['1.234', ',', 123400],
  ['1,234', '.', 123400],
  ['0,5', null, 50],
  ['+12,00', null, 1200],
] as const)('the amount %s (mark %s) is %d cents', (text, mark, cents) => {
  expect(readAmount(text, mark)).toEqual({ value: cents })
})

test.each([
  ['-12,00', 'amountNegative'],
  ['12,00-', 'amountNegative'],
  ['(12,00)', 'amountNegative'],
  ['€ -5', 'amountNegative'],
  ['twaalf', 'amountInvalid'],
  ['12,345,67', 'amountInvalid'],
  ['1,2,3', 'amountInvalid'],
  ['12,3456', 'amountInvalid'],
  ['1.234', 'amountInvalid'],
  ['', 'amountInvalid'],
  ['1e5', 'amountInvalid'],
] as const)('%j is refused as %s', (text, reason) => {
  expect(readAmount(text, '.')).toEqual({ reason })
})

test('1.234 alone must be asked; another amount of the file settles it', () => {
  const of = (...amounts: string[]) => decimalMarkOf(new Set(amounts.map(markEvidence)))
  expect(of('1.234', '12')).toEqual({ mark: null, mustAsk: true })
  expect(of('1.234', '12,50')).toEqual({ mark: ',', mustAsk: false })
  expect(of('1,234', '12.50')).toEqual({ mark: '.', mustAsk: false })
  expect(of('1.234', '12.50', '12,50')).toEqual({ mark: null, mustAsk: true })
})

test.each([
  ['06-01-2025', 'dmy', '2025-01-06'],
  ['2025-01-06', null, '2025-01-06'],
  ['20250106', null, '2025-01-06'],
  ['1/6/2012', 'mdy', '2012-01-06'],
  ['29-02-2024', 'dmy', '2024-02-29'],
  ['06-01-2025 00:00:00', 'dmy', '2025-01-06'],
  ['2025-01-06T10:20:30Z', null, '2025-01-06'],
] as const)('%s read as %s is %s', (text, order, day) => {
  expect(readDate(text, order)).toEqual({ value: day })
})

test.each([
  ['31-02-2025', 'dmy', 'dateInvalid'],
  ['29-02-2025', 'dmy', 'dateInvalid'],
  ['11/26/2012', 'dmy', 'dateOrderMixed'],
  ['26/11/2012', 'mdy', 'dateOrderMixed'],
  ['00-01-2025', 'dmy', 'dateInvalid'],
  ['01-01-25', 'dmy', 'dateInvalid'],
  ['morgen', 'dmy', 'dateInvalid'],
  ['01-01-0001', 'dmy', 'dateInvalid'],
  ['45678', 'dmy', 'dateInvalid'],
] as const)('%s read as %s is refused as %s', (text, order, reason) => {
  expect(readDate(text, order)).toEqual({ reason })
})

test('the order of dates is proven by the whole file, or asked', () => {
  const of = (...dates: string[]) => dateOrderOf(new Set(dates.map(dateEvidence)))
  expect(of('06/01/2025', '26/01/2025')).toEqual({ order: 'dmy', mustAsk: false })
  expect(of('1/6/2012', '11/26/2012')).toEqual({ order: 'mdy', mustAsk: false })
  expect(of('1/6/2012', '2/5/2012')).toEqual({ order: null, mustAsk: true })
  expect(of('26/01/2025', '11/26/2012')).toEqual({ order: null, mustAsk: true })
  expect(of('06-01-2025')).toEqual({ order: 'dmy', mustAsk: false })
  expect(of('06-01-2025', '01-26-2025')).toEqual({ order: 'mdy', mustAsk: false })
  expect(of('2025-01-06')).toEqual({ order: 'ymd', mustAsk: false })
  expect(of('', 'x')).toEqual({ order: null, mustAsk: false })
})

test.each([
  ['06 12345678', '+31612345678', true],
  ['0623361189', '+31623361189', true],
  ['+31 (0)6 2336 1189', '+31623361189', true],
  ['0031623361189', '+31623361189', true],
  ['020-1234567', '+31201234567', false],
  ['+32 470 12 34 56', '+32470123456', true],
  ['0049 30 901820', '+4930901820', false],
  ['31623361189', '+31623361189', true],
  ['623361189', '+31623361189', true],
])('%s is %s (mobile: %s)', (text, number, isMobile) => {
  expect(readPhone(text)).toEqual({ number, isMobile })
})

test.each([
  ['3,16E+10', 'phoneScientific'],
  ['3.16123E+10', 'phoneScientific'],
  ["'0612345678", 'phoneInvalid'],
  ['12345', 'phoneInvalid'],
  ['0612', 'phoneInvalid'],
  ['bel mij', 'phoneInvalid'],
  ['0900-1234', 'phoneInvalid'],
  ['06123456789', 'phoneInvalid'],
])('%s is refused as %s', (text, reason) => {
  expect(readPhone(text)).toEqual({ reason })
})

test.each(['088 1234567', '084-1234567', '0871234567'])('%s is a number that one may call, and no mobile', (text) => {
  expect(readPhone(text)).toMatchObject({ isMobile: false })
})
