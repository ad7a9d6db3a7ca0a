import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { ForwardAddresses, forwardApi } from '@regie/contract/forwards.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'

/** Where e-mails of a customer may be forwarded beside its staff; never saved: nowhere. */
export async function findForwardAddresses(db: Db, caller: Caller, customerId: number): Promise<ForwardAddresses> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const row = await db.selectFrom('forward_lists').select(['addresses', 'version']).where('customer_id', '=', customerId).executeTakeFirst()
  if (!row) return { customerID: await mustBeThere(db, customerId), addresses: [], version: 0 }
  return { customerID: customerId, ...row }
}

async function mustBeThere(db: Db, customerId: number): Promise<number> {
  const found = await db.selectFrom('customers').select('id').where('id', '=', customerId).executeTakeFirst()
  if (!found) throw new AppError('customer.notFound')
  return customerId
}

type Change = RequestOf<typeof forwardApi.changeAddresses>['body']

/** Changes that list. */
export async function changeForwardAddresses(
  { db }: Services,
  caller: Caller,
  customerId: number,
  change: Change,
): Promise<ForwardAddresses> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const addresses = [...new Set(change.addresses)].toSorted((one, other) => one.localeCompare(other))
  const saved =
    change.version === 0
      ? await db
          .insertInto('forward_lists')
          .values({ customer_id: customerId, addresses })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('forward_lists')
          .set({ addresses, version: change.version + 1 })
          .where('customer_id', '=', customerId)
          .where('version', '=', change.version)
          .returning('version')
          .executeTakeFirst()
  if (!saved) throw new AppError('error.conflict', { current: await findForwardAddresses(db, caller, customerId) })
  return findForwardAddresses(db, caller, customerId)
}
