import type { Granularity } from '@regie/contract/granularity.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { mailReportApi, type MessageView, type ReportedChannel, whatsAppReportApi } from '@regie/contract/message-report.ts'
import type { CounterType } from '@regie/contract/payment-report.ts'
import { download } from '../../api/download.ts'
import { useApi } from '../../api/use-api.ts'

/** Whose messages, by which channel, over which days, by which buckets; '' and null are what the server takes by itself. */
export type MessageScope = {
  channel: ReportedChannel
  customerID: number
  scriptID: number | null
  from: string
  until: string
  granularity: Granularity | null
}

/** The calls of the report of a channel. */
export const messageApis = { email: mailReportApi, whatsapp: whatsAppReportApi }

const whose = ({ customerID, scriptID }: MessageScope) => ({ customerID, ...(scriptID !== null && { scriptID }) })
const askedBy = (scope: MessageScope) => ({
  ...whose(scope),
  ...(scope.from !== '' && { from: scope.from }),
  ...(scope.until !== '' && { to: scope.until }),
})
const byBucket = ({ granularity }: MessageScope) => granularity !== null && { granularity }
const keeps = { keepsPrevious: true }

export const useMessageCounter = (scope: MessageScope, type: CounterType) =>
  useApi(messageApis[scope.channel].counter, { query: { ...whose(scope), type } }, keeps)

export const useMessageBuckets = (scope: MessageScope) =>
  useApi(messageApis[scope.channel].buckets, { query: { ...askedBy(scope), ...byBucket(scope) } }, keeps)

export const useMessageGroups = (scope: MessageScope, by: 'scripts' | 'templates') =>
  useApi(messageApis[scope.channel].groups, { query: { ...askedBy(scope), by } }, keeps)

export const useMessageErrors = (scope: MessageScope) => useApi(messageApis[scope.channel].errors, { query: askedBy(scope) }, keeps)

export const useMessagesOfCase = (channel: ReportedChannel, caseID: number) => useApi(messageApis[channel].ofCase, { params: { caseID } })

/** What a tab shows, as CSV or as a workbook. */
export function downloadMessages(scope: MessageScope, view: MessageView, format: 'csv' | 'xlsx', locale: Locale) {
  const { file, book } = messageApis[scope.channel]
  return download(format === 'csv' ? file : book, { query: { ...askedBy(scope), ...byBucket(scope), view, locale } }, `${view}.${format}`)
}
