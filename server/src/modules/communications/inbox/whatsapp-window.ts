import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { conversationAddress } from '../incoming/join-conversation.ts'

type Reached = { customerId: number; caseId: number; address: string | null }

/** Until when WhatsApp lets us write freely to this number about a case, since its person wrote; null: only an approved template may leave. */
export async function findWindow(db: Db, { customerId, caseId, address }: Reached, now: Date): Promise<Date | null> {
  if (address === null) return null
  // WhatsApp writes a number without its plus.
  const { rows } = await sql<{ until: Date | null }>`
    select max(window_ends_at) as until
    from conversations
    where customer_id = ${customerId} and case_id = ${caseId} and channel = 'whatsapp'
      and ltrim(address, '+') = ltrim(${conversationAddress(address)}, '+') and window_ends_at > ${now}`.execute(db)
  return rows[0]?.until ?? null
}

/** May free words leave by WhatsApp at this moment? */
export async function isWindowOpen(db: Db, reached: Reached, at: Date): Promise<boolean> {
  return (await findWindow(db, reached, at)) !== null
}

type Free = { customerId: number; id: number; caseId: number; recipient: string }

/** Of these messages in free words, those that WhatsApp takes no more: neither their case nor their recipient has a window that is open. */
export async function findTooLate(db: Db, messages: readonly Free[], now: Date): Promise<ReadonlySet<number>> {
  if (messages.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select m.id
    from unnest(${messages.map(({ customerId }) => customerId)}::bigint[], ${messages.map(({ id }) => id)}::bigint[],
      ${messages.map(({ caseId }) => caseId)}::bigint[],
      ${messages.map(({ recipient }) => recipient.toLowerCase())}::text[]) as m(customer_id, id, case_id, recipient)
    where not exists (
      select from conversations v
      where v.customer_id = m.customer_id and v.channel = 'whatsapp' and v.window_ends_at > ${now}
        and (v.case_id = m.case_id or v.address = m.recipient))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
