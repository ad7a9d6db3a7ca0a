import type { CallOf } from '@regie/contract/endpoint.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { type CounterType, paymentReportApi } from '@regie/contract/payment-report.ts'
import { download } from '../../api/download.ts'
import { useApi } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

/** Whose report, and over which days; '' is the last thirty days. */
export type ReportScope = { customerID: number; scriptID: number | null; from: string; until: string }

const whose = ({ customerID, scriptID }: ReportScope) => ({ customerID, ...(scriptID !== null && { scriptID }) })
const days = ({ from, until }: ReportScope) => ({ ...(from !== '' && { from }), ...(until !== '' && { until }) })
const keeps = { keepsPrevious: true }

/** What was received today, this week, this month or ever. */
export function useCounter(scope: ReportScope, type: CounterType) {
  return useApi(paymentReportApi.counter, { query: { ...whose(scope), type } }, keeps)
}

/** What became of the links that were made in the period. */
export function useLinkFigures(scope: ReportScope) {
  return useApi(paymentReportApi.info, { query: { ...whose(scope), ...days(scope) } }, keeps)
}

/** The same for each script of the customer. */
export function useScriptFigures(scope: ReportScope) {
  return useApi(paymentReportApi.scripts, { query: { customerID: scope.customerID, ...days(scope) } }, keeps)
}

/** At which hours people paid in the period. */
export function usePaymentHours(scope: ReportScope) {
  return useApi(paymentReportApi.heatmap, { query: { ...whose(scope), ...days(scope) } }, keeps)
}

/** Which links or payments: of what the list and its file are asked. */
export type RowsAsked = Omit<CallOf<typeof paymentReportApi.rows>['query'], 'limit' | 'cursor'>

/** The links or payments behind a number of the report. */
export function usePaymentRows(asked: RowsAsked, isEnabled: boolean) {
  return useRows(paymentReportApi.rows, { query: asked }, { isEnabled })
}

export const downloadPaymentRows = (asked: RowsAsked, locale: Locale) =>
  download(paymentReportApi.file, { query: { ...asked, locale } }, `${asked.counted}.csv`)
