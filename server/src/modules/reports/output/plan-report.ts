import type { Locale } from '@regie/contract/locale.ts'
import { reportDaysMax } from '@regie/contract/payment-report.ts'
import type { ReportColumnWish, ReportWish } from '@regie/contract/report-wish.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { addDays } from '../../contact-permission/local-time.ts'
import { fieldsOf } from '../../fields/find-fields.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { columnSqlOf } from '../columns/column-sql.ts'
import { fieldColumns } from '../columns/field-columns.ts'
import { type ColumnKey, reportColumns } from '../columns/report-columns.ts'
import { reportTexts } from '../report-texts.ts'
import { type ChosenColumn, momentOf, type ReportPlan, type ReportSource } from './report-sql.ts'

type Database = Pick<Services, 'db'>
/** The cases of a report, how many they are at most, and the name of what they are of where it is one thing. */
type OpenedReport = { plan: ReportPlan; casesMax: number; name: string | null; customerId: number }

/** Everything that a report is made of, or why it cannot be made: nothing of it is read before. */
export async function planReport(services: Database, caller: Caller, wish: ReportWish): Promise<OpenedReport> {
  mustBePeriod(wish)
  const found = await openSource(services, caller, wish)
  const known = await listColumns(services, caller, found.scriptIds, wish.locale)
  const wanted = wish.columns.length === 0 ? known.filter(isOurs) : wish.columns.map((column) => chosenOf(column, known))
  // Words and days have no sum.
  const columns = wish.granularity === undefined ? wanted : wanted.filter(({ column: { type } }) => type === 'amount' || type === 'count')
  if (new Set(columns.map(({ report }) => report.toLowerCase())).size < columns.length)
    throw new AppError('report.columnTwice', { field: 'columns' })
  return { casesMax: found.casesMax, name: found.name, customerId: found.customerId, plan: planOf(caller, found, columns, wish) }
}

/** With these columns, masked for this caller. */
export function planOf(
  caller: Caller,
  { source }: Found,
  columns: ChosenColumn[],
  wish: ReportPlan['wish'] & { locale: Locale },
): ReportPlan {
  const by = columnSqlOf(reportTexts[wish.locale], { seesPersonalData: maySeePersonalData(caller) })
  return { source, columns, by, wish }
}

/** Of what a report has its cases, or why this caller gets none of it. */
export function openSource(services: Database, caller: Caller, about: About): Promise<Found> {
  if (!caller.rights.includes(about.kind === 'batch' ? Right.reportBatches : Right.reportScripts)) throw new AppError('error.rightMissing')
  return about.kind === 'batch' ? findBatches(services, caller, about.batchIDs) : findScript(services, caller, about.scriptID)
}

type About = { kind: 'batch'; batchIDs: readonly number[] } | { kind: 'script'; scriptID: number }

function mustBePeriod(wish: ReportWish) {
  const { period, granularity } = wish
  if ((granularity === 'quarter' || granularity === 'hour') && momentOf(wish) === 'paidAt')
    throw new AppError('report.hoursOfDay', { field: 'granularity' })
  if (period === null) return
  if (period.from > period.to) throw new AppError('report.periodReversed', { field: 'period' })
  if (period.from < addDays(period.to, 1 - reportDaysMax))
    throw new AppError('report.periodTooLong', { field: 'period', params: { count: reportDaysMax } })
}

export type Found = { source: ReportSource; customerId: number; scriptIds: number[]; casesMax: number; name: string | null }

async function findBatches({ db }: Database, caller: Caller, batchIds: readonly number[]): Promise<Found> {
  const wanted = [...new Set(batchIds)]
  const found = await db
    .selectFrom('batches')
    .innerJoin('batch_counters', (join) =>
      join.onRef('batch_counters.customer_id', '=', 'batches.customer_id').onRef('batch_counters.batch_id', '=', 'batches.id'),
    )
    .select(['batches.id', 'batches.customer_id', 'batches.script_id', 'batches.name', 'batch_counters.total'])
    .where('batches.id', 'in', wanted)
    .execute()
  const batches = wanted.map((id) => {
    const batch = found.find((row) => row.id === id)
    if (!batch) throw new AppError('batch.notFound')
    mustAccessCustomer(caller, batch.customer_id, 'batch.notFound')
    return batch
  })
  return {
    source: { batches: batches.map(({ customer_id, id }) => ({ customerId: customer_id, batchId: id })) },
    customerId: batches[0]?.customer_id ?? 0,
    scriptIds: [...new Set(batches.map(({ script_id }) => script_id))],
    casesMax: batches.reduce((sum, { total }) => sum + total, 0),
    name: batches.length === 1 ? (batches[0]?.name ?? null) : null,
  }
}

async function findScript({ db }: Database, caller: Caller, scriptId: number): Promise<Found> {
  const script = await db.selectFrom('scripts').select(['customer_id', 'name']).where('id', '=', scriptId).executeTakeFirst()
  if (!script) throw new AppError('script.notFound')
  mustAccessCustomer(caller, script.customer_id, 'script.notFound')
  const { total } = await db
    .selectFrom('batch_counters')
    .innerJoin('batches', (join) =>
      join.onRef('batch_counters.customer_id', '=', 'batches.customer_id').onRef('batch_counters.batch_id', '=', 'batches.id'),
    )
    .select(({ fn }) => fn.sum<number | null>('batch_counters.total').as('total'))
    .where('batches.customer_id', '=', script.customer_id)
    .where('batches.script_id', '=', scriptId)
    .where('batches.is_demo', '=', false)
    .executeTakeFirstOrThrow()
  const { customer_id: customerId, name } = script
  return { source: { customerId, scriptId }, customerId, scriptIds: [scriptId], casesMax: Number(total ?? 0), name }
}

/** The columns that a report of these scripts may have for this caller: those of the catalogue, and the fields of the scripts. */
export async function listColumns({ db }: Database, caller: Caller, scriptIds: readonly number[], locale: Locale): Promise<ChosenColumn[]> {
  const scripts = await db.selectFrom('scripts').select('fields').where('id', 'in', scriptIds).execute()
  const texts = reportTexts[locale]
  const ours = (Object.keys(reportColumns) as ColumnKey[])
    .map((input) => ({ input, report: texts.columns[input], column: reportColumns[input] }))
    .filter(({ column }) => column.sql !== undefined && (column.right === undefined || caller.rights.includes(column.right)))
  const taken = new Set(ours.map(({ report }) => report.toLowerCase()))
  const fields = fieldColumns(
    scripts.map((script) => fieldsOf(script.fields)),
    locale,
  )
  return [...ours, ...fields.map(({ input, label, column }) => ({ input, report: freeName(label, taken), column }))]
}

const isOurs = ({ input }: ChosenColumn) => Object.hasOwn(reportColumns, input)

// Two headings of one file are never the same: a field that is called as one of our columns gets a number.
function freeName(label: string, taken: Set<string>): string {
  const names = [label, ...Array.from({ length: taken.size + 1 }, (_, at) => `${label} (${at + 2})`)]
  const free = names.find((name) => !taken.has(name.toLowerCase())) ?? label
  taken.add(free.toLowerCase())
  return free
}

function chosenOf({ input, report }: ReportColumnWish, known: readonly ChosenColumn[]): ChosenColumn {
  const found = known.find((column) => column.input === input)
  if (found === undefined) throw new AppError('report.columnGone', { field: 'columns', params: { name: report } })
  return { ...found, report }
}
