import { askedOf, type IdentityField, isAnswer } from './identity.ts'

type Known = Readonly<Record<string, string>>
/** What is asked of who picks up a phone, and how many digits that has. */
export type KeyedQuestion = { field: IdentityField; digits: number }

// A day, a month and a year: 03011980.
const dateDigits = 8

/** The same that a page would ask, where it can be pressed on a phone: a date of birth, else the digits of a postal code; null: neither. */
export function keyedQuestion(fields: Known): KeyedQuestion | null {
  const field = askedOf(fields)
  if (field === 'birthDate') return { field, digits: dateDigits }
  const digits = field === null ? 0 : digitsOf(fields).length
  // Fewer are guessed.
  return field === null || digits < 4 ? null : { field, digits }
}

/** Are these digits the answer? */
export function isKeyedAnswer(fields: Known, digits: string): boolean {
  const question = keyedQuestion(fields)
  if (question?.digits !== digits.length) return false
  if (question.field === 'birthDate') return isAnswer(fields, [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].join('-'))
  return isAnswer({ postcode: digitsOf(fields) }, digits)
}

/** What stands in for the answer to what is asked by phone of a case with these fields: asked for in the same way, and nobody's. */
export function nobodysAnswer(fields: Known): Record<string, string> {
  const question = keyedQuestion(fields)
  if (question === null) return {}
  return question.field === 'birthDate' ? { geboortedatum: '1900-01-01' } : { postcode: '0'.repeat(question.digits) }
}

const digitsOf = (fields: Known) => (fields['postcode'] ?? '').replaceAll(/\D/g, '')
