import type { contactApi } from '@regie/contract/contacts.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

type Wanted = RequestOf<typeof contactApi.setActive>['body']

/** Says of several contacts whether they are active: all of them, or none when one is not there. Those that were so already do not count. */
export function setActive(
  { db, clock }: Services,
  caller: Caller,
  { customerID, contactIDs, active }: Wanted,
): Promise<{ changed: number }> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const ids = [...new Set(contactIDs)]
  return db.transaction().execute(async (tx) => {
    const { rows: known } = await sql`
      select from contacts where customer_id = ${customerID} and id = any(${ids}::bigint[]) for update`.execute(tx)
    if (known.length < ids.length) throw new AppError('contact.notFound')
    const { numUpdatedRows } = await tx
      .updateTable('contacts')
      .set((eb) => ({ active, version: eb('version', '+', 1), updated_at: clock.now() }))
      .where('customer_id', '=', customerID)
      .where('id', 'in', ids)
      .where('active', '<>', active)
      .executeTakeFirst()
    return { changed: Number(numUpdatedRows) }
  })
}
