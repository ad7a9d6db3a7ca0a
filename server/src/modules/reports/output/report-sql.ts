import { noResult } from '@regie/contract/case-filter.ts'
import type { ColumnType, Granularity, PeriodMoment, ReportWish } from '@regie/contract/report-wish.ts'
import { maskedKeys } from '../../cases/masks/mask-sql.ts'
import { asJson, type ColumnSql, literal, type Written } from '../columns/column-sql.ts'
import type { ReportColumn } from '../columns/report-columns.ts'

/** A column of a report with its heading; `column` is of the catalogue or of a field. */
export type ChosenColumn = { input: string; report: string; column: ReportColumn }
/** What a report has its cases of: batches in an order, or all of a script. */
export type ReportSource = { customerId: number; scriptId: number } | { batches: readonly { customerId: number; batchId: number }[] }

export type ReportPlan = {
  source: ReportSource
  columns: readonly ChosenColumn[]
  by: ColumnSql
  wish: Pick<ReportWish, 'period' | 'filters' | 'granularity'>
}

/** SQL: the rows of a report, each cell as `written` has it. */
export function reportSql(plan: ReportPlan, written: Written): string {
  const { granularity } = plan.wish
  if (granularity !== undefined) return groupedSql(plan, granularity, written)
  return `select ${written.row(plan.columns.map((column) => written.cell[column.column.type](valueOf(plan, column))))}
    ${casesSql(plan)}`
}

/** SQL: how many rows that are. */
export const countSql = (plan: ReportPlan): string =>
  plan.wish.granularity === undefined
    ? `select count(*)::int ${casesSql({ ...plan, columns: [] })}`
    : `select count(*)::int from (${groupedSql({ ...plan, columns: [] }, plan.wish.granularity, asJson)}) as parts`

const valueOf = ({ by }: ReportPlan, { column }: ChosenColumn) => column.sql?.(by) ?? 'null'

// What stands beside a case. Of several links the paid one is shown, else the newest.
const beside = {
  messages: `left join lateral (select count(*) filter (where channel = 'email' and state = 'sent') as emails,
      count(*) filter (where channel = 'sms' and state = 'sent') as sms
      from communications where customer_id = c.customer_id and case_id = c.id) m on true`,
  link: `left join lateral (select state, paid_at
      from payment_links
      where customer_id = c.customer_id and case_id = c.id
      order by (state = 'paid') desc, id desc limit 1) p on true`,
}

// In the order of import. Ids are whole numbers of our own.
function casesSql({ source, columns, wish }: ReportPlan): string {
  const needs = new Set(columns.flatMap(({ column }) => column.needs ?? []))
  return `from (${batchesSql(source)}) as wanted
    join batches b on b.customer_id = wanted.customer_id and b.id = wanted.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    ${maskedKeys}
    cross join lateral (
      select * from cases where customer_id = b.customer_id and batch_id = b.id${conditionsOf(wish)} order by id) c
    ${[...needs].map((one) => beside[one]).join('\n    ')}`
}

// Demos of staff are nobody's batches.
function batchesSql(source: ReportSource): string {
  if ('scriptId' in source)
    return `select customer_id, id as batch_id
      from batches
      where customer_id = ${Math.trunc(source.customerId)}
        and script_id = ${Math.trunc(source.scriptId)}
        and not is_demo
      order by id`
  const rows = source.batches.map(
    ({ customerId, batchId }, place) => `(${place}, ${Math.trunc(customerId)}::bigint, ${Math.trunc(batchId)}::bigint)`,
  )
  return `select customer_id, batch_id
    from (values ${rows.join(', ')}) as given (place, customer_id, batch_id)
    order by place`
}

const momentColumns: Record<PeriodMoment, string> = { importedAt: 'created_at', changedAt: 'updated_at', paidAt: 'paid_on' }

/** The day that a period is about. */
export const momentOf = ({ filters }: Pick<ReportWish, 'filters'>): PeriodMoment => filters.periodOf ?? 'importedAt'

// Days are Dutch days: in the night of the clock change one has 23 hours or 25.
function conditionsOf(wish: ReportPlan['wish']): string {
  const { period, filters } = wish
  const moment = momentOf(wish)
  const column = momentColumns[moment]
  const startOf = (day: string) => (moment === 'paidAt' ? day : `${day}::timestamp at time zone 'Europe/Amsterdam'`)
  const conditions = [
    ...(filters.status === undefined ? [] : [`status = ${literal(filters.status)}`]),
    ...(filters.result === undefined ? [] : [`coalesce(result, '') = ${literal(filters.result === noResult ? '' : filters.result)}`]),
    ...(period === null ? [] : [`${column} >= ${startOf(`${literal(period.from)}::date`)}`]),
    ...(period === null ? [] : [`${column} < ${startOf(`(${literal(period.to)}::date + 1)`)}`]),
  ]
  return conditions.map((condition) => ` and ${condition}`).join('')
}

/** SQL: the cases added up by a part of time, and what is asked of each in money and numbers; amounts of two currencies are never one sum. */
function groupedSql(plan: ReportPlan, granularity: Granularity, written: Written): string {
  const moment = momentOf(plan.wish)
  const sums = plan.columns.map((one, place) => ({ type: one.column.type, value: valueOf(plan, one), name: `v${place}` }))
  const cells = [
    written.cell[bucketType(granularity)]('bucket'),
    written.cell.text('currency'),
    written.cell.count('count(*)'),
    ...sums.map(({ type, name }) => written.cell[type](`sum(${name})`)),
  ]
  return `select ${written.row(cells)}
    from (
      select ${bucketSql(`c.${momentColumns[moment]}`, granularity, moment)} as bucket, c.currency
        ${sums.map(({ value, name }) => `, ${value} as ${name}`).join('')}
      ${casesSql(plan)}) as parts
    where bucket is not null
    group by bucket, currency
    order by bucket, currency`
}

/** What the first column of a report in parts of time holds. */
export const bucketType = (granularity: Granularity): ColumnType => (granularity === 'quarter' || granularity === 'hour' ? 'moment' : 'day')

// An hour that the clock has twice stays two hours: they are cut as instants. Weeks begin on Monday.
function bucketSql(column: string, granularity: Granularity, moment: PeriodMoment): string {
  if (moment === 'paidAt') return `date_trunc('${granularity}', ${column}::timestamp)::date`
  if (granularity === 'quarter') return `date_bin('15 minutes', ${column}, 'epoch'::timestamptz)`
  if (granularity === 'hour') return `date_bin('1 hour', ${column}, 'epoch'::timestamptz)`
  return `date_trunc('${granularity}', ${column} at time zone 'Europe/Amsterdam')::date`
}
