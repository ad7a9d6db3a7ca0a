import type { UserContact } from '@regie/contract/account.ts'
import { userPhone } from './user-phone.ts'

/** How a member of staff is reached, as columns of `users`. */
export function contactColumns({ initials, firstName, middleName, lastName, email, phone, mobile }: UserContact) {
  return {
    initials,
    first_name: firstName,
    middle_name: middleName,
    last_name: lastName,
    email,
    phone: userPhone(phone, 'contact.phone'),
    mobile: userPhone(mobile, 'contact.mobile'),
  }
}
