import { caseActionApi } from '@regie/contract/case-actions.ts'
import { type CaseSort, caseSorts } from '@regie/contract/case-filter.ts'
import { type CaseRow, caseApi } from '@regie/contract/cases.ts'
import { paymentRequestApi } from '@regie/contract/payment-requests.ts'
import type { CallOf } from '@regie/contract/endpoint.ts'
import type { Channel } from '@regie/contract/channels.ts'
import type { TimelinePart } from '@regie/contract/timeline-events.ts'
import type { WhyPlace } from '@regie/contract/why.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiKey, useApi } from '../../api/use-api.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { type RowList, useRows } from '../../api/use-rows.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import type { TableSort } from '../../ui/table-head.tsx'
import { readSort } from '../../ui/table-sort.ts'
import { type CaseFilters, caseFiltersQuery } from './filters/case-filters.ts'
import { newestFirst } from './lists/case-columns.tsx'

/** Letters or digits under which the server does not search. */
export const searchCharsMin = 3

/** The order that the address asks for; words that nobody knows are left out. */
export function orderQuery(sort: string) {
  const { key, direction } = readSort(sort, newestFirst)
  const wanted = caseSorts.find((known) => known === key)
  return wanted === undefined || sort === '' ? {} : { sort: wanted, direction }
}

type CaseList = RowList<CaseRow> & { order: TableSort; hiddenSorts: readonly CaseSort[] }
type ListEndpoint = typeof caseApi.list | typeof caseApi.search

/** Cases in the order of the address; in their own where that is an order of what this user sees masked. */
function useCasesInOrder<E extends ListEndpoint>(
  endpoint: E,
  query: Omit<NonNullable<CallOf<E>['query']>, 'sort' | 'direction'>,
  sort: string,
  isEnabled = true,
): CaseList {
  const inOrder = useRows<ListEndpoint>(endpoint, { query: { ...query, ...orderQuery(sort) } } as CallOf<E>, { isEnabled })
  const isHidden = inOrder.failure instanceof ApiFailure && inOrder.failure.code === 'case.orderHidden'
  const asOwn = useRows<ListEndpoint>(endpoint, { query } as CallOf<E>, { isEnabled: isEnabled && isHidden })
  const list = isHidden ? asOwn : inOrder
  return { ...list, order: isHidden ? newestFirst : readSort(sort, newestFirst), hiddenSorts: list.lastPage?.hiddenSorts ?? [] }
}

export function useCasesOfBatch(customerID: number, batchID: number, { sort, ...filters }: CaseFilters & { sort: string }) {
  return useCasesInOrder(caseApi.list, { customerID, batchID, ...caseFiltersQuery(filters) }, sort)
}

/** Where the cases of a line of the funnel are. */
export type PlaceOfCases = { batchID?: number; scriptID?: number; place: WhyPlace; reason?: string }

export function useCasesAtPlace(customerID: number, at: PlaceOfCases, sort: string) {
  return useCasesInOrder(caseApi.list, { customerID, ...at }, sort)
}

// Counters move four times a second while a batch runs; the list of its cases is asked again at most this often.
const freshCasesMs = 3000

/** Asks the cases of a batch again, a moment after its counters have moved. */
export function useFreshCases(moved: string) {
  const client = useQueryClient()
  const seen = useRef(moved)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (seen.current === moved || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      seen.current = moved
      void client.invalidateQueries({ queryKey: apiKey(caseApi.list) })
    }, freshCasesMs)
  }, [client, moved])
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** What was found; asked again a moment after something of the customer has moved. */
export function useFoundCases(
  customerID: number,
  q: string,
  sort: string,
  filter: ReturnType<typeof caseFiltersQuery> & { batchID?: number } = {},
) {
  const isEnabled = q.length >= searchCharsMin
  useLiveUpdates(isEnabled ? { topic: 'customer', customerID } : null, [caseApi.search], freshCasesMs)
  return useCasesInOrder(caseApi.search, { customerID, q, ...filter }, sort, isEnabled)
}

/** One case; it asks again whenever the server says that something about it changed. */
export function useCase(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [
    caseApi.get,
    caseApi.timeline,
    caseApi.communication,
    caseApi.payments,
    paymentRequestApi.list,
    caseActionApi.permission,
  ])
  return useApi(caseApi.get, { params: { caseID }, query: {} })
}

/** `isWhole`: with each message in full. */
type TimelineView = { channel: Channel | undefined; part: TimelinePart | undefined; isWhole: boolean }

export function useTimeline(caseID: number, { channel, part, isWhole }: TimelineView) {
  const texts = 'whole' as const
  const query = { ...(channel !== undefined && { channel }), ...(part !== undefined && { part }), ...(isWhole && { texts }) }
  return useRows(caseApi.timeline, { params: { caseID }, query }, { pageSize: 50 })
}

export function useCommunication(caseID: number, communicationID: number) {
  return useApi(caseApi.communication, { params: { caseID, communicationID } })
}
