import type { LiveTopic } from '@regie/contract/live-events.ts'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { AnyEndpoint } from '../api/call-api.ts'
import { apiKey } from '../api/use-api.ts'
import { askAgain } from './ask-again.ts'
import { type LiveState, liveSocket } from './live-socket.ts'
import { spaced } from './spaced.ts'

// A batch that runs changes many times a second; nobody reads faster than this.
const apartMs = 1000

/** Asks the given endpoints again when the topic says that something changed: `useLiveUpdates({ topic: 'case', caseID }, [caseApi.get])`. */
export function useLiveUpdates(topic: LiveTopic | null, refresh: readonly AnyEndpoint[], everyMs = apartMs) {
  const client = useQueryClient()
  const key = JSON.stringify(topic)
  const paths = refresh.map((endpoint) => `${endpoint.method} ${endpoint.path}`).join(',')
  useEffect(() => {
    const followed = JSON.parse(key) as LiveTopic | null
    if (followed === null) return
    const questions = paths.split(',').map((path) => askAgain(client, path.split(' ')))
    const asking = spaced(() => {
      for (const ask of questions) ask()
    }, everyMs)
    const leave = liveSocket.subscribe(followed, asking.ask)
    return () => {
      leave()
      asking.stop()
    }
  }, [client, key, paths, everyMs])
}

// A filtered list meets strangers all the time: it asks again for them, but not at every one.
const strangerMs = 3000

type Pages<Row> = InfiniteData<{ rows: Row[] }>

/** Puts the rows that the topic brings into the lists on screen, in place; a row that no list knows makes them ask again. */
export function useLiveRows<Row>(topic: LiveTopic | null, list: AnyEndpoint, single: AnyEndpoint | null, idOf: (row: Row) => number) {
  const client = useQueryClient()
  const key = JSON.stringify(topic)
  useEffect(() => {
    const followed = JSON.parse(key) as LiveTopic | null
    if (followed === null) return
    const singleKey = single === null ? null : apiKey(single)
    const everything = spaced(() => {
      void client.invalidateQueries({ queryKey: apiKey(list) })
      if (singleKey !== null) void client.invalidateQueries({ queryKey: singleKey })
    }, apartMs)
    let asking: ReturnType<typeof setTimeout> | undefined
    const askSoon = () => {
      asking ??= setTimeout(() => {
        asking = undefined
        everything.ask()
      }, strangerMs)
    }
    const leave = liveSocket.subscribe(followed, (news) => {
      if (news === 'changed' || !('rows' in news)) {
        // What a stranger waits for comes with it.
        clearTimeout(asking)
        asking = undefined
        everything.ask()
        return
      }
      const fresh = new Map((news.rows as Row[]).map((row) => [idOf(row), row]))
      const shown = new Set<number>()
      client.setQueriesData({ queryKey: apiKey(list) }, (data: unknown) => withFreshRows(data, fresh, idOf, shown))
      if (singleKey !== null) client.setQueriesData({ queryKey: singleKey }, (row: Row | undefined) => row && (fresh.get(idOf(row)) ?? row))
      if ([...fresh.keys()].some((id) => !shown.has(id))) askSoon()
    })
    return () => {
      clearTimeout(asking)
      leave()
      everything.stop()
    }
    // idOf is a plain field reader, the endpoints are constants.
  }, [client, key, list, single, idOf])
}

function withFreshRows<Row>(data: unknown, fresh: ReadonlyMap<number, Row>, idOf: (row: Row) => number, shown: Set<number>): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data
  const pages = data as Pages<Row>
  const renew = (row: Row) => {
    shown.add(idOf(row))
    return fresh.get(idOf(row)) ?? row
  }
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map(renew) })) }
}

/** Is the live connection there? For the bar that says it is not. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(liveSocket.onState, liveSocket.state)
}
