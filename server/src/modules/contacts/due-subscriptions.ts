import type { SubscriptionFrequency, SubscriptionKey } from '@regie/contract/contacts.ts'
import { type Locale, locales } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

/** Who reads a mail about what they are subscribed to; in the language of their account, else of the contact. */
export type Reader = { customerId: number; contactId: number; userId: number | null; email: string; locale: Locale; name: string }

/** A subscription as a clock finds it. `isReached`: the contact is active and has an address. */
export type DueSubscription = Reader & {
  key: SubscriptionKey
  frequency: SubscriptionFrequency
  sendMinute: number
  mailedUntil: Date
  scriptIds: number[] | null
  isReached: boolean
}

/** SQL: the reader that a contact `c` is, with the account `u` that may be linked. */
export const readerColumns = sql.raw(`c.customer_id as "customerId", c.id as "contactId", c.user_id as "userId", c.email,
      coalesce(nullif(c.first_name, ''), c.last_name) as name,
      case when u.settings ->> 'locale' in (${locales.map((locale) => `'${locale}'`).join(', ')})
        then u.settings ->> 'locale' else c.locale end as locale`)

type Place = Pick<DueSubscription, 'customerId' | 'contactId' | 'key'>

/** Subscriptions of these kinds that were not mailed since a moment, after a place; which of them are due is for `nextPeriod`. */
export async function listNotMailedSince(
  db: Db,
  { keys, since, after, limit }: { keys: readonly SubscriptionKey[]; since: Date; after: Place | null; limit: number },
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    select ${readerColumns}, s.key, s.frequency, s.send_minute as "sendMinute", s.mailed_until as "mailedUntil",
      s.script_ids as "scriptIds", c.active and c.email <> '' as "isReached"
    from contact_subscriptions s
    join contacts c on c.customer_id = s.customer_id and c.id = s.contact_id
    left join users u on u.id = c.user_id
    where s.key = any(${keys}::text[]) and s.mailed_until < ${since}
      and (${after === null} or (s.customer_id, s.contact_id, s.key)
        > (${after?.customerId ?? 0}, ${after?.contactId ?? 0}, ${after?.key ?? ''}))
    order by s.customer_id, s.contact_id, s.key
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, scriptIds: row.scriptIds?.map(Number) ?? null }))
}

/** Moves a subscription on to a moment; false where somebody else did, or it ended. Of two at once the second waits, and finds it moved. */
export async function moveMailedUntil(tx: Transaction, { customerId, contactId, key, mailedUntil }: DueSubscription, until: Date) {
  const { rows } = await sql`
    update contact_subscriptions
    set mailed_until = ${until}
    where customer_id = ${customerId} and contact_id = ${contactId} and key = ${key} and mailed_until = ${mailedUntil}
    returning key`.execute(tx)
  return rows.length > 0
}

/** The reader ends a subscription by its link; ended already, nothing changes. */
export async function endSubscription(db: Db, { customerId, contactId, key }: Place): Promise<void> {
  await db
    .deleteFrom('contact_subscriptions')
    .where('customer_id', '=', customerId)
    .where('contact_id', '=', contactId)
    .where('key', '=', key)
    .execute()
}
