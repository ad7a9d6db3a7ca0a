import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { selectContactForUpdate } from './contact-queries.ts'

/** Deletes a contact, unless they still have an account to sign in with. */
export async function removeContact({ db }: Services, caller: Caller, customerId: number, contactId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { userID } = await selectContactForUpdate(tx, caller, customerId, contactId)
    if (userID !== null) throw new AppError('contact_has_login', { params: { userID } })
    await tx.deleteFrom('contacts').where('customer_id', '=', customerId).where('id', '=', contactId).execute()
  })
}
