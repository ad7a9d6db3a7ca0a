import type { Caller } from '../platform/http/caller.ts'
import type { Log } from '../platform/log.ts'
import type { LiveHub } from './live-hub.ts'

/** Hears who it serves now; null when the session is over. */
export type CallerListener = (caller: Caller | null) => void

export type LiveCallers = {
  /** Grows with each change of who may do what. Ask before looking a caller up, and give it to `watch`: what changed in between is not missed. */
  changes(): number
  watch(secret: string, changesSeen: number, listener: CallerListener): () => void
  close(): void
}

type Options = {
  hub: LiveHub
  /** Of many secrets at once: a thousand screens that each ask for themselves would stop the database. */
  findCallers(secrets: readonly string[]): Promise<Map<string, Caller>>
  log: Pick<Log, 'warn'>
  gatherMs?: number
  pauseMs?: number
  everyMs?: number
}

/**
 * Sends every open screen which customers it may follow as soon as rights, users or sessions change: one question for all of them, at most once a second, and
 * now and then without news, for sessions also end by themselves.
 */
export function openLiveCallers({ hub, findCallers, log, gatherMs = 50, pauseMs = 1_000, everyMs = 30_000 }: Options): LiveCallers {
  const listeners = new Map<string, Set<CallerListener>>()
  let changes = 0
  let timer: NodeJS.Timeout | undefined
  let isAsking = false
  let isDue = false
  let lastAsked = 0

  function askSoon() {
    isDue = true
    if (isAsking || timer) return
    const pause = Math.max(gatherMs, lastAsked + pauseMs - Date.now())
    timer = setTimeout(() => void ask(), pause)
  }

  async function ask() {
    timer = undefined
    if (listeners.size === 0) return void (isDue = false)
    isAsking = true
    isDue = false
    lastAsked = Date.now()
    const asked = [...listeners]
    try {
      const callers = await findCallers(asked.map(([secret]) => secret))
      for (const [secret, those] of asked) for (const listener of those) listener(callers.get(secret) ?? null)
    } catch (error) {
      // The database may be away for a moment.
      log.warn({ err: error }, 'the customers of the open screens could not be read')
      isDue = true
    }
    isAsking = false
    if (isDue) askSoon()
  }

  function onChange() {
    changes++
    askSoon()
  }

  const rounds = setInterval(askSoon, everyMs)
  rounds.unref()
  const leave = hub.subscribe({
    mayFollow: () => false,
    onEvent: ({ kind }) => {
      if (kind === 'callers.changed' || kind === 'session.ended') onChange()
    },
    onGap: onChange,
  })

  return {
    changes: () => changes,
    watch(secret, changesSeen, listener) {
      listeners.set(secret, (listeners.get(secret) ?? new Set()).add(listener))
      if (changesSeen !== changes) askSoon()
      return () => {
        const those = listeners.get(secret)
        those?.delete(listener)
        if (those?.size === 0) listeners.delete(secret)
      }
    },
    close() {
      leave()
      clearInterval(rounds)
      clearTimeout(timer)
    },
  }
}
