import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { createLiveSocket as Create } from './live-socket.ts'

class FakeSocket {
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  accept() {
    this.readyState = 1
    this.onopen?.()
  }
  bring(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  break() {
    this.readyState = 3
    this.onclose?.()
  }
}

let createLiveSocket: typeof Create
let sockets: FakeSocket[] = []
const topic = { topic: 'case', caseID: 7 } as const

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'http://localhost' })
  ;({ createLiveSocket } = await import('./live-socket.ts'))
  sockets = []
})
afterEach(() => {
  vi.useRealTimers()
})

function openLive() {
  const live = createLiveSocket({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    random: () => 0.5,
  })
  return { live, last: () => sockets.at(-1) as FakeSocket }
}

test('two followers of one topic share a subscription, and the last one to leave ends it', () => {
  const { live, last } = openLive()
  const [one, two] = [live.subscribe(topic, vi.fn()), live.subscribe(topic, vi.fn())]
  last().accept()
  expect(last().sent.filter((message) => message.t === 'sub')).toHaveLength(1)
  one()
  expect(last().sent.some((message) => message.t === 'unsub')).toBe(false)
  two()
  expect(last().sent.at(-1)).toMatchObject({ t: 'unsub' })
})

test('who joins a topic that others follow asks again when it changed lately', () => {
  const { live, last } = openLive()
  live.subscribe(topic, vi.fn())
  last().accept()
  const { id } = last().sent.at(-1) as { id: number }
  last().bring({ t: 'snap', id, seq: 1 })
  const [early, late, quiet] = [vi.fn(), vi.fn(), vi.fn()]
  live.subscribe(topic, early)
  expect(early).not.toHaveBeenCalled()
  last().bring({ t: 'delta', id, seq: 2, d: { changed: true } })
  live.subscribe(topic, late)
  expect(late).toHaveBeenCalledExactlyOnceWith('changed')
  vi.advanceTimersByTime(10_001)
  live.subscribe(topic, quiet)
  expect(quiet).not.toHaveBeenCalled()
})

test('a gap in seq subscribes again and tells the follower to ask again', () => {
  const { live, last } = openLive()
  const follower = vi.fn()
  live.subscribe(topic, follower)
  last().accept()
  const id = last().sent[0]?.id
  last().bring({ t: 'snap', id, seq: 1 })
  last().bring({ t: 'delta', id, seq: 2, d: { changed: true } })
  expect(follower).toHaveBeenCalledTimes(1)
  last().bring({ t: 'delta', id, seq: 4, d: { changed: true } })
  expect(follower).toHaveBeenCalledTimes(2)
  expect(last().sent.at(-1)).toMatchObject({ t: 'sub' })
})

test('a broken connection is said within 3 s, comes back by itself and asks again', () => {
  const { live, last } = openLive()
  const follower = vi.fn()
  live.subscribe(topic, follower)
  last().accept()
  last().break()
  expect(live.state()).toBe('connecting')
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(2)
  last().break()
  vi.advanceTimersByTime(2000)
  expect(live.state()).toBe('lost')
  last().accept()
  expect(live.state()).toBe('open')
  expect(follower).toHaveBeenCalledWith('changed')
})

test('after a minute without connection followers ask every ten seconds', () => {
  const { live, last } = openLive()
  const follower = vi.fn()
  live.subscribe(topic, follower)
  last().accept()
  last().break()
  const fail = setInterval(() => last().readyState === 0 && last().break(), 100)
  vi.advanceTimersByTime(60_000)
  expect(live.state()).toBe('polling')
  expect(follower).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(30_000)
  expect(follower).toHaveBeenCalledTimes(4)
  clearInterval(fail)
})

test('a connection that answers no heartbeat counts as broken', () => {
  const { live, last } = openLive()
  live.connect()
  last().accept()
  vi.advanceTimersByTime(27_500)
  expect(live.state()).not.toBe('open')
})
