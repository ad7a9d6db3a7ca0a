import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'

/** The user whose uploads the files of a delivery are, with the rights of this moment; null when they may upload no more. */
export async function findActing(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { customerId, actsFor }: { customerId: number; actsFor: number | null },
): Promise<Caller | null> {
  if (actsFor === null) return null
  const rights = await withAllCustomers(() => findRightsNow(db, actsFor, clock.now()))
  if (!rights.includes(Right.uploadFiles) || !rights.includes(ownCustomerRight(customerId))) return null
  const user = await db.selectFrom('users').select('username').where('id', '=', actsFor).executeTakeFirst()
  if (!user) return null
  return { userId: actsFor, username: user.username, rights, stage: 'full', sessionId: null, customerIds: [customerId] }
}
