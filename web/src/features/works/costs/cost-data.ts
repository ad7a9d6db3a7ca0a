import { costReportApi } from '@regie/contract/cost-report.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { download } from '../../../api/download.ts'
import { useApi } from '../../../api/use-api.ts'

/** Whose costs, and over which days; '' is the last thirty days. */
export type CostScope = { customerID: number; scriptID: number | null; from: string; until: string }

const askedBy = ({ customerID, scriptID, from, until }: CostScope) => ({
  ...{ customerID, ...(scriptID !== null && { scriptID }) },
  ...(from !== '' && { from }),
  ...(until !== '' && { to: until }),
})

export function useCosts(scope: CostScope) {
  return useApi(costReportApi.figures, { query: askedBy(scope) }, { keepsPrevious: true })
}

export function downloadCosts(scope: CostScope, locale: Locale) {
  return download(costReportApi.file, { query: { ...askedBy(scope), locale } }, 'costs.csv')
}
