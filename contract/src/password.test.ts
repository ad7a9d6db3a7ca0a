import { expect, test } from 'vitest'
import { generatePassword, passwordFaults, passwordStrength } from './password.ts'

const person = { username: 'mvanderberg', names: ['Mees', 'Berg'] }

test.each([
  ['Zonne12!', []],
  ['zonne12!', ['noUppercase']],
  ['ZONNE12!', []],
  ['Zonnebloem!', ['noDigit']],
  ['Zonnebloem1', ['noSpecial']],
  ['Zon12!a', ['tooShort']],
  ['12345678!', ['noLetter', 'noUppercase']],
  ['', ['tooShort', 'noLetter', 'noUppercase', 'noDigit', 'noSpecial']],
  ['        ', ['noLetter', 'noUppercase', 'noDigit']],
  ['Zonne 12', []],
  ['Été été1 ', []],
  ['Ωmega 12', []],
  ['Zonnetje1😀', []],
  ['日本語日本語日本1!', ['noUppercase']],
  ['Ze\u0301ro1234', ['noSpecial']],
  [`Aa1!${'x'.repeat(60)}`, []],
  [`Aa1!${'x'.repeat(124)}`, []],
  [`Aa1!${'x'.repeat(125)}`, ['tooLong']],
  [`Aa1!${'x'.repeat(252)}`, ['tooLong']],
  [`Aa1!${'😀'.repeat(124)}`, []],
  ['Mvanderberg1!', ['personal']],
  ['xxMEESxx1!', ['personal']],
  ['Ijsberg12!', ['personal']],
] as const)('%j lacks %j', (password, faults) => {
  expect(passwordFaults(password, person)).toEqual(faults)
})

test('a username that is an address counts by its first part, a short name not at all', () => {
  expect(passwordFaults('Jan.Smit1!', { username: 'jan.smit@example.nl' })).toEqual(['personal'])
  expect(passwordFaults('Janneke12!', { username: 'jan', names: ['Jan', ''] })).toEqual([])
})

test.each([
  ['Welkom01!', 'weak'],
  ['Zomer2026!', 'weak'],
  ['aaaaaaaaaaA1!', 'weak'],
  ['abcdefgh12345678', 'weak'],
  ['Kb7!xq', 'weak'],
  ['Kb7!xq2P', 'moderate'],
  ['fiets lamp stoel', 'veryStrong'],
  ['Kb7!xq2Pm#t9', 'strong'],
  ['Kb7!xq2Pm#t9Vw=4z', 'veryStrong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('a generated password passes, is very strong, has nothing that looks alike, and is never the same', () => {
  const made = Array.from({ length: 2_000 }, generatePassword)
  expect(made.flatMap((password) => passwordFaults(password, { username: 'xyz' }))).toEqual([])
  expect(made.filter((password) => !/^[^Il1|O0o'"`]{18}$/.test(password))).toEqual([])
  expect(new Set(made).size).toBe(made.length)
  expect(made.filter((password) => !['strong', 'veryStrong'].includes(passwordStrength(password)))).toEqual([])
})
