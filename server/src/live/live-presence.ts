import type { LiveTopic } from '@regie/contract/live-events.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Log } from '../platform/log.ts'
import { newToken } from '../platform/security/secret-token.ts'

type PresenceTopic = Extract<LiveTopic, { topic: 'presence' }>
/** One window that has a case open; `socket` is its name in this process and all others. */
type OpenWindow = { userId: number; caseId: number; socket: string; editing: boolean }

export type LivePresence = {
  /** Says that the caller has the case open until what comes back is called. */
  enter(caller: Caller, topic: PresenceTopic): () => void
  close(): void
}

type Options = {
  store: {
    enter(caller: Caller, window: OpenWindow): Promise<void>
    leave(caller: Caller, window: OpenWindow): Promise<void>
    keep(sockets: readonly string[]): Promise<void>
  }
  log: Pick<Log, 'warn'>
  everyMs?: number
}

/** Keeps who has which case open in this process, and says now and then that they still have. */
export function openLivePresence({ store, log, everyMs = 20_000 }: Options): LivePresence {
  const windows = new Set<string>()
  const quietly = (work: Promise<void>) =>
    work.catch((error: unknown) => log.warn({ err: error }, 'who has a case open could not be written down'))
  const rounds = setInterval(() => void quietly(store.keep([...windows])), everyMs)
  rounds.unref()
  return {
    enter(caller, { caseID, editing }) {
      const window = { userId: caller.userId, caseId: caseID, socket: newToken(), editing }
      windows.add(window.socket)
      const entered = quietly(store.enter(caller, window))
      return () => {
        windows.delete(window.socket)
        // In their order: who leaves at once must not stay behind.
        void entered.then(() => quietly(store.leave(caller, window)))
      }
    },
    close: () => clearInterval(rounds),
  }
}
