import { LiveClientMessage, type LiveServerMessage, type LiveTopic } from '@regie/contract/live-events.ts'
import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { Caller } from '../platform/http/caller.ts'
import type { CallerListener } from './live-callers.ts'
import { changedEnd, type Follower, type LiveDesk } from './live-desk.ts'
import type { LivePresence } from './live-presence.ts'

const bufferBytesMax = 1024 * 1024
const subscriptionsMax = 100
const messagesPerSecondMax = 50
const heartbeatMs = 25_000
const closeGraceMs = 2_000
/** One that reads nothing mostly does not read the goodbye either. */
const stalledGraceMs = 500
const roundsPerStall = 5
/** What a ping that goes with news carries, and its answer brings back. */
const readAsk = 'read'

/** Close codes of our own: signed out, too slow to follow, too much at once. */
export const closeCode = { signedOut: 4401, tooSlow: 4408, tooMuch: 4429 } as const

type Options = {
  desk: LiveDesk
  presence: LivePresence
  caller: Caller
  /** Tells when a session ended and when rights were given or taken while the socket is open. */
  watchCaller(listener: CallerListener): () => void
  onMaintenance(listener: () => void): () => void
  mayFollow(caller: Caller, topic: LiveTopic): Promise<boolean>
  /** A tab that reads nothing of what was sent to it for so long is closed. */
  stalledMs: number
}

type Subscription = { topic: LiveTopic; seq: number; leave(): void }

/** Serves one browser tab: subscriptions with a sequence of their own each, until the socket or the session ends. */
export function serveLiveSocket(
  socket: WebSocket,
  { desk, presence, caller: first, watchCaller, onMaintenance, mayFollow, stalledMs }: Options,
): void {
  const subscriptions = new Map<number, Subscription>()
  let caller = first
  let isAlive = true
  let isClosed = false
  let messages = 0

  function close(code: number, reason: string) {
    isClosed = true
    for (const { leave } of subscriptions.values()) leave()
    subscriptions.clear()
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), code === closeCode.tooSlow ? stalledGraceMs : closeGraceMs).unref()
  }

  function sendBytes(text: Buffer) {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > bufferBytesMax) close(closeCode.tooSlow, 'too slow')
    else deliver(text)
  }
  // With news goes a ping, whose answer says that all before it was read: what the kernel took may lie there, read by nobody. At most one a round.
  let mayAsk = true
  let isAskDue = false
  let silentRounds: number | null = null
  function deliver(text: Buffer) {
    socket.send(text, { binary: false })
    if (mayAsk) askWhetherRead()
    else isAskDue = true
  }
  function askWhetherRead() {
    mayAsk = isAskDue = false
    silentRounds = 0
    socket.ping(readAsk)
  }
  // Counted in rounds: while this process was busy itself, nobody could answer it.
  function lookWhetherRead() {
    if (isClosed) return
    if (silentRounds !== null && ++silentRounds > roundsPerStall) close(closeCode.tooSlow, 'too slow')
    if (silentRounds !== null) return
    if (isAskDue) askWhetherRead()
    else mayAsk = true
  }
  const send = (message: LiveServerMessage) => sendBytes(Buffer.from(JSON.stringify(message)))

  function followerOf(id: number): Follower {
    const next = (step = 1) => {
      const subscription = subscriptions.get(id)
      return subscription && (subscription.seq += step)
    }
    const sendDelta = (seq: number | undefined, end: Buffer) => {
      if (seq !== undefined) sendBytes(Buffer.concat([Buffer.from(`{"t":"delta","id":${id},"seq":${seq},"d":`), end]))
    }
    return {
      onDelta: (end) => sendDelta(next(), end),
      // A missing number makes the browser begin anew.
      onGap: () => sendDelta(next(2), changedEnd),
    }
  }

  async function subscribe(id: number, topic: LiveTopic) {
    unsubscribe(id)
    if (subscriptions.size >= subscriptionsMax) return close(closeCode.tooMuch, 'too many subscriptions')
    if (!(await mayFollow(caller, topic))) return send({ t: 'refused', id, error: 'error.notFound' })
    // It closed while the right was looked up: nobody would end what begins now.
    if (isClosed) return
    // Twice the same id while the right was looked up: the last one counts.
    unsubscribe(id)
    subscriptions.set(id, { topic, seq: 1, leave: follow(id, topic) })
    send({ t: 'snap', id, seq: 1 })
    // What happened between his question and now was told to nobody.
    if (desk.wasTouchedLately(topic)) followerOf(id).onDelta(changedEnd)
  }

  // Who follows who else has a case open has it open himself.
  function follow(id: number, topic: LiveTopic) {
    const unfollow = desk.follow(topic, followerOf(id))
    if (topic.topic !== 'presence') return unfollow
    const leave = presence.enter(caller, topic)
    return () => {
      unfollow()
      leave()
    }
  }

  function unsubscribe(id: number) {
    subscriptions.get(id)?.leave()
    subscriptions.delete(id)
  }

  async function hearCaller(found: Caller | null) {
    if (!found) {
      send({ t: 'session', reason: 'logout' })
      return close(closeCode.signedOut, 'signed out')
    }
    const isSame = found.rights.join() === caller.rights.join()
    caller = found
    if (isSame) return
    send({ t: 'session', reason: 'rights' })
    for (const [id, { topic }] of subscriptions) {
      if (await mayFollow(caller, topic)) continue
      unsubscribe(id)
      send({ t: 'refused', id, error: 'error.notFound' })
    }
  }

  // What he may follow could not be asked: he comes back, and is asked at the door.
  const stopWatching = watchCaller((found) => void hearCaller(found).catch(() => close(1011, 'try again')))
  const stopMaintenance = onMaintenance(() => {
    if (!holdsRight(caller.rights, Right.systemStatus)) send({ t: 'session', reason: 'maintenance' })
  })
  const heartbeats = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    // Who finds two pings may answer the last one alone (RFC 6455, 5.5.3), which then stands for both.
    socket.ping(silentRounds === null ? undefined : readAsk)
  }, heartbeatMs)
  const stalls = setInterval(lookWhetherRead, stalledMs / roundsPerStall)
  const rates = setInterval(() => (messages = 0), 1_000)

  socket.on('pong', (asked: Buffer) => {
    isAlive = true
    // That of a heartbeat alone may be older than the news.
    if (asked.toString() === readAsk) silentRounds = null
  })
  socket.on('message', (data) => {
    if (++messages > messagesPerSecondMax) return close(closeCode.tooMuch, 'too many messages')
    const message = readMessage(String(data))
    if (!message) return close(1008, 'not understood')
    if (message.t === 'ping') return send({ t: 'pong' })
    if (message.t === 'unsub') return unsubscribe(message.id)
    subscribe(message.id, message.d).catch(() => close(1011, 'try again'))
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(heartbeats)
    clearInterval(rates)
    clearInterval(stalls)
    stopWatching()
    stopMaintenance()
    isClosed = true
    for (const { leave } of subscriptions.values()) leave()
    subscriptions.clear()
  })
}

function readMessage(text: string): LiveClientMessage | null {
  try {
    const parsed = z.safeParse(LiveClientMessage, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
