import type { Contact } from '@regie/contract/contact.ts'
import type { contactApi } from '@regie/contract/contacts.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { allContactColumns } from './contact-columns.ts'
import { findContact, selectContactForUpdate } from './contact-queries.ts'

type NewContact = RequestOf<typeof contactApi.add>['body']
type Change = RequestOf<typeof contactApi.change>['body']

/** A new contact of a customer, who does not sign in. */
export async function addContact({ db, clock }: Services, caller: Caller, { customerID, contact }: NewContact): Promise<Contact> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const now = clock.now()
  const { id } = await db
    .insertInto('contacts')
    .values({ customer_id: customerID, ...allContactColumns(contact), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return findContact(db, caller, customerID, id)
}

/**
 * Changes a contact, unless somebody else did so meanwhile. Links and codes go to the address and the mobile of who signs in, so those are changed at
 * the account, where the rules of the user manager hold; the language is the account's too.
 */
export function changeContact({ db, clock }: Services, caller: Caller, contactId: number, change: Change): Promise<Contact> {
  const { customerID, contact, version } = change
  const columns = allContactColumns(contact)
  return db.transaction().execute(async (tx) => {
    const current = await selectContactForUpdate(tx, caller, customerID, contactId)
    if (current.version !== version) throw new AppError('error.conflict', { current })
    const signsIn = current.userID !== null
    if (signsIn && columns.email !== current.email) throw new AppError('contact.addressOfLogin', { field: 'contact.email' })
    if (signsIn && columns.mobile !== current.mobile) throw new AppError('contact.addressOfLogin', { field: 'contact.mobile' })
    await tx
      .updateTable('contacts')
      .set({ ...columns, version: version + 1, updated_at: clock.now() })
      .where('customer_id', '=', customerID)
      .where('id', '=', contactId)
      .execute()
    return findContact(tx, caller, customerID, contactId)
  })
}
