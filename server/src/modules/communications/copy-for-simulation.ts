import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { recordTimeline, type TimelineEntry } from '../timeline/record-timeline.ts'
import type { PlayedCall } from './simulation-messages.ts'

type CaseRef = { customerId: number; batchId: number; caseId: number }
/** The messages of the true case, which stand for nothing any more where their copies count, and the call that is under way. */
export type CopiedMessages = { originalIds: ReadonlySet<number>; call: PlayedCall | null }
type Copy = {
  id: number
  original: number
  channel: string
  state: string
  delivery: string | null
  provider: string
  provider_ref: string | null
}

/**
 * Gives the copy of a case its messages and calls, with what their timeline says of them: steps look up their own. Keys begin with the case, so
 * they are made anew. What leaves at this moment waits in the copy. Only in a transaction that is undone.
 */
export async function copyMessages(tx: Transaction, from: CaseRef, to: CaseRef): Promise<CopiedMessages> {
  const { rows: copies } = await sql<Copy>`
    with old as materialized (
      select c.*, ${newKey(from, to)} as new_key
      from communications c
      where c.customer_id = ${from.customerId} and c.case_id = ${from.caseId}),
    copy as (
      insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, state, delivery, recipient,
        provider, simulated, provider_ref, attempts, reason, queued_at, started_at, sent_at, delivered_at, provider_id,
        by_hand, priority, inbound, chosen)
      select customer_id, ${to.caseId}, ${to.batchId}, channel, new_key, state, delivery, recipient, provider,
        simulated, case when channel = 'call' and state = 'sent' then 'copy ' || gen_random_uuid() end, attempts,
        reason, queued_at, started_at, sent_at, delivered_at, provider_id, by_hand, priority, inbound, chosen
      from old
      order by id
      returning *)
    select copy.id, old.id as original, copy.channel, copy.state, copy.delivery, copy.provider, copy.provider_ref
    from copy
    join old on old.new_key = copy.idempotency_key`.execute(tx)
  const originals = copies.map(({ original }) => original)
  const ids = copies.map(({ id }) => id)
  await sql`
    insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text, html, voice,
      language, voicemail_text, menu)
    select t.customer_id, m.id, t.queued_at, t.sender, t.subject, t.text, t.html, t.voice, t.language,
      t.voicemail_text, t.menu
    from unnest(${originals}::bigint[], ${ids}::bigint[]) as m(original, id)
    join communication_contents t on t.customer_id = ${from.customerId} and t.communication_id = m.original`.execute(tx)
  await sql`
    insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at, attempts, manual,
      for_promise, priority)
    select o.customer_id, m.id, ${to.caseId}, ${to.batchId}, o.channel, o.next_at, o.attempts, o.manual,
      o.for_promise, o.priority
    from unnest(${originals}::bigint[], ${ids}::bigint[]) as m(original, id)
    join outbox o on o.customer_id = ${from.customerId} and o.communication_id = m.original`.execute(tx)
  await sql`
    insert into manual_calls (customer_id, communication_id, case_id, user_id, by_user, asked_at, answered_at)
    select h.customer_id, m.id, ${to.caseId}, h.user_id, h.by_user, h.asked_at, h.answered_at
    from unnest(${originals}::bigint[], ${ids}::bigint[]) as m(original, id)
    join manual_calls h on h.customer_id = ${from.customerId} and h.communication_id = m.original`.execute(tx)
  await copyTimeline(tx, from, to, new Map(copies.map(({ original, id }) => [original, id])))
  const ringing = copies.find(({ channel, state, delivery }) => channel === 'call' && state === 'sent' && delivery === null)
  const call = ringing?.provider_ref ? { ...to, provider: ringing.provider, providerRef: ringing.provider_ref } : null
  return { originalIds: new Set(originals), call }
}

/** What is read of a timeline: how calls ended, which results were given, and why a message was held. */
async function copyTimeline(tx: Transaction, from: CaseRef, to: CaseRef, copyOf: ReadonlyMap<number, number>): Promise<void> {
  const lines = await tx
    .selectFrom('timeline')
    .select(['event', 'params', 'communication_id', 'at', 'by_user'])
    .where('customer_id', '=', from.customerId)
    .where('case_id', '=', from.caseId)
    .where((eb) =>
      eb.or([eb('event', 'like', 'call%'), eb('event', 'like', '%Cancelled'), eb('event', 'in', ['held', 'resultSet', 'closed'])]),
    )
    .orderBy('id')
    .execute()
  const entries = lines.map(({ event, params, communication_id, at, by_user: byUser }) => {
    const communicationId = copyOf.get(communication_id ?? 0)
    const place = { customerId: to.customerId, caseId: to.caseId, ...(communicationId !== undefined && { communicationId }) }
    return { event, params, at, ...place, ...(byUser !== null && { byUser }) }
  })
  await recordTimeline(tx, entries as TimelineEntry[])
}

const newKey = (from: CaseRef, to: CaseRef) => sql`
  case when starts_with(c.idempotency_key, ${`${from.caseId}:`})
    then ${`${to.caseId}:`} || substr(c.idempotency_key, ${`${from.caseId}:`.length + 1}::int)
    else ${`copy ${to.caseId}:`} || c.idempotency_key end`
