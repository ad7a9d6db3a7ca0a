import { type Subscription, type contactApi, subscriptionKeys } from '@regie/contract/contacts.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findContact, selectContactForUpdate } from './contact-queries.ts'

type Change = RequestOf<typeof contactApi.subscribe>['body']
type Row = { key: string; scriptIDs: number[] | null; enabled: boolean; lastSentAt: string | null }

/** What a contact is mailed about, and when that was last; what they do not want stands there as off. */
export async function listSubscriptions(db: Db, caller: Caller, customerId: number, contactId: number): Promise<Subscription[]> {
  await findContact(db, caller, customerId, contactId)
  const { rows } = await sql<Row>`
    select coalesce(s.key, m.key) as key, s.script_ids as "scriptIDs", s.key is not null as enabled,
      ${sql.raw(isoText('m.at'))} as "lastSentAt"
    from (
      select key, script_ids
      from contact_subscriptions
      where customer_id = ${customerId} and contact_id = ${contactId}) s
    full join (
      select key, max(at) as at
      from subscription_mails
      where customer_id = ${customerId} and contact_id = ${contactId}
      group by key) m on m.key = s.key`.execute(db)
  return subscriptionKeys.map((key) => {
    const row = rows.find((one) => one.key === key)
    return { key, enabled: row?.enabled ?? false, scriptIDs: row?.scriptIDs?.map(Number) ?? null, lastSentAt: row?.lastSentAt ?? null }
  })
}

/** Begins or ends one of them. */
export async function subscribe({ db }: Services, caller: Caller, contactId: number, { customerID, subscription }: Change) {
  const { key, enabled, scriptIDs } = subscription
  await db.transaction().execute(async (tx) => {
    await selectContactForUpdate(tx, caller, customerID, contactId)
    const place = { customer_id: customerID, contact_id: contactId, key }
    if (scriptIDs !== null) {
      const ids = [...new Set(scriptIDs)]
      const known = await tx.selectFrom('scripts').select('id').where('customer_id', '=', customerID).where('id', 'in', ids).execute()
      if (known.length < ids.length) throw new AppError('script.notFound', { field: 'subscription.scriptIDs' })
    }
    if (enabled)
      await tx
        .insertInto('contact_subscriptions')
        .values({ ...place, script_ids: scriptIDs })
        .onConflict((conflict) => conflict.columns(['customer_id', 'contact_id', 'key']).doUpdateSet({ script_ids: scriptIDs }))
        .execute()
    else
      await tx
        .deleteFrom('contact_subscriptions')
        .where('customer_id', '=', customerID)
        .where('contact_id', '=', contactId)
        .where('key', '=', key)
        .execute()
  })
  return listSubscriptions(db, caller, customerID, contactId)
}
