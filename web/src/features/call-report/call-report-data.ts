import { callReportApi, type CallView } from '@regie/contract/call-report.ts'
import type { Granularity } from '@regie/contract/granularity.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { queueApi, teamApi } from '@regie/contract/teams.ts'
import { download } from '../../api/download.ts'
import { useApi } from '../../api/use-api.ts'

/** Whose calls, over which days, by which buckets; empty lists are all, '' and null are what the server takes by itself. */
export type CallScope = {
  customerID: number
  teams: readonly number[]
  queues: readonly number[]
  from: string
  until: string
  granularity: Granularity | null
}

const listed = (ids: readonly number[]) => JSON.stringify(ids)
const askedBy = ({ customerID, teams, queues, from, until }: CallScope) => ({
  customerID,
  ...(teams.length > 0 && { teams: listed(teams) }),
  ...(queues.length > 0 && { queues: listed(queues) }),
  ...(from !== '' && { from }),
  ...(until !== '' && { to: until }),
})
const byBucket = ({ granularity }: CallScope) => granularity !== null && { granularity }
const keeps = { keepsPrevious: true }

export const useCallBuckets = (scope: CallScope) =>
  useApi(callReportApi.buckets, { query: { ...askedBy(scope), ...byBucket(scope) } }, keeps)

export const useCallPerformance = (scope: CallScope) => useApi(callReportApi.performance, { query: askedBy(scope) }, keeps)

export const useAgentFigures = (scope: CallScope) => useApi(callReportApi.agents, { query: askedBy(scope) }, keeps)

export function downloadCalls(scope: CallScope, view: CallView, locale: Locale) {
  return download(callReportApi.file, { query: { ...askedBy(scope), ...byBucket(scope), view, locale } }, `${view}.csv`)
}

/** The teams to choose from, and the queues of the chosen ones. */
export function useChoices(customerID: number, teams: readonly number[]) {
  const query = { customerID, ...(teams.length > 0 && { teams: listed(teams) }) }
  return {
    teams: useApi(teamApi.choice, { query: { customerID } }, { staleMs: 60_000 }).data ?? [],
    queues: useApi(queueApi.choice, { query }, { staleMs: 60_000, keepsPrevious: true }).data ?? [],
  }
}
