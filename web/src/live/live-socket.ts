import {
  freshMs,
  type LiveClientMessage,
  livePath,
  type LiveServerMessage,
  type LiveTopic,
  type Present,
} from '@regie/contract/live-events.ts'
import type { MonitorDelta } from '@regie/contract/monitor.ts'
import type { Wallboard } from '@regie/contract/wallboard.ts'

export type LiveState = 'connecting' | 'open' | 'lost' | 'polling'
export type LiveNews = { rows: unknown[] } | { monitor: MonitorDelta } | { wallboard: Wallboard } | { present: Present[] } | 'changed'

type Subscription = { id: number; topic: LiveTopic; seq: number; newsAt: number; listeners: Set<(news: LiveNews) => void> }
type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & { onopen: unknown; onclose: unknown; onmessage: unknown }
type Outside = { open: (url: string) => WebSocket; random: () => number }

const heartbeatMs = 25_000
const pongMs = 2_000
const lostMs = 1_500
const pollingAfterMs = 60_000
const pollMs = 10_000

/** Waiting time before the nth attempt: 1, 2, 4 … 30 s, up to a quarter more or less so that a restart is not met by everyone at once. */
export function reconnectDelay(attempt: number, random: number): number {
  return Math.min(30_000, 1000 * 2 ** attempt) * (0.75 + random / 2)
}

/** One WebSocket for the tab. Subscriptions to the same topic share one; after a gap or a reconnect everyone is told to ask again. */
export function createLiveSocket({ open, random }: Outside = { open: (url) => new WebSocket(url), random: Math.random }) {
  const subscriptions = new Map<string, Subscription>()
  const stateListeners = new Set<() => void>()
  const endListeners = new Set<(reason: string) => void>()
  let socket: Socket | null = null
  let state: LiveState = 'connecting'
  let attempt = 0
  let count = 0
  const timers: Record<string, ReturnType<typeof setTimeout> | undefined> = {}

  function later(name: string, ms: number, run: () => void) {
    clearTimeout(timers[name])
    timers[name] = setTimeout(run, ms)
  }

  function enter(next: LiveState) {
    if (state === next) return
    state = next
    for (const listener of stateListeners) listener()
  }

  function send(message: LiveClientMessage) {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message))
  }

  function ask(subscription: Subscription) {
    count += 1
    Object.assign(subscription, { id: count, seq: 0 })
    send({ t: 'sub', id: subscription.id, d: subscription.topic })
  }

  function notify(subscription: Subscription, news: LiveNews) {
    subscription.newsAt = performance.now()
    for (const listener of subscription.listeners) listener(news)
  }

  function notifySession(reason: string) {
    for (const listener of endListeners) listener(reason)
  }

  function notifyAll() {
    for (const subscription of subscriptions.values()) notify(subscription, 'changed')
  }

  function connect() {
    if (socket !== null) return
    const current = open(`${location.origin.replace(/^http/, 'ws')}${livePath}`)
    socket = current
    current.onopen = () => {
      const wasLost = attempt > 0 || state === 'lost' || state === 'polling'
      attempt = 0
      for (const name of ['lost', 'polling', 'poll']) clearTimeout(timers[name])
      enter('open')
      for (const subscription of subscriptions.values()) ask(subscription)
      // What was told meanwhile was told to nobody: data, and what one may do.
      if (wasLost) {
        notifyAll()
        notifySession('rights')
      }
      beat()
    }
    current.onmessage = (event: MessageEvent) => receive(JSON.parse(String(event.data)) as LiveServerMessage)
    current.onclose = () => {
      if (socket === current) drop()
    }
  }

  function beat() {
    later('beat', heartbeatMs, () => {
      send({ t: 'ping' })
      later('pong', pongMs, () => {
        socket?.close()
        drop()
      })
    })
  }

  function drop() {
    if (socket !== null) socket.onclose = null
    socket = null
    for (const name of ['beat', 'pong']) clearTimeout(timers[name])
    if (state === 'open' || (state === 'connecting' && attempt === 0)) {
      later('lost', lostMs, () => enter('lost'))
      later('polling', pollingAfterMs, poll)
    }
    if (state === 'open') enter('connecting')
    later('reconnect', reconnectDelay(attempt, random()), connect)
    attempt += 1
  }

  function poll() {
    enter('polling')
    notifyAll()
    later('poll', pollMs, poll)
  }

  function receive(message: LiveServerMessage) {
    if (message.t === 'pong') return settleBeat()
    if (message.t === 'session') return notifySession(message.reason)
    const subscription = [...subscriptions.values()].find((one) => one.id === message.id)
    if (subscription === undefined || message.t === 'refused') return
    if (message.t === 'delta' && message.seq !== subscription.seq + 1) {
      ask(subscription)
      return notify(subscription, 'changed')
    }
    subscription.seq = message.seq
    if (message.t === 'delta') notify(subscription, newsOf(message.d))
  }

  function settleBeat() {
    clearTimeout(timers.pong)
    beat()
  }

  return {
    connect,
    state: () => state,
    onState: (listener: () => void) => {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    /** The server ended the session, changed its rights or goes into maintenance. */
    onSession: (listener: (reason: string) => void) => {
      endListeners.add(listener)
      return () => void endListeners.delete(listener)
    },
    /** Follows a topic; call what comes back to stop. */
    subscribe: (topic: LiveTopic, listener: (news: LiveNews) => void) => {
      const key = JSON.stringify(topic)
      const known = subscriptions.get(key)
      const subscription = known ?? { id: 0, topic, seq: 0, newsAt: Number.NEGATIVE_INFINITY, listeners: new Set() }
      subscription.listeners.add(listener)
      subscriptions.set(key, subscription)
      if (known === undefined) ask(subscription)
      // The others heard it; what this one has may be of before.
      else if (performance.now() - known.newsAt < freshMs) listener('changed')
      connect()
      return () => {
        subscription.listeners.delete(listener)
        if (subscription.listeners.size > 0) return
        subscriptions.delete(key)
        send({ t: 'unsub', id: subscription.id })
      }
    },
    /** The browser says that the network went (or came): no need to wait for a heartbeat. */
    networkChanged: (isOnline: boolean) => {
      if (isOnline && socket === null) connect()
      if (!isOnline && socket !== null) {
        socket.close()
        drop()
      }
    },
  }
}

export const liveSocket = createLiveSocket()

function newsOf(delta: Extract<LiveServerMessage, { t: 'delta' }>['d']): LiveNews {
  if ('upsert' in delta) return { rows: delta.upsert }
  return 'present' in delta || 'monitor' in delta || 'wallboard' in delta ? delta : 'changed'
}
