import type { UserContact } from '@regie/contract/account.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '../../platform/app-error.ts'

/** How a member of staff is reached, as columns of `users`; phones as E.164, whatever the notation, Dutch unless they say otherwise. */
export function contactColumns({ initials, firstName, middleName, lastName, email, phone, mobile }: UserContact) {
  return {
    initials,
    first_name: firstName,
    middle_name: middleName,
    last_name: lastName,
    email,
    phone: readStaffPhone(phone, 'contact.phone'),
    mobile: readStaffPhone(mobile, 'contact.mobile'),
  }
}

/** A number as E.164; empty stays empty. What is no number is refused at its field. */
export function readStaffPhone(text: string, field: string): string {
  if (text === '') return ''
  const compact = text.replace(/\(0\)/, '').replace(/[\s\u00A0\-.()/]/g, '')
  const phone = /^\+?\d{5,}$/.test(compact)
    ? parsePhoneNumberFromString(compact.replace(/^00/, '+'), { defaultCountry: 'NL', extract: false })
    : undefined
  if (!phone?.isValid()) throw new AppError('user.phoneInvalid', { field })
  return phone.number
}
