import type { BatchRow } from '@regie/contract/batches.ts'
import type { LiveEvent, LiveTopic, Present } from '@regie/contract/live-events.ts'
import type { Log } from '../platform/log.ts'
import type { LiveHub } from './live-hub.ts'

/** One subscription of one socket. */
export type Follower = {
  /** Something changed: ask again. */
  onChange(): void
  /** Rows that changed, as JSON that was made once for all. */
  onRows(json: string): void
  /** Who has the followed case open now, as JSON that was made once for all. */
  onPresent(json: string): void
  /** Something may have been missed. */
  onGap(): void
}

export type LiveDesk = {
  follow(topic: LiveTopic, follower: Follower): () => void
  close(): void
}

type Options = {
  hub: LiveHub
  listBatchRows(customerId: number, batchIds: readonly number[]): Promise<BatchRow[]>
  listPresent(customerId: number, caseId: number): Promise<Present[]>
  log: Pick<Log, 'warn'>
  gatherMs?: number
}

/**
 * Hands out what happens to all sockets of this process, by topic. Changes of batches are gathered for a moment and read once per customer,
 * however many sockets follow: the engine may change a batch a hundred times a second.
 */
export function openLiveDesk({ hub, listBatchRows, listPresent, log, gatherMs = 250 }: Options): LiveDesk {
  const followers = new Map<string, Set<Follower>>()
  const changed = new Map<number, Set<number>>()
  const comings = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  let presenceTimer: NodeJS.Timeout | undefined

  const followersOf = (key: string): Iterable<Follower> => followers.get(key) ?? []

  function gather(customerId: number, batchId: number) {
    if (!followers.has(`batches:${customerId}`)) return
    changed.set(customerId, (changed.get(customerId) ?? new Set()).add(batchId))
    timer ??= setTimeout(() => void sendGathered(), gatherMs)
  }

  async function sendGathered() {
    const work = [...changed]
    changed.clear()
    timer = undefined
    for (const [customerId, batchIds] of work) {
      const following = followersOf(`batches:${customerId}`)
      try {
        const json = JSON.stringify(await listBatchRows(customerId, [...batchIds]))
        for (const follower of following) follower.onRows(json)
      } catch (error) {
        log.warn({ err: error, customerId }, 'changed batches could not be read')
        for (const follower of following) follower.onGap()
      }
    }
  }

  // A hundred people who open one case at once are one question.
  function gatherPresence(customerId: number, caseId: number) {
    if (!followers.has(`presence:${caseId}`)) return
    comings.set(caseId, customerId)
    presenceTimer ??= setTimeout(() => void sendPresence(), gatherMs)
  }

  async function sendPresence() {
    const work = [...comings]
    comings.clear()
    presenceTimer = undefined
    for (const [caseId, customerId] of work) {
      const following = followersOf(`presence:${caseId}`)
      try {
        const json = JSON.stringify(await listPresent(customerId, caseId))
        for (const follower of following) follower.onPresent(json)
      } catch (error) {
        log.warn({ err: error, caseId }, 'who has a case open could not be read')
      }
    }
  }

  function onEvent(event: LiveEvent) {
    if (event.kind === 'batch.changed') gather(event.customerId, event.batchId)
    else if (event.kind === 'cases.changed') {
      gather(event.customerId, event.batchId)
      for (const caseId of event.caseIds) notifyFollowers(`case:${caseId}`)
    } else if (event.kind === 'case.changed') notifyFollowers(`case:${event.caseId}`)
    else if (event.kind === 'import.changed') notifyFollowers(`import:${event.importId}`)
    else if (event.kind === 'bulk.changed') notifyFollowers(`bulk:${event.bulkId}`)
    else if (event.kind === 'script.changed') notifyFollowers(`script:${event.scriptId}`)
    else if (event.kind === 'presence.changed') gatherPresence(event.customerId, event.caseId)
  }

  function notifyFollowers(key: string) {
    for (const follower of followersOf(key)) follower.onChange()
  }

  const leave = hub.subscribe({
    // Who may follow what is asked per subscription, when it begins and while it lasts.
    mayFollow: () => true,
    onEvent,
    onGap() {
      for (const set of followers.values()) for (const follower of set) follower.onGap()
    },
  })

  return {
    follow(topic, follower) {
      const key = keyOf(topic)
      followers.set(key, (followers.get(key) ?? new Set()).add(follower))
      return () => {
        const set = followers.get(key)
        set?.delete(follower)
        if (set?.size === 0) followers.delete(key)
      }
    },
    close() {
      leave()
      clearTimeout(timer)
      clearTimeout(presenceTimer)
    },
  }
}

function keyOf(topic: LiveTopic): string {
  if (topic.topic === 'batches') return `batches:${topic.customerID}`
  if (topic.topic === 'case' || topic.topic === 'presence') return `${topic.topic}:${topic.caseID}`
  if (topic.topic === 'bulk') return `bulk:${topic.bulkID}`
  return topic.topic === 'script' ? `script:${topic.scriptID}` : `import:${topic.importID}`
}
