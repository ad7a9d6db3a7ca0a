import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { askedOf, identityPass, isAnswer, isPassValid, readBirthDate, readPostcode } from './identity.ts'

test('the date of birth is asked where the case knows it, else the postal code, else nothing', () => {
  expect(askedOf({ geboortedatum: '1980-01-03', postcode: '3011 AB' })).toBe('birthDate')
  expect(askedOf({ geboortedatum: 'onbekend', postcode: '3011 AB' })).toBe('postcode')
  expect(askedOf({ postcode: ' ' })).toBeNull()
})

test.each(['3-1-1980', '03-01-1980', '3/1/1980', '3 1 1980', '1980-01-03', ' 03.01.1980 '])('%s is the same day', (typed) =>
  expect(readBirthDate(typed)).toBe('1980-01-03'),
)

test.each(['31-2-1980', '1980', '', '3-1-80', '1-3', "' or 1=1", '99-99-9999'])('%s is no day', (typed) =>
  expect(readBirthDate(typed)).toBeNull(),
)

test('an answer is right or not, and where nothing is known none is right', () => {
  const born = { geboortedatum: '1980-01-03', postcode: '3011 AB' }
  expect(['3-1-1980', '4-1-1980', '3011AB', ''].map((given) => isAnswer(born, given))).toEqual([true, false, false, false])
  expect(['3011ab', '3011 AB', '3011AC', ''].map((given) => isAnswer({ postcode: '3011 AB' }, given))).toEqual([true, true, false, false])
  expect(['', '3-1-1980', '3011AB'].map((given) => isAnswer({}, given))).toEqual([false, false, false])
  expect(readPostcode(' 3011-ab ')).toBe('3011AB')
})

test('a pass holds for its link and half an hour, and cannot be made or changed', () => {
  const key = randomBytes(32)
  const now = new Date('2027-01-10T12:00:00Z')
  const { value } = identityPass(key, 7, now)
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  expect([isPassValid(key, 7, value, later(29)), isPassValid(key, 7, value, later(30)), isPassValid(key, 8, value, now)]).toEqual([
    true,
    false,
    false,
  ])
  expect(isPassValid(randomBytes(32), 7, value, now)).toBe(false)
  for (const forged of [undefined, '', 'x', value.slice(0, -1), `z${value}`, value.replace(/^./, 'z')])
    expect(isPassValid(key, 7, forged, now)).toBe(false)
})
