import { sql } from 'kysely'
import type { Db, Transaction } from '../../../platform/db/database.ts'

export type MailboxKey = { customerId: number; providerId: number }
export type Position = { uidValidity: number | null; lastUid: number; readAt: Date | null }

// A process that dies leaves its mailbox to others after so long; whoever lives asks for more time with each mail.
const takenMs = 2 * 60_000

/** Takes a mailbox for this process; null: another one reads it now. */
export async function takeMailbox(db: Db, { customerId, providerId }: MailboxKey, now: Date): Promise<Position | null> {
  const { rows } = await sql<Position>`
    insert into mailboxes as m (customer_id, provider_id, taken_until)
    values (${customerId}, ${providerId}, ${until(now)})
    on conflict (customer_id, provider_id) do update set taken_until = excluded.taken_until
    where m.taken_until is null or m.taken_until <= ${now}
    returning m.uid_validity as "uidValidity", m.last_uid as "lastUid", m.read_at as "readAt"`.execute(db)
  return rows[0] ?? null
}

/** Notes that a mail is about to be taken apart; answers how often that was begun before. */
export async function noteTry(db: Db, { customerId, providerId }: MailboxKey, uid: number, now: Date): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    update mailboxes
    set tries = case when trying_uid = ${uid} then tries + 1 else 1 end, trying_uid = ${uid},
      not_given = case when trying_uid = ${uid} then not_given else 0 end, taken_until = ${until(now)}
    where customer_id = ${customerId} and provider_id = ${providerId}
    returning tries - 1 as before`.execute(db)
  return rows[0]?.before ?? 0
}

/** Its server did not give the mail, which ended no process; answers how often that was so. */
export async function noteNotGiven(db: Db, { customerId, providerId }: MailboxKey): Promise<number> {
  const row = await db
    .updateTable('mailboxes')
    .set((eb) => ({ not_given: eb('not_given', '+', 1), tries: 0 }))
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', providerId)
    .returning('not_given')
    .executeTakeFirst()
  return row?.not_given ?? 0
}

type Read = { uidValidity: number; uid: number }

/** It failed for a reason that is not the mail's: that counts for nothing. */
export async function forgiveTry(db: Db, { customerId, providerId }: MailboxKey): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', providerId)
    .where('tries', '>', 0)
    .execute()
}

/** Up to this mail everything is saved: in the transaction that saves it. */
export async function moveOn(tx: Transaction, { customerId, providerId }: MailboxKey, { uidValidity, uid }: Read): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set({ uid_validity: uidValidity, last_uid: uid, trying_uid: null, tries: 0, not_given: 0 })
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', providerId)
    .execute()
}

/** Gives the mailbox back; with the moment, when all that was there has been read. */
export async function leaveMailbox(db: Db, { customerId, providerId }: MailboxKey, now: Date | null): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ taken_until: null, ...(now !== null && { read_at: now }) })
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', providerId)
    .execute()
}

const until = (now: Date) => new Date(now.getTime() + takenMs)
