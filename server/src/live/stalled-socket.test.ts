// A tab that no longer reads: over real sockets, whose buffers fill up.
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openTestApp } from '../../test/open-test-app.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Follower } from './live-desk.ts'
import { closeCode, serveLiveSocket } from './live-socket.ts'

const caller: Caller = { userId: 1, username: 'jan', rights: [101], stage: 'full', sessionId: 1, customerIds: [] }
const stalledMs = 500
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** What ws reads from; a paused one leaves the bytes where they are. */
const wireOf = (socket: WebSocket) => {
  const wire: unknown = Reflect.get(socket, '_socket')
  if (wire instanceof Socket) return wire
  throw new Error('the socket is not open')
}
const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', resolve))

/** One tab that follows a batch list; `send` is news for it. */
async function openTab() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  let follower: Follower | undefined
  const served = new Promise<WebSocket>((resolve) => {
    server.on('connection', (socket) => {
      serveLiveSocket(socket, {
        desk: { follow: (_topic, given) => ((follower = given), () => undefined), wasTouchedLately: () => false, close: () => undefined },
        presence: { enter: () => () => undefined, close: () => undefined },
        caller,
        watchCaller: () => () => undefined,
        onMaintenance: () => () => undefined,
        mayFollow: () => Promise.resolve(true),
        stalledMs,
      })
      resolve(socket)
    })
  })
  const tab = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  ends.push(() => {
    tab.terminate()
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  await new Promise((resolve) => tab.on('open', resolve))
  tab.send(JSON.stringify({ t: 'sub', id: 1, d: { topic: 'batches', customerID: 1 } }))
  await new Promise((resolve) => tab.once('message', resolve))
  return { tab, served: await served, send: (json: string) => follower?.onDelta(Buffer.from(`${json}}`)) }
}

test('a tab that takes nothing more is closed as too slow, though nothing new is sent', async () => {
  const { tab, served, send } = await openTab()
  wireOf(tab).pause()
  // Until the buffers of both sides are full, and a little waits in the process.
  while (served.bufferedAmount === 0) {
    send(JSON.stringify('x'.repeat(100_000)))
    await wait(1)
  }
  expect(served.bufferedAmount).toBeLessThan(1024 * 1024)
  const ended = closed(tab)
  await vi.waitFor(() => expect(served.readyState).toBe(WebSocket.CLOSING), { timeout: 10_000 })
  wireOf(tab).resume()
  expect(await ended).toBe(closeCode.tooSlow)
})

test('a tab that reads slowly, but reads, stays', async () => {
  const { tab, served, send } = await openTab()
  const heard: unknown[] = []
  tab.on('message', (message) => void heard.push(message))
  let sent = 0
  const until = performance.now() + 4 * stalledMs
  while (performance.now() < until) {
    wireOf(tab).pause()
    for (; served.bufferedAmount === 0; sent++) {
      send(JSON.stringify('x'.repeat(100_000)))
      await wait(1)
    }
    await wait(stalledMs / 5)
    wireOf(tab).resume()
    await vi.waitFor(() => expect(heard.length).toBe(sent), { timeout: 10_000, interval: 5 })
  }
  expect(served.readyState).toBe(WebSocket.OPEN)
})

test('a tab that answers only the last of the pings that it finds stays, as it may', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  ends.push(() => vi.useRealTimers())
  let follower: Follower | undefined
  const pings: string[] = []
  const closes: number[] = []
  const more = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: () => undefined, terminate: () => undefined }
  const socket = Object.assign(new EventEmitter(), more, {
    ping: (asked = '') => void pings.push(asked),
    close: (code: number) => void closes.push(code),
  })
  serveLiveSocket(socket as never, {
    desk: { follow: (_topic, given) => ((follower = given), () => undefined), wasTouchedLately: () => false, close: () => undefined },
    presence: { enter: () => () => undefined, close: () => undefined },
    caller,
    watchCaller: () => () => undefined,
    onMaintenance: () => () => undefined,
    mayFollow: () => Promise.resolve(true),
    stalledMs: 5_000,
  })
  const answerLast = () => {
    const last = pings.splice(0).at(-1)
    if (last !== undefined) socket.emit('pong', Buffer.from(last))
  }
  socket.emit('message', JSON.stringify({ t: 'sub', id: 1, d: { topic: 'batches', customerID: 1 } }))
  await vi.waitFor(() => expect(follower).toBeDefined())
  answerLast()
  // News right before the heartbeat of 25 seconds; both pings are found together.
  vi.advanceTimersByTime(24_500)
  follower?.onDelta(Buffer.from('1}'))
  vi.advanceTimersByTime(1_000)
  answerLast()
  vi.advanceTimersByTime(20_000)
  expect(closes).toEqual([])
})

test('a tab that never reads again is gone for the server too: its case is nobody’s, its place is free', async () => {
  const app = await openTestApp()
  ends.push(() => app.close())
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  const batch = await app.build.batch({ cases: 100 })
  const cases = await app.db.selectFrom('cases').select('id').where('batch_id', '=', batch.id).execute()
  const staff = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const tab = new WebSocket(`ws://127.0.0.1:${port}/api/live`, { headers: { cookie: app.cookieOf(staff), origin: app.origin } })
  ends.push(() => tab.terminate())
  await new Promise((resolve) => tab.on('open', resolve))
  const presences = async () => (await app.db.selectFrom('presence').select('case_id').execute()).length
  const [shown] = cases
  tab.send(JSON.stringify({ t: 'sub', id: 0, d: { topic: 'presence', caseID: shown?.id, editing: false } }))
  for (const [at, { id }] of cases.slice(1, 40).entries())
    tab.send(JSON.stringify({ t: 'sub', id: at + 1, d: { topic: 'case', caseID: id } }))
  await vi.waitFor(async () => expect(await presences()).toBe(1), { timeout: 10_000 })
  wireOf(tab).pause()
  const connections = () => new Promise<number>((resolve) => app.app.server.getConnections((_error, count) => resolve(count)))
  expect(await connections()).toBe(1)
  // Some 20 MB of news. Each batch is another one: PostgreSQL sends the same news once.
  const ids = cases.map(({ id }) => id)
  await vi.waitFor(
    async () => {
      await sql`
        select notify_cases_changed(${batch.customerId}, n, ${ids}::bigint[])
        from generate_series(1, 2000) n`.execute(app.db)
      expect(await presences()).toBe(0)
    },
    { timeout: 30_000, interval: 200 },
  )
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 })
})
