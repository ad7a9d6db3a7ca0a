import type { RowReason } from '@regie/contract/files.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { hasReferenceCheck, isMistypedReference, referenceForm } from '@regie/contract/payment-references.ts'
import type { CountryCode } from 'libphonenumber-js/max'
import { type DecimalMark, readAmount } from './amount-format.ts'
import { choiceWords } from './choice-words.ts'
import { type DateOrder, readDate } from './date-order.ts'
import { clockText, readClock } from '../contact-permission/read-clock.ts'
import { readIban } from '../../platform/iban.ts'
import { readPhone } from '../../platform/phone-number.ts'

/** How dates, amounts and phones are written where the values themselves leave it open. */
export type FileFormats = { dateOrder: DateOrder | null; decimalMark: DecimalMark | null; phoneCountry?: CountryCode }
export type FieldReading = { value: string } | { reason: RowReason }

// Up to what iDEAL carries: a case above it could never be paid by the link that it is sent.
const outstandingCentsMax = 5_000_000
const emailShape =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/iu
const dutchPostcode = /^([1-9]\d{3})\s?([A-Z]{2})$/
// Control characters except tab and line ends, the mark of a broken character, what is none (and makes a workbook unreadable), and those that turn the direction of a text.
const control = /[^\P{Cc}\t\n\r]|[\uFFFD-\uFFFF\u202A-\u202E\u2066-\u2069]/u
const formula: Partial<Record<FieldDefinition['type'], RegExp>> = {
  amount: /^[=@]|^[-+]\s*[^\d\s.,€e]/i,
  phone: /^[=@-]/,
  number: /^[=@]/,
  integer: /^[=@]/,
}
const textFormula = /^[=+\-@\t]/
// What leaves us as a formula is made harmless on the way out (csv-cells.ts); the apostrophe that did so goes when it comes back.
const guardedFormula = /^'(?=[=+\-@\t])/
// A text of this length is a remark, not a name or a number: what somebody wrote in it is kept, whatever it begins with.
const remarkCharsMin = 250

/** The value of a filled cell as we keep it, or why it cannot be kept. `land` decides which postcodes exist. */
export function readField(field: FieldDefinition, cell: string, formats: FileFormats, land: string): FieldReading {
  if (control.test(cell)) return { reason: 'controlCharacter' }
  const isRemark = field.type === 'text' && field.maxLength >= remarkCharsMin
  const text = (isRemark ? cell.replace(guardedFormula, '') : cell).trim()
  if (!isRemark && (formula[field.type] ?? textFormula).test(cell) && text !== '-') return { reason: 'formula' }
  const reading = readTyped(field, text.replace(/\s+/g, ' '), formats, land)
  const fault = 'value' in reading ? shapeFault(field, reading.value) : null
  return fault === null ? reading : { reason: fault }
}

// What a script asks of a field beside its type.
function shapeFault({ maxLength, minLength, exactLength, upper, exclude }: FieldDefinition, value: string): RowReason | null {
  if (value.length > maxLength) return 'tooLong'
  if (minLength !== undefined && value.length < minLength) return 'tooShort'
  if (exactLength !== undefined && value.length !== exactLength) return 'lengthWrong'
  if (upper && value !== value.toUpperCase()) return 'notUpper'
  return exclude && Array.from(exclude).some((character) => value.includes(character)) ? 'characterExcluded' : null
}

function readTyped(field: FieldDefinition, text: string, formats: FileFormats, land: string): FieldReading {
  switch (field.type) {
    case 'text':
      return field.key === 'betalingskenmerk' ? readReference(text) : { value: text }
    case 'amount':
      return readCents(field, text, formats)
    case 'date':
      return readDate(text, formats.dateOrder)
    case 'time': {
      const minute = readClock(text)
      return minute === null ? { reason: 'timeInvalid' } : { value: clockText(minute) }
    }
    case 'phone': {
      const phone = readPhone(text, formats.phoneCountry)
      return 'number' in phone ? { value: phone.number } : phone
    }
    case 'email':
      return emailShape.test(text) && text.indexOf('@') <= 64 ? { value: text } : { reason: 'emailInvalid' }
    case 'postcode':
      return readPostcode(text, land)
    case 'choice':
      return readChoice(field, text)
    case 'bool':
      return /^(ja|j|yes|y|oui|o|true|1|waar|x)$/i.test(text)
        ? { value: 'ja' }
        : /^(nee|n|no|non|false|0|onwaar)$/i.test(text)
          ? { value: 'nee' }
          : { reason: 'choiceInvalid' }
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? { value: String(Number(text)) } : { reason: 'numberInvalid' }
    case 'number':
      return /^-?\d{1,15}([.,]\d{1,6})?$/.test(text) ? { value: text.replace(',', '.') } : { reason: 'numberInvalid' }
    case 'iban':
      return readIbanField(text)
  }
}

function readCents(field: FieldDefinition, text: string, { decimalMark }: FileFormats): FieldReading {
  const amount = readAmount(text, decimalMark)
  if (!('value' in amount)) return amount
  if (field.key === 'openstaand' && amount.value === 0) return { reason: 'amountInvalid' }
  if (amount.value > (field.key === 'openstaand' ? outstandingCentsMax : 1e12)) return { reason: 'amountTooLarge' }
  return { value: (amount.value / 100).toFixed(2) }
}

function readPostcode(text: string, land: string): FieldReading {
  const upper = text.toUpperCase()
  const dutch = dutchPostcode.exec(upper)
  if (dutch) return { value: `${dutch[1]} ${dutch[2]}` }
  const isAbroad = land !== '' && !/^(nl|nederland)$/i.test(land)
  return isAbroad && /^[A-Z0-9][A-Z0-9 -]{1,10}[A-Z0-9]$/.test(upper) ? { value: upper } : { reason: 'postcodeInvalid' }
}

function readChoice(field: FieldDefinition, text: string): FieldReading {
  const word = text
    .normalize('NFKD')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
  const choice = field.choices?.find((option) => option === word) ?? choiceWords[word]
  return choice !== undefined && field.choices?.includes(choice) ? { value: choice } : { reason: 'choiceInvalid' }
}

function readIbanField(text: string): FieldReading {
  const value = readIban(text)
  return value === null ? { reason: 'ibanInvalid' } : { value }
}

/** A reference with a check is kept as banks send it; the creditor's own as it was written. */
function readReference(text: string): FieldReading {
  if (isMistypedReference(text)) return { reason: 'referenceInvalid' }
  return { value: hasReferenceCheck(text) ? referenceForm(text) : text }
}
