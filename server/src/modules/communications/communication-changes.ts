import type { Channel } from '@regie/contract/channels.ts'
import type { ApprovedMessage } from '@regie/contract/whatsapp.ts'
import { queuePriorities } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { SpokenMenu } from '../../gateways/voice/voice-gateway.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { MailExtras } from '../templates/mail-extras.ts'
import { notInMaintenance } from '../maintenance/maintenance-queries.ts'
import { busyPersons, personIsFree } from './one-call/busy-persons.ts'
import type { Capacity } from './outbox-capacity.ts'

export type ClaimedMessage = {
  customerId: number
  id: number
  caseId: number
  batchId: number
  channel: Channel
  recipient: string
  attempts: number
  /** Why it was held before, if it was. */
  reason: string | null
  sender: string
  subject: string
  text: string
  html: string | null
  /** Of WhatsApp: the approved text that it is, with its values; null: free text. */
  approved: ApprovedMessage | null
  voice: string
  /** What a voicemail hears of a call. */
  voicemailText: string | null
  /** The keys that may be pressed in a call. */
  menu: SpokenMenu | null
  language: string
  /** The customer's provider that it was queued for; null: the installation's own. */
  providerId: number | null
  /** Of an e-mail: what it carries beside its text. */
  mail: MailExtras | null
  /** Somebody waits for this call at their desk. */
  manual: boolean
  /** Staff sent it themselves. */
  byHand: boolean
  /** A link that staff send: no pause that waits for a promise holds it. */
  forPromise: boolean
  /** It answers what the person wrote: until then no hour or cap holds it. */
  answersUntil: Date | null
  /** Whoever sent it may pass a cap of their own customer. */
  passesCap: boolean
  /** Of WhatsApp: under it stands a button by which the person gives their number. */
  asksNumber: boolean
  /** Which text of a template it carries. */
  templateRevisionId: number | null
  /** It confirms to a person that they get no more. */
  confirmsStop: boolean
  /** The Message-ID of the mail that it answers. */
  inReplyTo: string | null
}

type Claim = { channel: Channel; engineId: number; limit: number; now: Date; capacities: Capacity[] | null; isLowFirst: boolean }

const levels = { highFirst: [...queuePriorities], lowFirst: queuePriorities.toReversed() }

/**
 * Claims up to `limit` due messages, shared over the open batches by priority; with capacities, no more for a script than it has capacity for. Of a
 * batch those of the highest priority go first, or with `isLowFirst` of the lowest; of one priority in the order in which they were due.
 * Only an engine that is entered claims: an owner that nobody knows would never be missed (recover-messages.ts).
 */
export async function claimDue(
  tx: Transaction,
  { channel, engineId, limit, now, capacities, isLowFirst }: Claim,
): Promise<ClaimedMessage[]> {
  const free = capacities?.filter((capacity) => capacity.begin > 0) ?? []
  const mayAll = capacities === null
  const own = free.flatMap((capacity) => capacity.own)
  const inTurn = isLowFirst ? levels.lowFirst : levels.highFirst
  const { rows } = await sql<ClaimedMessage>`
    with me as materialized (select from engines where id = ${engineId} for key share),
    ${channel === 'call' ? sql`${busyPersons},` : sql``}
    active as (
      select b.customer_id, b.id, b.script_id, b.priority, r.free, own.free as own_free
      from batches b
      join scripts s on s.customer_id = b.customer_id and s.id = b.script_id and s.active
      cross join me
      left join unnest(${free.map((capacity) => capacity.scriptId)}::bigint[],
        ${free.map((capacity) => capacity.begin)}::int[]) as r(script_id, free) on r.script_id = s.id
      left join unnest(${own.map((batch) => batch.batchId)}::bigint[],
        ${own.map((batch) => batch.free)}::int[]) as own(batch_id, free) on own.batch_id = b.id
      where ${notInMaintenance}
        and (${channel !== 'call'} or b.dialer_on)
        and coalesce(own.free, 1) > 0
        and (b.status = 'open' or (b.status = 'paused' and b.paused_until <= ${now}))
        and (${mayAll} or r.free is not null)
        and exists (
        select from outbox o
        where o.channel = ${channel}
          and o.customer_id = b.customer_id
          and o.batch_id = b.id
          and o.state = 'queued'
          and o.next_at <= ${now})),
    shares as (
      select customer_id, id, least(own_free, ceil(${limit} * priority::numeric / sum(priority) over ()),
        -- What a script has capacity for is dealt out over its batches one by one, the higher priority first.
        case
          when free is null then ${limit}
          else free / count(*) over script + (row_number() over (partition by script_id
              order by priority desc, id) <= free % count(*) over script)::int
          end
        )::int as share
      from active window script as (partition by script_id)),
    due as (
      -- One look into outbox_by_priority for each priority, in turn, until the share is full: what is of a later turn
      -- is neither read nor locked.
      select m.customer_id, m.communication_id
      from shares b
      cross join lateral (
        select its.customer_id, its.communication_id
        from unnest(${inTurn}::smallint[]) as level(priority)
        cross join lateral (
          select o.customer_id, o.communication_id
          from outbox o
          where o.channel = ${channel}
            and o.customer_id = b.customer_id
            and o.batch_id = b.id
            and o.priority = level.priority
            and o.state = 'queued'
            and o.next_at <= ${now}
            and not o.manual ${channel === 'call' ? sql`${noOtherCall} ${personIsFree}` : sql``}
          ${channel === 'sms' ? onOwnLine(engineId) : sql``}
          ${channel === 'whatsapp' ? onOwnPairing(engineId) : sql``}
          order by o.next_at, o.communication_id
          limit b.share
          for update skip locked) its
        limit b.share) m),
    claimed as (
      update outbox o set state = 'claimed', owner = ${engineId} from due
      where o.customer_id = due.customer_id and o.communication_id = due.communication_id
      returning o.customer_id, o.communication_id, o.attempts, o.next_at, o.manual,
        o.for_promise, o.priority)
    ${claimedMessages}
    order by array_position(${inTurn}::smallint[], o.priority), o.next_at, c.id`.execute(tx)
  return rows
}

// SQL: by an exchange goes what the engine that keeps its connection claims; of one that is off nobody keeps any.
const onOwnLine = (engineId: number) => sql`
          and not exists (
            select from communications m
            join providers p on p.customer_id = m.customer_id and p.id = m.provider_id and p.kind = 'smpp'
              and p.state <> 'off'
            left join sms_lines l on l.customer_id = p.customer_id and l.provider_id = p.id
            where m.customer_id = o.customer_id
              and m.id = o.communication_id
              and l.engine_id is distinct from ${engineId})`

// SQL: by a paired number goes what the engine claims that keeps it connected, while it is.
const onOwnPairing = (engineId: number) => sql`
          and not exists (
            select from communications m
            join providers p on p.customer_id = m.customer_id and p.id = m.provider_id and p.kind = 'web-pairing'
              and p.state <> 'off'
            left join whatsapp_pairings w on w.customer_id = p.customer_id and w.provider_id = p.id
              and w.state = 'open'
            where m.customer_id = o.customer_id
              and m.id = o.communication_id
              and w.engine_id is distinct from ${engineId})`

/** SQL: nobody is called who is on the phone with us, or about to be rung up by a sender. */
export const noOtherCall = sql`
          and not exists (
            select from communications m
            where m.customer_id = o.customer_id and m.case_id = o.case_id and m.in_air)
          and not exists (
            select from communications m
            join outbox x on x.customer_id = m.customer_id and x.communication_id = m.id
            where m.customer_id = o.customer_id and m.case_id = o.case_id and m.channel = 'call' and m.state = 'queued'
              and x.state <> 'queued')`

/** SQL: what was claimed (`claimed`). */
export const claimedMessages = sql`
    select c.customer_id as "customerId", c.id, c.case_id as "caseId", c.batch_id as "batchId", c.channel, c.recipient,
      o.attempts, c.reason, t.sender, t.subject, t.text, t.html, t.voice, t.voicemail_text as "voicemailText",
      t.language, t.mail, t.approved, t.menu,
      c.provider_id as "providerId", o.manual, c.by_hand as "byHand",
      o.for_promise as "forPromise", c.answers_until as "answersUntil", c.passes_cap as "passesCap",
      c.confirms_stop as "confirmsStop", t.template_revision_id as "templateRevisionId",
      t.in_reply_to as "inReplyTo", t.asks_number as "asksNumber"
    from claimed o
    join communications c on c.customer_id = o.customer_id and c.id = o.communication_id
    join communication_contents t on t.customer_id = c.customer_id
      and t.communication_id = c.id
      and t.queued_at = c.queued_at`

/** Claims what is due of one case, for a simulation of it. */
export async function claimDueOfCase(
  tx: Transaction,
  { customerId, caseId }: { customerId: number; caseId: number },
  engineId: number,
  now: Date,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with claimed as (
      update outbox o set state = 'claimed', owner = ${engineId} from communications c
      where c.customer_id = ${customerId}
        and c.case_id = ${caseId}
        and c.state = 'queued'
        and o.customer_id = c.customer_id
        and o.communication_id = c.id
        and o.state = 'queued'
        and o.next_at <= ${now}
      returning o.customer_id, o.communication_id, o.attempts, o.next_at, o.manual,
        o.for_promise)
    ${claimedMessages}
    order by o.next_at, c.id`.execute(tx)
  return rows
}

type Held = { customerId: number; id: number; reason: string | null }
export type HeldMessage = Held & { nextAt: Date | null; lookAt: Date; isFinal: boolean; isNew: boolean }

/** Claimed messages that may not go: back into the queue until they may, or cancelled for good. What is new is published once. */
export async function putBack(tx: Transaction, held: readonly HeldMessage[], now: Date): Promise<void> {
  await sql`
    with held as (select *
      from unnest(${held.map((m) => m.customerId)}::bigint[], ${held.map((m) => m.id)}::bigint[],
        ${held.map((m) => m.reason)}::text[],
      ${held.map((m) => m.nextAt)}::timestamptz[], ${held.map((m) => m.lookAt)}::timestamptz[],
        ${held.map((m) => m.isFinal)}::boolean[], ${held.map((m) => m.isNew)}::boolean[])
      as h(customer_id, id, reason, next_at, look_at, is_final, is_new)),
    waiting as (
      update outbox o set state = 'queued', owner = null, next_at = coalesce(h.next_at, h.look_at)
      from held h where not h.is_final and o.customer_id = h.customer_id and o.communication_id = h.id),
    cancelled as (
      delete from outbox o using held h where h.is_final and o.customer_id = h.customer_id and o.communication_id = h.id
      returning o.communication_id, o.attempts, o.started_at),
    changed as (
      update communications c
      set state = case when h.is_final then 'cancelled' else 'queued' end, reason = h.reason,
        permission = coalesce(c.permission, '[]') || ${claimDecision(now)},
        attempts = coalesce(x.attempts, c.attempts), started_at = coalesce(x.started_at, c.started_at)
      from held h left join cancelled x on x.communication_id = h.id
      where (h.is_final or h.is_new) and c.customer_id = h.customer_id and c.id = h.id
      returning c.customer_id, c.case_id, c.batch_id, c.id, c.channel, c.simulated, h.reason, h.next_at, h.is_final,
        h.is_new),
    recorded as (
      select record_timeline(
        array_agg(customer_id),
        array_agg(case_id),
        array_agg(case when is_final then channel || 'Cancelled' else 'held' end),
        array_agg(jsonb_strip_nulls(jsonb_build_object('reason', reason, 'channel', channel,
          'nextAt', to_char(next_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))),
        array[${now}::timestamptz], null, array_agg(id), array_agg(simulated))
      from changed)
    select ${notifyCasesChanged}
    from (
      select customer_id, batch_id, array_agg(case_id) as case_ids
      from changed
      group by customer_id, batch_id) b, recorded`.execute(tx)
}

// A decision as ContactDecision of the contract has it; that it was allowed in the end needs none, since it left.
const claimDecision = (now: Date) =>
  sql`jsonb_build_object('at', ${now.toISOString()}::text, 'when', 'claimed', 'ok', false, 'reason', h.reason, 'nextAt',
      to_char(h.next_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

const notifyCasesChanged = sql`notify_cases_changed(customer_id, batch_id, case_ids)`

/** What became of a message: `started` from claimed, the others from started. `queued` is a retry of what is known not to have left. */
export type Mark = {
  customerId: number
  id: number
  state: 'started' | 'sent' | 'refused' | 'failed' | 'unknown' | 'queued'
  providerRef?: string | undefined
  reason?: string | undefined
  nextAt?: Date | undefined
  /** It did not fail, it was too much at once. */
  isNoAttempt?: boolean
}

/**
 * Writes many marks at once; answers which messages may start. One that was cancelled, paused or taken over meanwhile keeps its state: whoever
 * asked to start it then must not. A late `sent` is believed over an `unknown` of our own.
 */
export async function writeMarks(pool: Pool, engineId: number, marks: readonly Mark[], now: Date): Promise<Set<number>> {
  const again = marks.filter(({ state }) => state === 'queued')
  if (again.length > 0) await queueAgain(pool, engineId, again)
  const starting = marks.filter(({ state }) => state === 'started').sort((one, other) => one.id - other.id)
  const settled = marks.filter(({ state }) => state !== 'started' && state !== 'queued')
  const values = [
    engineId,
    now,
    bigints(starting.map((m) => m.customerId)),
    bigints(starting.map((m) => m.id)),
    bigints(settled.map((m) => m.customerId)),
    bigints(settled.map((m) => m.id)),
    settled.map((m) => m.state),
    settled.map((m) => m.providerRef ?? null),
    settled.map((m) => m.reason ?? null),
  ]
  const text = 'select id from write_marks($1, $2, $3, $4, $5, $6, $7, $8, $9) as id'
  const { rows } = await pool.query<{ id: number }>({ name: 'write-marks', text, values })
  return new Set(rows.map(({ id }) => id))
}

// As PostgreSQL writes an array. The driver would quote and look at each number: 2 % of the engine's time.
const bigints = (numbers: readonly number[]) => `{${numbers.join(',')}}`

async function queueAgain(pool: Pool, engineId: number, marks: readonly Mark[]): Promise<void> {
  await pool.query(
    `with again as (select *
      from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::boolean[])
        as m(customer_id, id, next_at, reason, is_no_attempt)),
    waiting as (
      update outbox o
      set state = 'queued', owner = null, next_at = m.next_at, attempts = o.attempts - m.is_no_attempt::int
      from again m
      where o.customer_id = m.customer_id and o.communication_id = m.id and o.state = 'started' and o.owner = $1
      returning o.customer_id, o.communication_id, o.case_id, o.batch_id, m.reason),
    explained as (
      update communications c
      set reason = w.reason
      from waiting w
      where c.customer_id = w.customer_id and c.id = w.communication_id)
    select notify_cases_changed(customer_id, batch_id, array_agg(case_id)) from waiting group by customer_id, batch_id`,
    [
      ...[engineId, marks.map((m) => m.customerId), marks.map((m) => m.id), marks.map((m) => m.nextAt)],
      ...[marks.map((m) => m.reason ?? null), marks.map((m) => m.isNoAttempt ?? false)],
    ],
  )
}

/** Gives claimed messages back unsent: this engine stops, or held them for too long. */
export async function releaseMessages(db: Db, engineId: number, messages: readonly { customerId: number; id: number }[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    update outbox o set state = 'queued', owner = null
    from unnest(${messages.map((m) => m.customerId)}::bigint[],
      ${messages.map((m) => m.id)}::bigint[]) as m(customer_id, id)
    where o.customer_id = m.customer_id and o.communication_id = m.id and o.owner = ${engineId} and o.state = 'claimed'`.execute(db)
}

/** Which of these stand as started by this engine. */
export async function listStarted(pool: Pool, engineId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `select communication_id as id from outbox where communication_id = any($2) and owner = $1 and state = 'started'`,
    [engineId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** What this engine was about to start and has not begun to send goes back into the queue. */
export async function takeBackStarts(pool: Pool, engineId: number, ids: readonly number[]): Promise<void> {
  await pool.query(
    `update outbox set state = 'queued', owner = null, attempts = attempts - (state = 'started')::int
    where communication_id = any($2) and owner = $1 and state in ('claimed', 'started')`,
    [engineId, ids],
  )
}

/**
 * What stands under this engine's name though none of its lanes has it: an answer was lost on the way. Claimed ones go back into the queue; started
 * ones are answered, for what became of them is for the caller to say. Reads the whole outbox, so only after trouble.
 */
export async function releaseStrays(
  db: Db,
  { channel, engineId, known }: { channel: Channel; engineId: number; known: readonly number[] },
): Promise<{ customerId: number; id: number }[]> {
  const { rows } = await sql<{ customerId: number; id: number }>`
    with strays as (
      select customer_id, communication_id, state from outbox
      where owner = ${engineId} and channel = ${channel} and communication_id <> all(${known}::bigint[])
      for update),
    freed as (
      update outbox o set state = 'queued', owner = null from strays s
      where s.state = 'claimed' and o.customer_id = s.customer_id and o.communication_id = s.communication_id)
    select customer_id as "customerId", communication_id as id from strays where state = 'started'`.execute(db)
  return rows
}
