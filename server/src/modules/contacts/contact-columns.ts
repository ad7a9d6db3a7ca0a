import type { ContactInput } from '@regie/contract/contact.ts'
import type { UserContact } from '@regie/contract/account.ts'
import { staffPhone } from './staff-phone.ts'

/** How somebody is named and reached, as columns of `contacts`. */
export function contactColumns({ initials, firstName, middleName, lastName, email, phone, mobile }: UserContact) {
  return {
    initials,
    first_name: firstName,
    middle_name: middleName,
    last_name: lastName,
    email,
    phone: staffPhone(phone, 'contact.phone'),
    mobile: staffPhone(mobile, 'contact.mobile'),
  }
}

/** All that staff fill in of a contact. */
export function allContactColumns(contact: ContactInput) {
  const { salutation, department, jobTitle, locale, notes, active } = contact
  return { ...contactColumns(contact), salutation, department, job_title: jobTitle, locale, notes, active }
}
