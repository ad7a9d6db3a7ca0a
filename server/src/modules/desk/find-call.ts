import { type DeskCall, type IdentifiedHow, mayHearDebt } from '@regie/contract/desk.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { userName } from '../../platform/db/user-name.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { maskPhoneSql } from '../cases/masks/mask-sql.ts'
import { openCentsOf } from '../cases/money/open-amount.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { maskColumns, maySeePersonalData } from '../fields/masks.ts'
import { checksOf } from './identity-checks.ts'

/** A call at a desk, as it stands in the database. */
export type DeskRow = {
  customerId: number
  id: number
  userId: number
  /** Null: nobody knows which case they call about. */
  caseId: number | null
  /** Who is called, or calls; masked for whoever may not see it. */
  number: string
  queueId: number | null
  queue: string | null
  askedAt: Date
  beganAt: Date | null
  endedAt: Date | null
  finishedAt: Date | null
  muted: boolean
  heldAt: Date | null
  /** Since when their page is gone from the call. */
  leftAt: Date | null
  holdSeconds: number
  identifiedAt: Date | null
  identifiedHow: IdentifiedHow | null
  /** The colleague who listens to it. */
  listener: string | null
  note: string
  simulated: boolean
  inbound: boolean
  hasResult: boolean
  /** The case's own: what its person can be asked for. */
  caseNumber: string
  fields: Record<string, string>
  name: string
  batchName: string
  outstandingCents: number | null
  paidCents: number
  currency: string
  /** Which fields are masked; null for whoever sees them as they are. */
  scriptFields: unknown
}

// Every desk asks for it at each change: of the case no more than the desk shows.
const rowsOf = (caller: Caller, where: ReturnType<typeof sql>) => sql<DeskRow>`
  select d.customer_id as "customerId", d.communication_id as id, d.user_id as "userId", d.case_id as "caseId",
    d.queue_id as "queueId", q.name as queue, m.queued_at as "askedAt", d.began_at as "beganAt",
    d.ended_at as "endedAt", d.finished_at as "finishedAt", d.muted, d.held_at as "heldAt", d.left_at as "leftAt",
    d.hold_seconds as "holdSeconds", d.identified_at as "identifiedAt", d.identified_how as "identifiedHow", d.note,
    (select ${userName('l')} from call_listeners o join staff l on l.id = o.user_id
      where o.customer_id = d.customer_id and o.communication_id = d.communication_id and o.ended_at is null
        and d.ended_at is null) as listener,
    m.simulated, m.inbound, coalesce(c.case_number, '') as "caseNumber", coalesce(c.fields, '{}') as fields,
    coalesce(c.name, '') as name, coalesce(b.name, '') as "batchName", c.outstanding_cents as "outstandingCents",
    coalesce(c.paid_cents, 0) as "paidCents", coalesce(c.currency, 'EUR') as currency,
    ${sql.raw(maySeePersonalData(caller) ? 'm.recipient' : maskPhoneSql('m.recipient'))} as number,
    case when ${!maySeePersonalData(caller)} then s.fields end as "scriptFields",
    exists (
      select from timeline t
      join users u on u.id = d.user_id and u.username = t.by_user
      where t.customer_id = d.customer_id and t.case_id = d.case_id and t.event in ('resultSet', 'closed')
        and t.at >= coalesce(d.began_at, m.queued_at)) as "hasResult"
  from desk_calls d
  join communications m on m.customer_id = d.customer_id and m.id = d.communication_id
  left join cases c on c.customer_id = d.customer_id and c.id = d.case_id
  left join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
  left join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  left join queues q on q.customer_id = d.customer_id and q.id = d.queue_id
  ${where}`

/** A call at the caller's own desk; another's does not exist for them. */
export async function findOwnCall(db: Db, caller: Caller, callId: number): Promise<DeskRow> {
  const { userId, customerIds } = caller
  const { rows } = await rowsOf(
    caller,
    sql`
      where d.communication_id = ${callId} and d.user_id = ${userId}
        and d.customer_id = any(${customerIds}::bigint[])`,
  ).execute(db)
  const [row] = rows
  if (!row) throw new AppError('call.notFound')
  return row
}

// A colleague who has gone home does not find yesterday's call on their desk.
const askedMinutes = 60

/** The calls that the caller is not done with: the one that is on first, then the newest. */
export async function listUnfinished(db: Db, caller: Caller, customerId: number, now: Date): Promise<DeskRow[]> {
  const { rows } = await rowsOf(
    caller,
    sql`
    where d.user_id = ${caller.userId} and d.customer_id = ${customerId} and d.finished_at is null
      and (d.ended_at is null or d.ended_at > ${now}::timestamptz - make_interval(mins => ${askedMinutes}))
    order by d.ended_at is null desc, coalesce(d.began_at, m.queued_at) desc, d.communication_id desc
    limit 20`,
  ).execute(db)
  return rows
}

/** The call as its agent sees it: of the debt nothing until it is known that the person may hear of it. */
export function showCall(caller: Caller, row: DeskRow): DeskCall {
  const { caseNumber, batchName, currency, paidCents } = row
  const { name } = maskColumns({ name: row.name, phone: null, email: null }, maySeePersonalData(caller) ? [] : fieldsOf(row.scriptFields))
  const outstandingCents = openCentsOf(row.outstandingCents, paidCents)
  return {
    callID: row.id,
    caseID: row.caseId,
    number: row.caseId === null ? row.number : null,
    queue: row.queue,
    state: row.endedAt !== null ? 'ended' : row.beganAt === null ? 'ringing' : 'talking',
    askedAt: row.askedAt.toISOString(),
    beganAt: row.beganAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    isMuted: row.muted,
    heldAt: row.heldAt?.toISOString() ?? null,
    leftAt: row.leftAt?.toISOString() ?? null,
    holdSeconds: row.holdSeconds,
    simulated: row.simulated,
    isInbound: row.inbound,
    name,
    identified: row.identifiedAt && row.identifiedHow && { how: row.identifiedHow, at: row.identifiedAt.toISOString() },
    checks: row.caseId === null ? [] : checksOf(row),
    debt: row.caseId !== null && mayHearDebt(row.identifiedHow) ? { caseNumber, batchName, outstandingCents, currency } : null,
    listener: row.listener,
    note: row.note,
    hasResult: row.hasResult,
  }
}

/** The case of a call: until somebody found it, nothing can be done with it. */
export function caseOfCall({ caseId }: DeskRow): number {
  if (caseId === null) throw new AppError('desk.noCase')
  return caseId
}

/** The same of a call by its id. */
export const showOwnCall = async ({ db }: { db: Db }, caller: Caller, callId: number): Promise<DeskCall> =>
  showCall(caller, await findOwnCall(db, caller, callId))
