import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '../../platform/app-error.ts'

/** A number of a colleague in any notation, Dutch unless it says otherwise, as E.164; empty stays empty. */
export function staffPhone(text: string, field: string): string {
  const given = text.trim()
  if (given === '') return ''
  const phone = parsePhoneNumberFromString(given.replace(/^00/, '+'), { defaultCountry: 'NL', extract: false })
  if (!phone?.isValid() || phone.ext) throw new AppError('user.phoneInvalid', { field })
  return phone.number
}
