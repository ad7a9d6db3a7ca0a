import type { handOverApi } from '@regie/contract/hand-overs.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'

type Wish = RequestOf<typeof handOverApi.start>['body']

/** A hand-over begins; its cases come to it as they go. Answers its id. */
export async function insertHandOver(tx: Transaction, { userId, username }: Caller, wish: Wish, at: Date): Promise<number> {
  const { customerID: customer_id, kind, name, email, reference, note, on: on_day, locale } = wish
  const { id } = await tx
    .insertInto('hand_overs')
    .values({ customer_id, kind, name, email, reference, note, on_day, locale, user_id: userId, by_user: username, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Which bulk job hands its cases over. */
export async function setBulkOf(
  tx: Transaction,
  { customerId, handOverId, bulkId }: { customerId: number; handOverId: number; bulkId: number },
): Promise<void> {
  await tx.updateTable('hand_overs').set({ bulk_id: bulkId }).where('customer_id', '=', customerId).where('id', '=', handOverId).execute()
}
