import type { Transaction } from '../../../platform/db/database.ts'
import type { Identity } from './read-identity.ts'

type Subject = Pick<Identity, 'issuer' | 'subject' | 'verifiedEmail'> & { customerId: number }

/**
 * Whose a subject of a provider is. The first time it becomes the user of that customer with the same address, if the provider has verified it, if there is
 * just one, and if no other subject is his. Nobody is made by it, and nobody of another customer is found.
 */
export async function findOrLinkUser(tx: Transaction, wanted: Subject, now: Date): Promise<number | null> {
  const { customerId, issuer, subject, verifiedEmail } = wanted
  const linked = await tx
    .selectFrom('sso_subjects as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.customer_id', 'u.locked_at'])
    .where('s.customer_id', '=', customerId)
    .where('s.issuer', '=', issuer)
    .where('s.subject', '=', subject)
    .executeTakeFirst()
  // Who was locked, or moved to another customer, does not come in by the old door.
  if (linked) return linked.customer_id === customerId && linked.locked_at === null ? linked.id : null
  if (verifiedEmail === null) return null
  const [user, ...others] = await tx
    .selectFrom('staff')
    .select(['id', 'locked_at'])
    .where('customer_id', '=', customerId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', verifiedEmail.toLowerCase()))
    .limit(2)
    .forUpdate()
    .execute()
  if (!user || others.length > 0 || user.locked_at !== null) return null
  const other = await tx.selectFrom('sso_subjects').select('subject').where('user_id', '=', user.id).executeTakeFirst()
  if (other) return null
  await tx.insertInto('sso_subjects').values({ customer_id: customerId, issuer, subject, user_id: user.id, linked_at: now }).execute()
  return user.id
}
