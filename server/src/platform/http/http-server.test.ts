import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../app-error.ts'
import { openLog } from '../log.ts'
import { openHttpServer } from './http-server.ts'
import { isFromUs } from './origin-check.ts'
import { serveBrowserApp } from './static-files.ts'
import { makeTempFolder } from '../../../test/make-temp-folder.ts'

const open = ({ stalledAnswerMs = 60_000, log = openLog('silent') } = {}) =>
  openHttpServer({ log, publicUrl: 'http://localhost:4300', trustProxy: [], allowedHosts: [], stalledAnswerMs })
let close: () => Promise<unknown> = () => Promise.resolve()
afterEach(() => close())

test('when it stops, a call under way is finished and the next one hears when to come back', async () => {
  const app = await open()
  const [begun, underWay, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/slow', async () => {
    begun.resolve()
    await underWay.promise
    return { done: true }
  })
  app.addHook('preClose', async () => stopping.resolve())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += String(data)))
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await begun.promise
  const closed = app.close()
  await stopping.promise
  const next = once(app.server, 'request')
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await next
  underWay.resolve()
  await once(socket, 'close')
  await closed
  const [first = '', second = ''] = heard.split('HTTP/1.1 ').slice(1)
  expect(first).toMatch(/^200 [^]*\{"done":true\}$/)
  expect(second).toMatch(/^503 [^]*retry-after: 2[^]*"error.unavailable"/i)
})

test('a request leaves one line with its id and its route, never what it named', async () => {
  const written: string[] = []
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => written.push(chunk.toString()))
  const app = await open({ log: openLog('info', stream) })
  close = () => app.close()
  app.get('/people/:name', () => ({ ok: true }))
  const { headers } = await app.inject({ url: '/people/jansen?email=jan@example.nl', headers: { cookie: 'session=abc' } })
  const lines = written.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toEqual([
    expect.objectContaining({ reqId: headers['x-request-id'], method: 'GET', route: '/people/:name', status: 200, msg: 'request' }),
  ])
  expect(written.join('')).not.toMatch(/jan|session/)
})

test('files of the build are kept for ever, the page is asked for each time, and unknown paths are the app', async () => {
  const dir = makeTempFolder('static')
  mkdirSync(path.join(dir, 'assets'))
  writeFileSync(path.join(dir, 'index.html'), '<!doctype html><title>Regie</title>')
  writeFileSync(path.join(dir, 'assets/main-1a2b.js'), 'let a')
  writeFileSync(path.join(dir, 'assets/main-1a2b.js.br'), 'brotli')
  const app = await open()
  close = () => app.close()
  await serveBrowserApp(app, dir)
  const html = { accept: 'text/html' }
  expect((await app.inject({ url: '/', headers: html })).headers['cache-control']).toBe('no-cache')
  expect((await app.inject({ url: '/batches/12', headers: html })).body).toContain('Regie')
  expect((await app.inject({ url: '/batches/12', headers: { accept: 'application/json' } })).body).toContain('Regie')
  const script = await app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'br' } })
  expect([script.headers['cache-control'], script.headers['content-encoding']]).toEqual(['public, max-age=31536000, immutable', 'br'])
  for (const url of ['/assets/gone.js', '/api/nope']) expect((await app.inject({ url, headers: html })).statusCode, url).toBe(404)
  expect((await app.inject({ url: '/%2e%2e/package.json' })).body).not.toContain('dependencies')
})

test('the page of who is signed in may reach the exchanges of their customers; where those are not known it opens all the same', async () => {
  const dir = makeTempFolder('static')
  writeFileSync(path.join(dir, 'index.html'), '<!doctype html><title>Regie</title>')
  const app = await open()
  close = () => app.close()
  let phonesOf = () => Promise.resolve(['wss://exchange.test:8089'])
  await serveBrowserApp(
    app,
    dir,
    ({ headers }) => headers.cookie !== undefined,
    () => phonesOf(),
  )
  const { etag } = (await app.inject({ url: '/desk', headers: { accept: 'text/html' } })).headers
  const pageOf = async (cookie?: string) => {
    const conditional = { accept: 'text/html', 'if-none-match': String(etag), ...(cookie && { cookie }) }
    const { statusCode, headers } = await app.inject({ url: '/desk', headers: conditional })
    const policy = String(headers['content-security-policy'])
    return { statusCode, cache: headers['cache-control'], connects: /connect-src ([^;]*)/.exec(policy)?.[1] }
  }
  expect(await pageOf('session=1')).toEqual({ statusCode: 200, cache: 'no-store', connects: "'self' wss://exchange.test:8089" })
  expect(await pageOf()).toEqual({ statusCode: 304, cache: 'no-cache', connects: "'self'" })
  phonesOf = () => Promise.reject(new Error('no database'))
  expect(await pageOf('session=1')).toEqual({ statusCode: 304, cache: 'no-cache', connects: "'self'" })
})

test.each([
  ['our own page', { origin: 'http://localhost:4300' }, true],
  ['our page under the name of the request', { origin: 'http://regie.test' }, true],
  ['a browser that only says same-origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['a foreign page', { origin: 'https://evil.example' }, false],
  ['a page without origin', { origin: 'null' }, false],
  ['a sub-domain', { origin: 'http://x.regie.test' }, false],
  ['a foreign page that claims our origin', { origin: 'http://localhost:4300', 'sec-fetch-site': 'cross-site' }, false],
  ['nobody knows what', {}, false],
])('%s', (_who, headers, isOurs) => {
  expect(isFromUs({ headers, host: 'regie.test' }, 'http://localhost:4300')).toBe(isOurs)
})

test('a full disk, of the database or under an upload, answers 507 and when to try again', async () => {
  const app = await open()
  close = () => app.close()
  app.get('/full/:code', ({ params }) => Promise.reject(Object.assign(new Error('no room'), { code: (params as { code: string }).code })))
  for (const code of ['53100', 'ENOSPC']) {
    const answer = await app.inject({ url: `/full/${code}` })
    expect(answer.statusCode).toBe(507)
    expect(answer.json()).toMatchObject({ error: 'server.diskFull' })
    expect(answer.headers['retry-after']).toBe('2')
  }
})

test('a client that takes nothing of its answer is cut off; one that reads slowly gets all of it', async () => {
  const app = await open({ stalledAnswerMs: 400 })
  close = () => app.close()
  const answer = 'x'.repeat(40_000_000)
  app.get('/large', () => answer)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    return { socket, first }
  }
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  const { socket: unread } = await ask()
  expect(await connections()).toBe(1)
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 })
  unread.destroy()

  const { socket: slow, first } = await ask()
  let heard = first.length
  slow.on('data', (bytes) => (heard += bytes.length))
  while (heard < answer.length && !slow.destroyed) {
    slow.pause()
    await wait(200)
    slow.resume()
    await wait(5)
  }
  expect(heard).toBeGreaterThan(answer.length)
  slow.destroy()
})

test('a file that is refused before it was read leaves its connection for the next call', async () => {
  const app = await open()
  close = () => app.close()
  app.post('/files', async (request) => {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      for await (const _chunk of part.file) throw new AppError('file.typeUnsupported')
    }
  })
  app.get('/next', () => ({ done: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += String(data)))
  const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(3_000_000)}\r\n--x--\r\n`
  socket.write(
    `POST /files HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${file.length}\r\n\r\n${file}`,
  )
  await vi.waitFor(() => expect(heard).toMatch(/^HTTP\/1.1 415 [^]*"file.typeUnsupported"/))
  socket.write('GET /next HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(heard).toMatch(/HTTP\/1.1 200 [^]*"done":true/), { timeout: 5000 })
  socket.destroy()
})
