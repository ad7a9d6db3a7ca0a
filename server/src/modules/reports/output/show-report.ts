import { type ReportCell, type ReportOutput, reportRowsMax, type ReportWish } from '@regie/contract/report-wish.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { asJson } from '../columns/column-sql.ts'
import { reportTexts } from '../report-texts.ts'
import { outputColumns } from './output-columns.ts'
import { planReport } from './plan-report.ts'
import { countSql, type ReportPlan, reportSql } from './report-sql.ts'

/** A report for the screen: its first rows, and how many there are. */
export async function showReport(services: Services, caller: Caller, wish: ReportWish): Promise<ReportOutput> {
  const { plan } = await planReport(services, caller, wish)
  const [{ total, rows } = { total: 0, rows: [] }] = await readRows(services, plan, reportRowsMax)
  return { columns: outputColumns(plan, reportTexts[wish.locale]), rows, total, truncated: total > rows.length }
}

/** So many rows of a report at most, and how many there are in all: both of one moment. */
export async function readRows({ pool }: Pick<Services, 'pool'>, plan: ReportPlan, max: number) {
  const { rows } = await pool.query<{ total: number; rows: ReportCell[][] }>(`
    select (${countSql(plan)}) as total, (
      select coalesce(json_agg(cells), '[]') from (${reportSql(plan, asJson)} limit ${max}) as shown (cells)) as rows`)
  return rows
}
