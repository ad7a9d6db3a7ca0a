import { freshMs, type LiveEvent, type LiveTopic } from '@regie/contract/live-events.ts'
import type { Log } from '../platform/log.ts'
import type { LiveHub } from './live-hub.ts'
import type { LiveTopicEntry, LiveTopicTable, TopicName, Touched } from './live-topics.ts'

/** One subscription of one socket. */
export type Follower = {
  /** News, made once for all: the bytes of its JSON, and those that end the message around it. */
  onDelta(end: Buffer): void
  /** Something may have been missed. */
  onGap(): void
}

export type LiveDesk = {
  follow(topic: LiveTopic, follower: Follower): () => void
  /** Something happened to it so lately that who begins to follow it now may have an answer of before: it was told to nobody. */
  wasTouchedLately(topic: LiveTopic): boolean
  close(): void
}

type Options = { hub: LiveHub; topics: LiveTopicTable; log: Pick<Log, 'warn'> }

// An answer may be on its way for some seconds before a browser has it.
const rememberedMs = freshMs + 5_000

/** What a delta says and how its message ends: the same bytes for all, where each socket would write 7 kB of text into bytes of its own. */
const endOf = (news: unknown) => Buffer.from(`${JSON.stringify(news)}}`)

/** The screen should ask again. */
export const changedEnd = endOf({ changed: true })

/**
 * Hands out what happens to all sockets of this process, by topic. What a topic gathers is read once for all who follow, however many sockets they
 * have: the engine may change a batch a hundred times a second.
 */
export function openLiveDesk({ hub, topics, log }: Options): LiveDesk {
  const desks = new Map(Object.entries(topics).map(([name, entry]) => [name, openTopic(name as TopicName, entry, log)]))
  const leave = hub.subscribe({
    // Who may follow what is asked per subscription, when it begins and while it lasts.
    mayFollow: () => true,
    onEvent: (event) => desks.forEach((desk) => desk.onEvent(event)),
    onGap: () => desks.forEach((desk) => desk.onGap()),
  })
  return {
    follow: (topic, follower) => desks.get(topic.topic)?.follow(keyOf(topics, topic), follower) ?? (() => undefined),
    wasTouchedLately: (topic) => desks.get(topic.topic)?.wasTouchedLately(keyOf(topics, topic)) ?? false,
    close() {
      leave()
      desks.forEach((desk) => desk.close())
    },
  }
}

// The entry of a topic takes topics of its own name.
function keyOf(topics: LiveTopicTable, topic: LiveTopic): number {
  const entry = topics[topic.topic] as { key(topic: LiveTopic): number }
  return entry.key(topic)
}

type Entry = Pick<LiveTopicEntry<TopicName>, 'touched' | 'gather'>

function openTopic(name: TopicName, { touched, gather }: Entry, log: Pick<Log, 'warn'>) {
  const followers = new Map<number, Set<Follower>>()
  const changed = new Map<number, Set<number>>()
  const touchedLately = keysOfLate(rememberedMs)
  let timer: NodeJS.Timeout | undefined

  const followersOf = (key: number): Iterable<Follower> => followers.get(key) ?? []

  function onTouched({ key, item }: Touched) {
    touchedLately.add(key)
    if (!followers.has(key)) return
    if (!gather) {
      for (const follower of followersOf(key)) follower.onDelta(changedEnd)
      return
    }
    changed.set(key, (changed.get(key) ?? new Set()).add(item))
    timer ??= setTimeout(() => void sendGathered(gather), gather.ms)
  }

  async function sendGathered({ read }: NonNullable<Entry['gather']>) {
    const work = [...changed]
    changed.clear()
    timer = undefined
    for (const [key, items] of work) {
      try {
        const end = endOf(await read(key, [...items]))
        for (const follower of followersOf(key)) follower.onDelta(end)
      } catch (error) {
        log.warn({ err: error, topic: name, key }, 'what changed could not be read for those who follow it')
        for (const follower of followersOf(key)) follower.onGap()
      }
    }
  }

  return {
    onEvent: (event: LiveEvent) => touched(event).forEach(onTouched),
    onGap() {
      for (const set of followers.values()) for (const follower of set) follower.onGap()
    },
    follow(key: number, follower: Follower) {
      followers.set(key, (followers.get(key) ?? new Set()).add(follower))
      return () => {
        const set = followers.get(key)
        set?.delete(follower)
        if (set?.size === 0) followers.delete(key)
      }
    },
    wasTouchedLately: touchedLately.has,
    close: () => clearTimeout(timer),
  }
}

/** Keys that were added in the last `ms`, or a little earlier: two sets that take turns, so that nothing has to be counted down per key. */
function keysOfLate(ms: number) {
  let [current, previous, since] = [new Set<number>(), new Set<number>(), performance.now()]
  function turn() {
    const age = performance.now() - since
    if (age < ms) return
    previous = age < 2 * ms ? current : new Set()
    current = new Set()
    since = performance.now()
  }
  return {
    add(key: number) {
      turn()
      current.add(key)
    },
    has(key: number) {
      turn()
      return current.has(key) || previous.has(key)
    },
  }
}
