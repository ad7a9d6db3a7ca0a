import { expect, test } from 'vitest'
import { isKeyedAnswer, keyedQuestion } from './keyed-answer.ts'

test('a phone asks for what the page asks for, where it has digits', () => {
  expect(keyedQuestion({ geboortedatum: '1980-01-03', postcode: '3011 AB' })).toEqual({ field: 'birthDate', digits: 8 })
  expect(keyedQuestion({ postcode: '3011 AB' })).toEqual({ field: 'postcode', digits: 4 })
  expect(keyedQuestion({ postcode: 'SW1A' })).toBeNull()
  expect(keyedQuestion({})).toBeNull()
})

test('digits are right or not, and what is asked is not answered by the other', () => {
  const born = { geboortedatum: '1980-01-03', postcode: '3011 AB' }
  expect(['03011980', '3011980', '01031980', '3011', ''].map((digits) => isKeyedAnswer(born, digits))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(['3011', '3012', '30110'].map((digits) => isKeyedAnswer({ postcode: '3011 AB' }, digits))).toEqual([true, false, false])
  expect(['', '0000', '00000000'].map((digits) => isKeyedAnswer({}, digits))).toEqual([false, false, false])
})
