import { expect, test } from 'vitest'
import { centsOf } from './parts-input.tsx'

test.each([
  ['25', 2500],
  ['25,5', 2550],
  ['€ 1.250,50', 125_050],
  ['1250.05', 125_005],
  ['1.250', 125_000],
  ['0', null],
  ['-5', null],
  ['12,345', null],
  ['tien', null],
  ['', null],
])('%s euros are %s cents', (typed, cents) => expect(centsOf(typed)).toBe(cents))
