import { RefusalReason } from '@regie/contract/cases.ts'
import { CaseSelection } from '@regie/contract/bulk.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { graceSeconds, type MessageOrder, type messageApi, type MessageRefusal, type MessageTemplate } from '@regie/contract/messages.ts'
import { rightOfWritten, writtenChannels } from '@regie/contract/manual-messages.ts'
import { holdsRight } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMasks } from '../cases/masks/case-mask.ts'
import { listOffered } from '../templates/template-queries.ts'

const keptDays = 30

/** What an order fills in and makes, as it is kept. */
const KeptWay = z.object({ channel: z.enum(writtenChannels), templateID: z.number(), template: z.string(), revisionID: z.number() })
export const KeptPlan = z.object({
  overrides: z.record(z.string(), z.string()),
  makeLinks: z.boolean(),
  simplify: z.boolean(),
  // Orders from before had one channel.
  otherwise: z.array(KeptWay).default([]),
})
export type KeptPlan = z.infer<typeof KeptPlan>
/** Which cases: a search was answered when it was ordered. */
export const KeptFilter = z.union([z.object({ caseIDs: z.array(z.number()) }), CaseSelection])

/** The texts that this caller may send to cases of a customer. */
export async function listTemplates(db: Db, { rights }: Caller, customerId: number): Promise<MessageTemplate[]> {
  const own = writtenChannels.filter((channel) => holdsRight(rights, rightOfWritten[channel]))
  return (await listOffered(db, customerId)).flatMap(({ id, kind, name, group }) => {
    const channel = own.find((one) => one === kind)
    return channel === undefined ? [] : [{ templateID: id, channel, name, group }]
  })
}

type Row = Omit<MessageOrder, 'otherwise' | 'byChannel' | 'waits' | 'refused' | 'sendAt' | 'leavesAt' | 'createdAt' | 'finishedAt'> & {
  plan: unknown
  byChannel: MessageOrder['byChannel'] | null
  refused: MessageOrder['refused'] | null
  waits: { reason: string | null; count: number; nextAt: string }[]
  sendAt: Date | null
  createdAt: Date
  finishedAt: Date | null
}

/** An order of a customer of this caller; another's does not exist for them. */
export async function findJob(db: Db, caller: Caller, jobId: number, now: Date): Promise<MessageOrder> {
  const [job] = await jobsWhere(db, caller, now, sql`j.id = ${jobId}`)
  if (!job) throw new AppError('bulk.notFound')
  return job
}

/** The orders of the last month, newest first. */
export function listJobs(db: Db, caller: Caller, customerId: number, now: Date): Promise<MessageOrder[]> {
  const since = new Date(now.getTime() - keptDays * 24 * 3_600_000)
  return jobsWhere(db, caller, now, sql`j.customer_id = ${customerId} and j.created_at > ${since}`)
}

async function jobsWhere(db: Db, { customerIds, userId }: Caller, now: Date, which: ReturnType<typeof sql>): Promise<MessageOrder[]> {
  const { rows } = await sql<Row>`
    select j.id as "orderID", j.customer_id as "customerID", j.channel, j.template_name as template, j.plan,
      j.username as by, j.state, j.total, j.done, j.send_at as "sendAt",
      j.created_at as "createdAt", j.finished_at as "finishedAt",
      u.token as "undoToken", n.sent, n.planned, n."takenBack", n.waiting, n.gone,
      n."notGone", w.waits, r.refused, h."byChannel"
    from (
      select *
      from message_jobs j
      where j.customer_id = any(${customerIds}::bigint[]) and ${which}
      order by j.id desc
      limit 50) j
    cross join lateral (
      select count(*) filter (where k.outcome = 'sent')::int as sent,
        count(*) filter (where k.outcome = 'planned')::int as planned,
        count(*) filter (where k.outcome = 'takenBack')::int as "takenBack",
        count(*) filter (where m.state = 'queued')::int as waiting,
        count(*) filter (where m.state in ('sent', 'unknown'))::int as gone,
        count(*) filter (where m.state in ('failed', 'refused', 'cancelled')
          and k.outcome <> 'takenBack')::int as "notGone"
      from message_job_cases k
      left join communications m on m.customer_id = k.customer_id and m.id = k.communication_id
      where k.customer_id = j.customer_id and k.job_id = j.id) n
    cross join lateral (
      select coalesce(json_agg(json_build_object('reason', g.reason, 'count', g.count, 'nextAt', g.next_at)
          order by g.count desc), '[]') as waits
      from (
        select m.reason, count(*)::int as count, min(o.next_at) as next_at
        from message_job_cases k
        join communications m on m.customer_id = k.customer_id and m.id = k.communication_id and m.state = 'queued'
        join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id
        where k.customer_id = j.customer_id and k.job_id = j.id
        group by m.reason) g) w
    left join lateral (
      select json_agg(json_build_object('channel', w.channel, 'reason', w.reason, 'count', w.count)
          order by w.count desc) as refused
      from (
        select coalesce(k.channel, j.channel) as channel, k.reason, count(*)::int as count
        from message_job_cases k
        where k.customer_id = j.customer_id and k.job_id = j.id and k.reason is not null
        group by 1, k.reason) w) r on true
    left join lateral (
      select json_agg(json_build_object('channel', w.channel, 'count', w.count) order by w.count desc) as "byChannel"
      from (
        select coalesce(k.channel, j.channel) as channel, count(*)::int as count
        from message_job_cases k
        where k.customer_id = j.customer_id and k.job_id = j.id and k.outcome in ('sent', 'planned')
        group by 1) w) h on true
    left join undo_entries u on u.customer_id = j.customer_id and u.id = j.undo_entry_id and u.user_id = ${userId}
      and u.undone_at is null and u.until > ${now} and u.count > 0
    order by j.id desc`.execute(db)
  return rows.map(shownJob)
}

function shownJob({ plan, byChannel, refused, waits, sendAt, createdAt, finishedAt, ...job }: Row): MessageOrder {
  return {
    ...job,
    // What a provider said is no reason of ours: it is tried again at its moment.
    waits: waits.map(({ reason, count, nextAt }) => ({
      reason: RefusalReason.safeParse(reason).data ?? null,
      ...{ count, nextAt: new Date(nextAt).toISOString() },
    })),
    otherwise: KeptPlan.pick({ otherwise: true })
      .parse(plan)
      .otherwise.map(({ channel, template }) => ({ channel, template })),
    byChannel: byChannel ?? [],
    refused: refused ?? [],
    sendAt: sendAt?.toISOString() ?? null,
    leavesAt: leavesAt(sendAt, createdAt).toISOString(),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** Before this moment nothing of an order leaves. */
export function leavesAt(sendAt: Date | null, createdAt: Date): Date {
  return sendAt ?? new Date(createdAt.getTime() + graceSeconds * 1_000)
}

const Place = z.tuple([z.number()])
type RowQuery = RequestOf<typeof messageApi.rows>['query']
type RowPage = ResponseOf<typeof messageApi.rows>

/** The cases behind a number of an order, masked for who may not see all. */
export async function listRows({ db, pool, clock }: Services, caller: Caller, jobId: number, query: RowQuery): Promise<RowPage> {
  const { customerID, ...job } = await findJob(db, caller, jobId, clock.now())
  const { outcome, reason, channel, limit, cursor } = query
  const [after] = cursor === undefined ? [0] : decodeCursor(Place, cursor)
  const rows = await db
    .selectFrom('message_job_cases as k')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'k.customer_id').onRef('c.id', '=', 'k.case_id'))
    .select(['k.case_id', 'c.case_number', 'c.name', 'k.channel', 'k.outcome', 'k.reason', 'k.next_at'])
    .where('k.customer_id', '=', customerID)
    .where('k.job_id', '=', jobId)
    .where('k.case_id', '>', after)
    .$if(outcome !== undefined, (some) => some.where('k.outcome', '=', outcome ?? ''))
    .$if(reason !== undefined, (some) => some.where('k.reason', '=', reason ?? ''))
    .$if(channel !== undefined, (some) => some.where((eb) => eb(eb.fn.coalesce('k.channel', eb.val(job.channel)), '=', channel ?? '')))
    .orderBy('k.case_id')
    .limit(limit + 1)
    .execute()
  const page = pageFrom(rows, limit, (row) => [row.case_id])
  const masked = await findTextMasks(
    pool,
    caller,
    page.rows.map((row) => row.case_id),
  )
  return {
    rows: page.rows.map((row) => ({
      caseID: row.case_id,
      caseNumber: row.case_number,
      name: masked(row.case_id, row.name),
      channel: (row.channel ?? job.channel) as MessageOrder['channel'],
      outcome: row.outcome as RowPage['rows'][number]['outcome'],
      reason: row.reason as MessageRefusal | null,
      nextAt: row.next_at?.toISOString() ?? null,
    })),
    nextCursor: page.nextCursor,
    total: { value: totalOf(job, query), exact: reason !== undefined || outcome !== undefined },
  }
}

function totalOf({ refused, byChannel, ...job }: Omit<MessageOrder, 'customerID'>, { outcome, reason, channel }: RowQuery): number {
  const ofChannel = <One extends { channel: string }>(rows: readonly One[]) =>
    rows.filter((one) => channel === undefined || one.channel === channel)
  const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)
  if (reason !== undefined) return sum(ofChannel(refused).filter((one) => one.reason === reason))
  if (outcome === undefined) return channel === undefined ? job.done : sum(ofChannel([...byChannel, ...refused]))
  if (outcome === 'refused') return sum(ofChannel(refused))
  return channel === undefined || outcome === 'takenBack' ? job[outcome] : sum(ofChannel(byChannel))
}
