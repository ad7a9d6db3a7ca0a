import { costCurrency } from '@regie/contract/cost-report.ts'
import type { ResponseOf, RequestOf } from '@regie/contract/endpoint.ts'
import type { FigureKind, figureApi } from '@regie/contract/figures.ts'
import { shortAbandonSeconds } from '@regie/contract/service-level.ts'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type CaseData, caseColumns, caseRowsFor } from '../cases/case-data.ts'
import { addDays, fromLocalTime } from '../contact-permission/local-time.ts'
import { reasonsOf } from '../communications/failures/failure-reasons.ts'
import { channelOfMoney, leftUs } from '../communications/reported/contact-before.ts'
import { hasLeft, messageJoins, outcomeSql, unsubscribedSql } from '../communications/reported/message-outcomes.ts'
import { complaintPartSql } from '../compliance-file/due-sql.ts'
import { batchesOfScope, homeDays } from './home-scope.ts'

type Query = RequestOf<typeof figureApi.cases>['query']

/** SQL: a message that did not arrive, though it was sent or was to be. */
export const failedMessage = (one: string) => `(${one}.state = 'failed' or ${one}.delivery = 'failed')`

const messagesFrom = `greatest($9::timestamptz, $3::date::timestamp at time zone 'Europe/Amsterdam')`
const messagesUntil = `least($10::timestamptz, ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam')`
const messageCases = Object.entries(outcomeSql)
  .map(([name, isOne]) => `when '${name}' then ${isOne}`)
  .join(' ')

const complaintCases = Object.entries(complaintPartSql('$8'))
  .map(([name, isOne]) => `when '${name}' then ${isOne}`)
  .join(' ')

const byBarredDay = {
  byDay: 'c.barred_on',
  cases: `c.status <> 'closed' and c.barred_on between coalesce($7::date, $3::date) and $4::date`,
  total: dayTotal('barred'),
}

// Which cases, in the words of the index that has them (migration kept-money), and how many there are: from the kept totals where these have it.
// $3 and $4 are the first and the last day.
// Newest first, unless it is by a day, the soonest first: then $7 is the day after which the page begins.
const figures: Record<FigureKind, { cases: string; total: string; byDay?: string }> = {
  outstanding: {
    cases: `c.status <> 'closed' and c.outstanding_cents > c.paid_cents`,
    total: batchTotal('open_cases'),
  },
  broken: { cases: `c.result = 'TOEV' and c.status <> 'closed'`, total: batchTotal('broken') },
  promised: {
    cases: `c.promised_cents > 0 and c.status <> 'closed' and c.promised_on between $3::date and $4::date`,
    total: dayTotal('promises'),
  },
  cameIn: {
    cases: `day_of(c.created_at) between $3::date and $4::date`,
    total: dayTotal('cases'),
  },
  received: listed(`
    select p.case_id
    from payments p
    where p.customer_id = $1 and p.paid_on between $3::date and $4::date and p.withdrawn_at is null`),
  // $7 is the step.
  atStep: listed(`
    select r.case_id
    from case_runs r
    join cases o on o.customer_id = r.customer_id and o.id = r.case_id and o.status <> 'closed'
    where r.customer_id = $1 and r.state <> 'finished' and r.step = $7 and r.batch_id in (select id from its)`),
  // $7 are the queues, $8 is which of their calls, $9 and $10 are the moments between which they came in.
  queueCalls: listed(`
    select x.case_id
    from queue_calls x
    join queues q on q.customer_id = x.customer_id and q.id = x.queue_id
    where x.customer_id = $1
      and x.entered_at >= greatest($9::timestamptz, $3::date::timestamp at time zone 'Europe/Amsterdam')
      and x.entered_at < least($10::timestamptz, ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam')
      and ($7::bigint[] is null or x.queue_id = any($7))
      and case $8
        when 'answered' then x.answered_at is not null and x.rings_until is null
        when 'late' then x.rings_until is null
          and x.answered_at > x.entered_at + make_interval(secs => q.target_seconds)
        when 'abandoned' then x.state = 'abandoned'
          and x.ended_at > x.entered_at + make_interval(secs => ${shortAbandonSeconds})
        else true end`),
  // $7 is the channel, $8 is which of its messages, $9 and $10 are the moments between which they were made; $11 is the template, 0 for none, $12 and $13 are
  // providers with what each said of those that failed.
  messages: listed(`
    select m.case_id
    from communications m ${messageJoins(messagesFrom, messagesUntil)}
    left join template_revisions v on v.customer_id = t.customer_id and v.id = t.template_revision_id
    where m.customer_id = $1 and m.channel = $7 and m.queued_at >= ${messagesFrom} and m.queued_at < ${messagesUntil}
      and ${hasLeft('m')}
      and case $8 ${messageCases} else false end
      and ($11::bigint is null or coalesce(v.template_id, 0) = $11)
      and ($12::text[] is null or (m.provider, coalesce(left(m.reason, 60), '')) in (
        select provider, reason from unnest($12::text[], $13::text[]) as g(provider, reason)))
    union all
    select l.case_id ${unsubscribedSql(messagesFrom, messagesUntil)} and $7 = 'email' and $8 = 'unsubscribed'`),
  // $7 is the step, $8 the variant or null, $9 is which of its cases.
  variant: listed(`
    select v.case_id
    from case_variants v
    where v.customer_id = $1 and v.script_id = $2 and v.step_key = $7 and not v.is_demo
      and v.divided_at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
      and v.divided_at < ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam'
      and ($8::text is null or v.variant = $8)
      and case $9
        when 'paying' then least(v.paid_cents, v.owed_cents) > 0
        when 'settled' then v.settled_at is not null
        when 'complained' then v.complaints > 0
        else true end`),
  // $7 is the channel that they were contacted by or that their money counts for, null for any, $8 is which of both.
  costs: listed(`
    select m.case_id
    from communications m
    where $8::text = 'contacts' and m.customer_id = $1
      and m.channel = any(case when $7::text is null then '{call,email,sms,whatsapp}' else array[$7::text] end)
      and m.queued_at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
      and m.queued_at < ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam' and ${leftUs('m')}
    union all
    select l.case_id
    from letters l
    where $8::text = 'contacts' and coalesce($7::text, 'letter') = 'letter' and l.customer_id = $1
      and l.state = 'handedOver' and l.queued_at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
      and l.queued_at < ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam'
    union all
    select p.case_id
    from payments p
    where $8::text = 'payments' and p.customer_id = $1 and p.paid_on between $3::date and $4::date
      and p.withdrawn_at is null and p.currency = '${costCurrency}'
      and ($7::text is null or $7 = coalesce(${channelOfMoney}, 'none'))`),
  // $7 is the result, null for any. The index of closed cases has it.
  closed: counted(`c.status = 'closed' and c.status_at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
    and c.status_at < ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam' and ($7::text is null or c.result = $7)`),
  stillOpen: counted(`c.status <> 'closed' and day_of(c.created_at) between $3::date and $4::date`),
  // $7 is which of the complaints, $8 is now.
  complaints: listed(`
    select x.case_id
    from complaints x
    where x.customer_id = $1 and x.kind = 'complaint'
      and x.at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
      and x.at < ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam' and $8::timestamptz is not null
      and case $7::text ${complaintCases} else false end`),
  barred: byBarredDay,
  barredSoon: byBarredDay,
  debtHelpReached: listed(`
    select d.case_id
    from debt_help d
    where d.customer_id = $1 and d.ended_on is null and d.ends_on between $3::date and $4::date`),
  failed: listed(`
    select m.case_id
    from communications m
    where m.customer_id = $1 and m.queued_at >= $3::date::timestamp at time zone 'Europe/Amsterdam'
      and m.queued_at < ($4::date + 1)::timestamp at time zone 'Europe/Amsterdam' and ${failedMessage('m')}`),
}

function batchTotal(figure: string) {
  return `select sum(${figure})::int
    from batch_money_now
    where customer_id = $1 and batch_id in (select id from its) and $3::date <= $4::date`
}

function dayTotal(figure: string) {
  return `select sum(${figure})::int
    from money_days_now
    where customer_id = $1 and ($2::bigint is null or script_id = $2) and day between $3::date and $4::date`
}

function listed(ids: string) {
  return counted(`c.id in (${ids})`)
}

function counted(cases: string) {
  return {
    cases,
    total: `select count(*)::int
      from cases c
      where c.customer_id = $1 and c.batch_id in (select id from its) and ${cases}`,
  }
}

const pages = Object.fromEntries(
  Object.entries(figures).map(([kind, { cases, total, byDay }]) => [
    kind,
    prepared<{ total: number | null; rows: CaseData[] }>(
      `home-cases-${kind}`,
      `with its as materialized (${batchesOfScope})
      select (${total}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${caseColumns}
          from cases c
          join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
          where c.customer_id = $1 and c.batch_id in (select id from its)
            and ($5::bigint is null or ${byDay ? `(${byDay}, c.id) > ($7::date, $5)` : 'c.id < $5'})
            and $3::date <= $4::date and ${cases}
          order by ${byDay ? `${byDay}, c.id` : 'c.id desc'}
          limit $6) page) as rows`,
    ),
  ]),
) as Record<FigureKind, ReturnType<typeof prepared<{ total: number | null; rows: CaseData[] }>>>

const Cursor = z.tuple([z.number().int()])
const DayCursor = z.tuple([z.number().int(), z.iso.date()])
// Promises may lie a year ahead.
const ever = { from: '2000-01-01', until: '9999-12-31' }
// A claim is of this century or the one before (server/sql/barred-on.sql).
const firstBarred = '1900-01-01'

type Reasons = [providers: string[] | null, reasons: string[] | null]

/** What more a figure asks: its step, or the day after which its page begins. */
function placeOf(query: Query, day: string | null, reasons: Reasons, now: Date): unknown[] {
  const { figure, step, queues, outcome, channel, counted, templateID, fromAt, untilAt } = query
  if (figure === 'atStep') return [step ?? '']
  if (figure === 'variant') return [step ?? '', query.variant ?? null, query.came ?? 'all']
  if (figure === 'costs') return [query.place ?? null, query.part ?? 'contacts']
  if (figure === 'closed') return [query.result ?? null]
  if (figure === 'complaints') return [query.complaints ?? 'all', now]
  if (figure === 'queueCalls') return [queues ?? null, outcome ?? 'all', fromAt ?? null, untilAt ?? null]
  if (figure === 'messages') return [channel ?? 'email', counted ?? 'all', fromAt ?? null, untilAt ?? null, templateID ?? null, ...reasons]
  return figures[figure].byDay === undefined ? [] : [day]
}

/** The cases behind a figure of the first screen, in its order, with how many there are. */
export async function listCasesBehind(services: Services, caller: Caller, query: Query): Promise<ResponseOf<typeof figureApi.cases>> {
  const { customerID, scriptID = null, figure, limit, cursor } = query
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const now = services.clock.now()
  const { today, yesterday, barredSoon } = homeDays(now)
  const usual = {
    ...ever,
    ...(figure === 'received' && { from: today, until: today }),
    ...(figure === 'failed' && { from: yesterday }),
    ...((figure === 'messages' || figure === 'costs' || figure === 'closed' || figure === 'complaints') && { until: today }),
    ...(figure === 'barred' && { from: firstBarred, until: today }),
    ...(figure === 'barredSoon' && barredSoon),
    ...(figure === 'debtHelpReached' && { until: today }),
  }
  const { from = usual.from, until = usual.until } = query
  const isByDay = figures[figure].byDay !== undefined
  const [after, day] =
    cursor === undefined ? [null, null] : isByDay ? decodeCursor(DayCursor, cursor) : [...decodeCursor(Cursor, cursor), null]
  const asked = [customerID, scriptID, from, until, after, limit + 1]
  const reasons = await reasonsAsked(services, query, { from, until })
  const [page] = await pages[figure](services.pool, [...asked, ...placeOf(query, day, reasons, now)])
  const { rows, nextCursor } = pageFrom(page?.rows ?? [], limit, (row) => (isByDay ? [row.caseID, row.barredOn] : [row.caseID]))
  const shown = await caseRowsFor(services.pool, caller, rows)
  const ends = figure === 'debtHelpReached' ? await findHelpEnds(services, customerID, shown) : new Map<number, string>()
  const withEnd = shown.map((row) => ({ ...row, ...(ends.has(row.caseID) && { debtHelpEndsOn: ends.get(row.caseID) }) }))
  return { rows: withEnd, nextCursor, total: { value: page?.total ?? 0, exact: true } }
}

const helpEnds = prepared<{ caseId: number; endsOn: string }>(
  'home-debt-help-ends',
  `select d.case_id as "caseId", max(d.ends_on)::text as "endsOn"
  from debt_help d
  where d.customer_id = $1 and d.case_id = any($2::bigint[]) and d.ended_on is null and d.ends_on is not null
  group by d.case_id`,
)

/** When the debt help of these cases was to end. */
async function findHelpEnds({ pool }: Services, customerId: number, rows: readonly { caseID: number }[]): Promise<Map<number, string>> {
  const found = await helpEnds(pool, [customerId, rows.map(({ caseID }) => caseID)])
  return new Map(found.map(({ caseId, endsOn }) => [caseId, endsOn]))
}

/** Which providers said what of the messages that failed for the cause or code that is asked for; nulls: it asks for none. */
async function reasonsAsked(services: Services, query: Query, { from, until }: { from: string; until: string }): Promise<Reasons> {
  const { figure, customerID: customerId, scriptID: scriptId = null, channel = 'email', cause = null, code } = query
  if (figure !== 'messages' || (cause === null && code === undefined)) return [null, null]
  // No message is of a later year, and no day after the last one that is written in four digits.
  const last = until < '2999' ? until : '2999-01-01'
  const moments = { from: fromLocalTime(from, 0), until: fromLocalTime(addDays(last, 1), 0) }
  return reasonsOf(services, { customerId, scriptId, channel, ...moments }, { cause, code: code ?? '' })
}
