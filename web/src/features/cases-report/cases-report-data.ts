import { type CasesGranularity, type CasesView, casesReportApi } from '@regie/contract/cases-report.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { download } from '../../api/download.ts'
import { useApi } from '../../api/use-api.ts'
import { type AppPath, paths } from '../../paths.ts'

/** Whose cases, over which days, by which buckets, and of which currency the amounts are; '' and null are what the server takes by itself. */
export type CasesScope = {
  customerID: number
  scriptID: number | null
  from: string
  until: string
  currency: string
  granularity: CasesGranularity | null
}

const whose = ({ customerID, scriptID, currency }: CasesScope) => ({
  ...{ customerID, ...(scriptID !== null && { scriptID }) },
  ...(currency !== '' && { currency }),
})
const askedBy = (scope: CasesScope) => ({
  ...whose(scope),
  ...(scope.from !== '' && { from: scope.from }),
  ...(scope.until !== '' && { to: scope.until }),
})
const byBucket = ({ granularity }: CasesScope) => granularity !== null && { granularity }
const keeps = { keepsPrevious: true }

export const useCaseBuckets = (scope: CasesScope) =>
  useApi(casesReportApi.buckets, { query: { ...askedBy(scope), ...byBucket(scope) } }, keeps)
export const useCaseResults = (scope: CasesScope) => useApi(casesReportApi.results, { query: askedBy(scope) }, keeps)
export const useCaseScripts = (scope: CasesScope) => useApi(casesReportApi.scripts, { query: askedBy(scope) }, keeps)
export const useCaseAges = (scope: CasesScope) => useApi(casesReportApi.ages, { query: whose(scope) }, keeps)
export const useCaseMonths = (scope: CasesScope) => useApi(casesReportApi.months, { query: whose(scope) }, keeps)

/** What a tab shows, as CSV. */
export function downloadCases(scope: CasesScope, view: CasesView, locale: Locale) {
  return download(casesReportApi.file, { query: { ...askedBy(scope), ...byBucket(scope), view, locale } }, `${view}.csv`)
}

type About = {
  figure: 'closed' | 'stillOpen' | 'cameIn'
  scriptID: number | null
  from?: string | null
  until?: string
  result?: string
}

/** The cases behind a number; no script is every script, no first day is ever. */
export function casesOf({ figure, scriptID, from, until, result }: About): AppPath {
  return paths.figure({
    figure,
    ...(from != null && { from }),
    ...(until !== undefined && { until }),
    ...(result !== undefined && { result }),
    ...(scriptID !== null && { scriptID: String(scriptID) }),
  })
}
