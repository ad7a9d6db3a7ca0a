import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks again what is on screen, one question at a time: whoever wants it meanwhile gets one more after it. A question that is cut off in the browser
 * goes on at the server, so cutting them off at each piece of news would pile them up there.
 */
export function askAgain(client: QueryClient, queryKey: QueryKey): () => void {
  let isUnderWay = false
  let isWished = false
  const work = async () => {
    isUnderWay = true
    while (isWished) {
      // A question asked before the news may be answered without it: it is left to end, and asked once more.
      isWished = client.isFetching({ queryKey }) > 0
      await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }
    isUnderWay = false
  }
  return () => {
    isWished = true
    if (!isUnderWay) void work()
  }
}
