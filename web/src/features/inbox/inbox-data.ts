import { caseApi } from '@regie/contract/cases.ts'
import type { ConversationChannel } from '@regie/contract/channels.ts'
import { inboxApi, type InboxView } from '@regie/contract/inbox.ts'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api.ts'
import { apiKey, useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

const pageSize = 50
const liveMs = 500
const moved = [inboxApi.list, inboxApi.search, inboxApi.counts, inboxApi.get]

export type InboxFilters = { customerID: number; view: InboxView; channel: ConversationChannel | undefined }

const listOf = ({ customerID, view, channel }: InboxFilters) => {
  const query = { customerID, view, ...(channel !== undefined && { channel }) }
  return infiniteQueryOptions({
    queryKey: [...apiKey(inboxApi.list, { query })],
    queryFn: ({ pageParam, signal }) =>
      callApi(inboxApi.list, { query: { ...query, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** Conversations as they stand now: what comes in, or a colleague does, changes them in place. */
export function useInbox(filters: InboxFilters) {
  useLiveUpdates({ topic: 'inbox', customerID: filters.customerID }, moved, liveMs)
  const query = useInfiniteQuery(listOf(filters))
  return { ...query, rows: query.data?.pages.flatMap((page) => page.rows) }
}

/** A word of one letter is in everything. */
export const searchMin = 2

/** Conversations with these words, whatever became of them, with how many there are. */
export function useInboxSearch(customerID: number, q: string) {
  const query = { customerID, q }
  const found = useInfiniteQuery({
    queryKey: [...apiKey(inboxApi.search, { query })],
    queryFn: ({ pageParam, signal }) =>
      callApi(inboxApi.search, { query: { ...query, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: q.length >= searchMin,
  })
  const [first] = found.data?.pages ?? []
  return { ...found, rows: found.data?.pages.flatMap((page) => page.rows), count: first?.count, hasMore: first?.hasMore ?? false }
}

export const useInboxCounts = (customerID: number) => useApi(inboxApi.counts, { query: { customerID } }).data

export const useConversation = (conversationID: number) =>
  useApi(inboxApi.get, { params: { conversationID }, query: {} }, { keepsPrevious: false })

export const useInboxColleagues = (customerID: number) => useApi(inboxApi.colleagues, { query: { customerID } }, { staleMs: 300_000 })

export const useReadConversation = () => useApiChange(inboxApi.read, { refresh: [inboxApi.list] })
export const useChangeConversation = () => useApiChange(inboxApi.change, { refresh: moved })
export const useChangeConversations = () => useApiChange(inboxApi.changeMany, { refresh: moved })
export const useAssignConversation = () => useApiChange(inboxApi.assign, { refresh: moved })
export const useTakeNumber = () =>
  useApiChange(inboxApi.takeNumber, { refresh: [inboxApi.get, inboxApi.withoutNumber, caseApi.get, caseApi.timeline] })
export const useTieConversation = () => useApiChange(inboxApi.tie, { refresh: [...moved, caseApi.timeline] })

/** Who writes about a case by WhatsApp without a number; asked again when something about the case changes. */
export function useWriterWithoutNumber(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [inboxApi.withoutNumber], liveMs)
  return useApi(inboxApi.withoutNumber, { params: { caseID } }).data?.writer ?? null
}
