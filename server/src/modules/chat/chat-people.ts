import type { ChatPerson } from '@regie/contract/chat.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { userName } from '../../platform/db/user-name.ts'
import { listHolders } from '../notifications/recipients.ts'

/** Who may chat at a customer and can sign in, by name. */
export async function listPeople(db: Db, customerId: number): Promise<ChatPerson[]> {
  const ids = await listHolders(db, customerId, [Right.chat])
  if (ids.length === 0) return []
  return db
    .selectFrom('staff as u')
    .select(['u.id as userID', 'u.username', userName('u').as('name')])
    .where('u.id', 'in', ids)
    .orderBy('name')
    .orderBy('u.id')
    .execute()
}

/** Throws unless all of these may chat at the customer. */
export async function mustBePeople(db: Db, customerId: number, userIds: readonly number[], field: string): Promise<void> {
  const holders = new Set(await listHolders(db, customerId, [Right.chat]))
  if (userIds.some((id) => !holders.has(id))) throw new AppError('chat.personUnknown', { field })
}
