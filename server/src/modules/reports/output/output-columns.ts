import type { ReportColumn } from '@regie/contract/report-wish.ts'
import type { ReportTexts } from '../report-texts.ts'
import { bucketType, type ChosenColumn, type ReportPlan } from './report-sql.ts'

/** The columns that the rows of a report have, in their order: report-sql.ts writes the cells. */
export function outputColumns({ columns, wish: { granularity } }: ReportPlan, texts: ReportTexts): ReportColumn[] {
  if (granularity === undefined) return columns.map(shownColumn)
  return [
    { input: 'bucket', report: texts.grouped.bucket, type: bucketType(granularity), personal: false },
    { input: 'currency', report: texts.columns.currency, type: 'text', personal: false },
    { input: 'cases', report: texts.grouped.cases, type: 'count', personal: false },
    ...columns.map(shownColumn),
  ]
}

/** A column as the contract has it. */
export function shownColumn({ input, report, column }: ChosenColumn): ReportColumn {
  return { input, report, type: column.type, personal: column.isPersonal ?? false }
}
