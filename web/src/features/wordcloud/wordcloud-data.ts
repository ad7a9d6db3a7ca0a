import { wordcloudApi, type WordSource, wordSources, type WordTarget, wordTargets } from '@regie/contract/wordcloud.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api.ts'
import { apiKey, useApi } from '../../api/use-api.ts'

/** What of an address the cloud is made of. */
export const cloudFilterNames = ['words', 'from', 'until', 'source', 'target'] as const
export type CloudFilters = Record<(typeof cloudFilterNames)[number], string>

export type CloudScope = { customerID: number; scriptID: number | null; filters: CloudFilters }

export const sourceOf = ({ source }: CloudFilters): WordSource | undefined => wordSources.find((known) => known === source)
export const targetOf = ({ target }: CloudFilters): WordTarget | undefined => wordTargets.find((known) => known === target)

function queryOf({ customerID, scriptID, filters }: CloudScope) {
  const { words, from, until } = filters
  const [source, target] = [sourceOf(filters), targetOf(filters)]
  return {
    customerID,
    ...(scriptID !== null && { scriptID }),
    ...(words !== '' && { words }),
    ...(from !== '' && { from }),
    ...(until !== '' && { to: until }),
    ...(source !== undefined && { source }),
    ...(target !== undefined && { target }),
  }
}

// Counting reads thousands of texts, and what people write about changes by the day.
const staleMs = 60_000
const wallRefetchMs = 300_000

/** The words that are used most; on a wall they are counted anew every five minutes. */
export function useWordcloud(scope: CloudScope, isFull: boolean) {
  return useApi(wordcloudApi.get, { query: queryOf(scope) }, { keepsPrevious: true, staleMs, ...(isFull && { refetchMs: wallRefetchMs }) })
}

const pageSize = 25

/** The messages in which a word stands, page by page. */
export function useWordMessages(scope: CloudScope, word: string) {
  const query = { ...queryOf(scope), word, limit: pageSize }
  const found = useInfiniteQuery({
    queryKey: [...apiKey(wordcloudApi.messages, { query })],
    queryFn: ({ pageParam, signal }) =>
      callApi(wordcloudApi.messages, { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: staleMs,
  })
  return { ...found, rows: found.data?.pages.flatMap((page) => page.rows) }
}
