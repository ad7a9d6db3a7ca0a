import type { Locale } from '@regie/contract/locale.ts'
import { worksReportApi } from '@regie/contract/works-report.ts'
import { download } from '../../api/download.ts'
import { useApi } from '../../api/use-api.ts'

/** Which experiment, and over which days its cases were divided; '' is the last year. */
export type WorksScope = { customerID: number; scriptID: number; step: string; from: string; until: string }

const askedBy = ({ customerID, scriptID, step, from, until }: WorksScope) => ({
  ...{ customerID, scriptID, step },
  ...(from !== '' && { from }),
  ...(until !== '' && { until }),
})

/** The experiments of a customer, or of one of its scripts. */
export function useExperiments(customerID: number, scriptID: number | null) {
  return useApi(worksReportApi.experiments, { query: { customerID, ...(scriptID !== null && { scriptID }) } })
}

export function useWorksFigures(scope: WorksScope) {
  return useApi(worksReportApi.figures, { query: askedBy(scope) }, { keepsPrevious: true })
}

export function downloadWorks(scope: WorksScope, locale: Locale) {
  return download(worksReportApi.file, { query: { ...askedBy(scope), locale } }, 'works.csv')
}
