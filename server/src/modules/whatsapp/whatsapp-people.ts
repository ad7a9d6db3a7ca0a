import { sql } from 'kysely'
import type { IncomingWhatsapp } from '../../gateways/whatsapp/whatsapp-gateway.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

type Place = { customerId: number; providerId: number }

/**
 * By what a sender is known: the number, where it was ever shown with this name of Meta's, else that name. It is kept for this number of ours alone:
 * with another business the same person has another.
 */
export async function senderOf(tx: Transaction, { customerId, providerId }: Place, message: IncomingWhatsapp, at: Date): Promise<string> {
  const { phone, userId, name } = message
  if (userId === null) return phone ?? ''
  const { rows } = await sql<{ phone: string | null }>`
    insert into whatsapp_people as p (customer_id, provider_id, user_id, phone, name, since, seen_at)
    values (${customerId}, ${providerId}, ${userId}, ${phone}, ${name}, ${at}, ${at})
    on conflict (customer_id, provider_id, user_id) do update set phone = coalesce(excluded.phone, p.phone),
      name = coalesce(nullif(excluded.name, ''), p.name), since = least(p.since, excluded.since),
      seen_at = greatest(p.seen_at, excluded.seen_at)
    returning phone`.execute(tx)
  return rows[0]?.phone ?? userId
}

// Who wrote nothing for so long is a stranger again.
const monthsKept = 24

/** Forgets the names of people who have not written for two years. */
export async function sweepWhatsappPeople(db: Db, now: Date): Promise<void> {
  await sql`
    delete from whatsapp_people
    where seen_at < ${now}::timestamptz - make_interval(months => ${monthsKept})`.execute(db)
}

/** Forgets the people of these numbers. */
export async function forgetWhatsappPeople(tx: Transaction, customerId: number, phones: readonly string[]): Promise<void> {
  await sql`delete from whatsapp_people where customer_id = ${customerId} and phone = any(${phones}::text[])`.execute(tx)
}
