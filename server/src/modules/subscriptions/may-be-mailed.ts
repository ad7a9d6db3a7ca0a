import { type SubscriptionKey, subscriptionRights } from '@regie/contract/contacts.ts'
import { holdsRight, ownCustomerRight } from '@regie/contract/right-codes.ts'
import type { Db } from '../../platform/db/database.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'

/** May somebody be mailed this now? Call it where all customers are visible: the account of a contact may have another home. */
export async function mayBeMailed(
  db: Db,
  key: SubscriptionKey,
  { customerId, userId }: { customerId: number; userId: number | null },
  now: Date,
): Promise<boolean> {
  const wanted = subscriptionRights[key]
  if (wanted === undefined) return true
  if (userId === null) return false
  const held = await findRightsNow(db, userId, now)
  return holdsRight(held, ownCustomerRight(customerId)) && holdsRight(held, wanted)
}
