import { generatePassword } from '@regie/contract/password.ts'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  'Welkom01!',
  'Welkom2026!',
  'W@chtwoord1',
  'P@ssw0rd',
  'P@$$w0rd!1',
  'Passw0rd123!',
  'Zomer2026!',
  'Summer#24',
  '123456',
  '12345678!',
  'Qwerty123!',
  'Azerty1!',
  '1q2w3e4r',
  '1Qaz2wsx!',
  'Abcdefg1!',
  'TestTest1!',
  'Admin123!',
  '!Geheim1',
  'Iloveyou1!',
  '',
])('everybody guesses %s', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['Zonnebloem 12!', 'Kb7!xq2P', 'fiets lamp stoel 3A!', 'Vlinderstruik-88', 'Marmelade2026!', 'Été à la mer 1'])(
  'nobody guesses %s first',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)

test('a generated password is never common', () => {
  expect(Array.from({ length: 5_000 }, generatePassword).filter(isCommonPassword)).toEqual([])
})
