import type { ServerResponse } from 'node:http'
import type { LiveHub } from '../../../live/live-hub.ts'

/** The open pages of visitors of this process. They hold no connection to the database: an event only says that it is time to ask. */
export type VisitStreams = {
  /** Holds the answer open. `full`: this visit, its address or the process has as many as it may have; `gone`: nobody waits for it any more. */
  open(visit: Place, response: ServerResponse, onClose: (isLast: boolean) => void): 'open' | 'full' | 'gone'
  count(): number
  close(): void
}

/** `address`: what a limit counts as one address. */
type Place = { conversationId: number; address: string }

const perVisitMax = 4
// An office has several visitors.
const perAddressMax = 40
const allMax = 2_000
/** A page comes back by itself after its life; its token is asked for anew then. Who has not read the end by `graceMs` is cut off. */
const usualTimes = { beatMs: 20_000, lifeMs: 10 * 60_000, graceMs: 5_000 }
// Who reads nothing of it is memory.
const waitingBytesMax = 16_384

/** Hears the live events of conversations and tells the pages that have one of them open. */
export function openVisitStreams(hub: LiveHub, { beatMs, lifeMs, graceMs } = usualTimes): VisitStreams {
  const streams = new Map<number, Set<ServerResponse>>()
  const ofAddresses = new Map<string, number>()
  let total = 0
  const add = ({ conversationId, address }: Place, response: ServerResponse) => {
    streams.set(conversationId, (streams.get(conversationId) ?? new Set()).add(response))
    ofAddresses.set(address, (ofAddresses.get(address) ?? 0) + 1)
    total++
  }
  /** Whether it was the last one of its visit. */
  const remove = ({ conversationId, address }: Place, response: ServerResponse): boolean => {
    const few = streams.get(conversationId)
    few?.delete(response)
    if (few?.size === 0) streams.delete(conversationId)
    const left = (ofAddresses.get(address) ?? 1) - 1
    if (left === 0) ofAddresses.delete(address)
    else ofAddresses.set(address, left)
    total--
    return !streams.has(conversationId)
  }
  const isFull = ({ conversationId, address }: Place) =>
    total >= allMax || (streams.get(conversationId)?.size ?? 0) >= perVisitMax || (ofAddresses.get(address) ?? 0) >= perAddressMax
  const all = () => [...streams.values()].flatMap((few) => [...few])
  const beat = setInterval(() => {
    for (const response of all()) say(response, ': beat\n\n')
  }, beatMs)
  beat.unref()
  const leave = hub.subscribe({
    mayFollow: () => true,
    onEvent(event) {
      if (event.kind !== 'conversation.changed') return
      for (const response of streams.get(event.conversationId) ?? []) say(response, changed)
    },
    onGap() {
      for (const response of all()) say(response, changed)
    },
  })
  return {
    open(visit, response, onClose) {
      const { socket } = response.req
      // Who left while we looked up the token closed before anybody listened.
      if (response.destroyed || socket.destroyed) return 'gone'
      if (isFull(visit)) return 'full'
      add(visit, response)
      const leaveOnce = () => {
        clearTimeout(end)
        socket.off('close', leaveOnce)
        onClose(remove(visit, response))
      }
      const end = setTimeout(() => {
        leaveOnce()
        response.end()
        setTimeout(() => response.writableFinished || socket.destroy(), graceMs).unref()
      }, lifeMs)
      end.unref()
      // Of the connection: an answer that waits behind another one has none yet, and never closes.
      socket.once('close', leaveOnce)
      response.on('error', () => undefined)
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      })
      response.write(changed)
      return 'open'
    },
    count: () => total,
    close() {
      clearInterval(beat)
      leave()
      for (const response of all()) response.end()
    },
  }
}

const changed = 'data: changed\n\n'

/** A write after the end, or to nobody, is an error that ends the process. */
function say(response: ServerResponse, line: string): void {
  if (response.writableEnded || response.destroyed) return
  if (response.writableLength > waitingBytesMax) response.req.socket.destroy()
  else response.write(line)
}
