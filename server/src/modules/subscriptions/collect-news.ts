import type { SubscriptionEvent, SubscriptionKey } from '@regie/contract/contacts.ts'
import type { FailureCause } from '@regie/contract/failure-causes.ts'
import type { RetentionForecast } from '@regie/contract/retention.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countByCause, explainFailures } from '../communications/failures/failure-groups.ts'
import { hasFailed, hasLeft } from '../communications/reported/message-outcomes.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { forecastOfKept } from '../retention/retention-queries.ts'

/** About which cases: all of a customer, or those of some scripts. */
type Scope = { customerId: number; scriptIds: number[] | null }
type Span = { from: Date; until: Date }

/** By script and currency: the cases that came in, and what was received. */
type MoneyRow = { script: string; currency: string; cases: number; receipts: number; receivedCents: number }
type ResultRow = { result: string; cases: number }
/** By cause where one is known, else by what the provider says. */
type FailureRow = { cause: FailureCause | null; code: string; count: number }

/** What there is to tell of a period; null: nothing that anybody is mailed for. */
export type News =
  | { kind: 'payments'; rows: { script: string; currency: string; receipts: number; receivedCents: number }[] }
  | { kind: 'results'; money: MoneyRow[]; results: ResultRow[]; before: { results: ResultRow[] } | null }
  | { kind: 'removal'; until: Date; forecast: RetentionForecast }
  | { kind: 'failures'; rows: FailureRow[]; total: number; all: number }

/** What is asked by the clock; each of these has its question here. */
export type ClockKey = Exclude<SubscriptionKey, SubscriptionEvent>

/** What is mailed of a period. A moment with no payment is no news; a day, a week or a month without any is. */
export async function collectNews(db: Db, key: ClockKey, scope: Scope, span: Span): Promise<News | null> {
  switch (key) {
    case 'payment_received': {
      const rows = await receivedIn(db, scope, span)
      return rows.length === 0 ? null : { kind: 'payments', rows }
    }
    case 'payment_summary':
      return { kind: 'payments', rows: (await moneyOf(db, scope, span)).filter(({ receipts }) => receipts !== 0) }
    case 'daily_results':
      return { kind: 'results', money: await moneyOf(db, scope, span), results: await closedIn(db, scope, span), before: null }
    case 'weekly_report':
      return {
        kind: 'results',
        money: await moneyOf(db, scope, span),
        results: await closedIn(db, scope, span),
        before: { results: await closedIn(db, scope, weekBefore(span)) },
      }
    case 'retention_preview':
      return removalSoon(db, scope, span)
    case 'mail_errors':
    case 'whatsapp_errors':
      return failedIn(db, key === 'mail_errors' ? 'email' : 'whatsapp', scope, span)
  }
}

const weekBefore = ({ from }: Span): Span => ({ from: new Date(from.getTime() - 7 * 24 * 3_600_000), until: from })

/**
 * What goes in the nights until the next of these mails; null: nothing goes, or nobody said how long things are kept. A day, week or month is as long as the
 * one that is over.
 */
async function removalSoon(db: Db, { customerId }: Scope, { from, until }: Span): Promise<News | null> {
  const next = new Date(2 * until.getTime() - from.getTime())
  const forecast = await forecastOfKept(db, customerId, next)
  const isAny = forecast?.some(({ gone, held }) => gone > 0 || Object.keys(held).length > 0) ?? false
  return forecast !== null && isAny ? { kind: 'removal', until: next, forecast } : null
}

const inScope = ({ scriptIds }: Scope) => sql`(${scriptIds}::bigint[] is null or s.id = any(${scriptIds}::bigint[]))`

/** Payments that were written down in a span and count, of whichever day they are. */
async function receivedIn(db: Db, scope: Scope, { from, until }: Span) {
  const { rows } = await sql<{ script: string; currency: string; receipts: number; receivedCents: number }>`
    select s.name as script, p.currency, count(*)::int as receipts, sum(p.amount_cents)::bigint as "receivedCents"
    from payments p
    join cases c on c.customer_id = p.customer_id and c.id = p.case_id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id and not b.is_demo
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    where p.customer_id = ${scope.customerId} and p.at >= ${from} and p.at < ${until} and p.withdrawn_at is null
      and ${inScope(scope)}
    group by s.id, s.name, p.currency
    order by s.name, s.id, p.currency`.execute(db)
  return rows
}

/** From the kept sums of the days that begin in a span. */
async function moneyOf(db: Db, scope: Scope, { from, until }: Span): Promise<MoneyRow[]> {
  const [first, end] = [toLocalTime(from).date, toLocalTime(until).date]
  const { rows } = await sql<MoneyRow>`
    select s.name as script, m.currency, sum(m.cases)::int as cases, sum(m.receipts)::int as receipts,
      sum(m.received_cents)::bigint as "receivedCents"
    from money_days_now m
    join scripts s on s.customer_id = m.customer_id and s.id = m.script_id
    where m.customer_id = ${scope.customerId} and m.day >= ${first}::date and m.day < ${end}::date
      and ${inScope(scope)}
    group by s.id, s.name, m.currency
    having sum(m.cases) <> 0 or sum(m.receipts) <> 0
    order by s.name, s.id, m.currency`.execute(db)
  return rows
}

/** Cases that were closed in a span and still are, by their result. */
async function closedIn(db: Db, scope: Scope, { from, until }: Span): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select coalesce(c.result, '') as result, count(*)::int as cases
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id and not b.is_demo
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    where c.customer_id = ${scope.customerId} and c.status = 'closed' and c.status_at >= ${from}
      and c.status_at < ${until} and ${inScope(scope)}
    group by 1
    order by 2 desc, 1`.execute(db)
  return rows
}

/** Messages that were written in a span and did not arrive, by cause, beside all that left; null: all arrived, as far as is known. */
async function failedIn(db: Db, channel: 'email' | 'whatsapp', scope: Scope, { from, until }: Span): Promise<News | null> {
  const { rows } = await sql<{ hasFailed: boolean; reason: string | null; provider: string; count: number }>`
    select ${sql.raw(hasFailed('m'))} as "hasFailed",
      case when ${sql.raw(hasFailed('m'))} then left(m.reason, 60) end as reason,
      case when ${sql.raw(hasFailed('m'))} then m.provider else '' end as provider, count(*)::int as count
    from communications m
    join batches b on b.customer_id = m.customer_id and b.id = m.batch_id and not b.is_demo
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    where m.customer_id = ${scope.customerId} and m.channel = ${channel} and m.queued_at >= ${from}
      and m.queued_at < ${until} and ${sql.raw(hasLeft('m'))} and ${inScope(scope)}
    group by 1, 2, 3`.execute(db)
  const failed = rows.filter((row) => row.hasFailed).map((row) => ({ ...row, channel }))
  if (failed.length === 0) return null
  return {
    kind: 'failures',
    rows: countByCause(await explainFailures(db, scope.customerId, failed)),
    total: sumOf(failed),
    all: sumOf(rows),
  }
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
