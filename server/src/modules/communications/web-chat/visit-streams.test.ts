import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LiveHub } from '../../../live/live-hub.ts'
import { openVisitStreams, type VisitStreams } from './visit-streams.ts'

const quietHub: LiveHub = { subscribe: () => () => undefined, countSubscribers: () => 0, close: () => undefined }
const times = { beatMs: 20, lifeMs: 150, graceMs: 100 }

let streams: VisitStreams
let server: Server
let sockets: Socket[]
/** What opening answered, and for how many visits the last page left. */
let opened: string[]
let left: number
let lookUpMs: number

beforeEach(async () => {
  streams = openVisitStreams(quietHub, times)
  sockets = []
  opened = []
  left = 0
  lookUpMs = 0
  server = createServer((request, response) => {
    // More than the connection takes at once from who reads nothing.
    if (request.url === '/large') return void response.end('x'.repeat(30_000_000))
    const place = { conversationId: Number(request.url?.slice(1)), address: '203.0.113.1' }
    const open = () => opened.push(streams.open(place, response, (isLast) => isLast && left++))
    if (lookUpMs === 0) open()
    else setTimeout(open, lookUpMs)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
})
afterEach(async () => {
  streams.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((done) => server.close(done))
})

/** For what must not end by itself, however long the test takes. */
function openWithLongLife() {
  streams.close()
  streams = openVisitStreams(quietHub, { ...times, lifeMs: 600_000 })
}

async function send(...paths: string[]): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await new Promise<void>((done) => socket.once('connect', done))
  socket.pause()
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: example\r\n\r\n`).join(''))
  return socket
}

test('a page behind an answer that nobody reads has its life and no longer, and its beats harm nothing', async () => {
  await send('/large', '/1')
  await expect.poll(() => streams.count()).toBe(1)
  await expect.poll(() => streams.count()).toBe(0)
  await expect.poll(() => left).toBe(1)
  await wait(3 * times.beatMs + times.graceMs)
  const connections = new Promise<number>((done) => void server.getConnections((_error, count) => done(count)))
  expect(await connections).toBe(0)
})

test('a page that leaves behind such an answer is counted no more at once', async () => {
  openWithLongLife()
  const socket = await send('/large', '/1')
  await expect.poll(() => streams.count()).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(() => streams.count()).toBe(0)
})

test('who leaves while the token is looked up is never counted', async () => {
  lookUpMs = 40
  const leaving = await Promise.all([1, 2, 3, 4, 5].map(() => send('/1')))
  await wait(10)
  for (const socket of leaving) socket.resetAndDestroy()
  await expect.poll(() => opened).toEqual(['gone', 'gone', 'gone', 'gone', 'gone'])
  expect(streams.count()).toBe(0)
  lookUpMs = 0
  await send('/1')
  await expect.poll(() => opened.at(-1)).toBe('open')
})

test('a visit has at most four pages open, an address forty', async () => {
  openWithLongLife()
  for (let turn = 0; turn < 5; turn++) await send('/1')
  await expect.poll(() => opened).toEqual(['open', 'open', 'open', 'open', 'full'])
  for (let visit = 2; visit < 40; visit++) await send(`/${visit}`)
  await expect.poll(() => [opened.length, opened.filter((one) => one === 'open').length, streams.count()]).toEqual([43, 40, 40])
})
