import { connect, type AddressInfo, type Socket } from 'node:net'
import { batchApi } from '@regie/contract/batches.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
const sockets: Socket[] = []
// More than what the sockets of both sides keep for a reader that never comes.
const cases = 60_000

beforeAll(async () => {
  app = await openTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  batch = await app.build.batch()
  await sql`
    insert into cases (customer_id, batch_id, case_number, name, city)
    select ${batch.customerId}, ${batch.id}, 'U' || n, repeat('Jansen ', 12), repeat('Utrecht ', 12)
    from generate_series(1, ${cases}) n`.execute(app.db)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const exporter = () =>
  app.build.staff({
    rights: [Right.exportReports, Right.reportBatches, Right.viewCases, Right.viewPersonalData],
    customers: [batch.customerId],
  })

/** Asks for the report over a socket of its own and reads nothing but the first line of the answer. */
async function askUnread(staff: Staff): Promise<{ status: number; head: string; socket: Socket }> {
  const { port } = app.app.server.address() as AddressInfo
  const body = JSON.stringify({ kind: 'batch', batchIDs: [batch.id], locale: 'nl' })
  const socket = connect({ port, host: '127.0.0.1' })
  sockets.push(socket)
  socket.on('error', () => undefined)
  const first = new Promise<string>((resolve, reject) => {
    socket.once('data', (bytes) => {
      socket.pause()
      resolve(bytes.toString('latin1'))
    })
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
  socket.write(
    [
      `POST /api${reportApi.csv.path} HTTP/1.1`,
      `Host: ${new URL(app.origin).host}`,
      `Origin: ${app.origin}`,
      `Cookie: ${app.cookieOf(staff)}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  const head = await first
  return { status: Number(head.split(' ')[1]), head, socket }
}

test('twelve downloads that nobody reads hold no connection: a colleague of another customer is answered at once', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, exporter))
  // One after the other, so that none waits in line for its answer to be made; all stay open.
  const answers: Awaited<ReturnType<typeof askUnread>>[] = []
  for (const user of [...users, ...users]) answers.push(await askUnread(user))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))

  const other = await app.build.batch()
  const colleague = await app.build.staff({ rights: [Right.viewBatches], customers: [other.customerId] })
  const began = performance.now()
  const list = await app.call(batchApi.list, { query: { customerID: other.customerId } }).as(colleague)
  expect(list.status).toBe(200)
  expect(performance.now() - began).toBeLessThan(2_000)
  for (const { socket } of answers) socket.destroy()
})

test('a user has two exports at once; the third is refused with a time to come back, and allowed when one has ended', async () => {
  const user = await exporter()
  const [one, two] = [await askUnread(user), await askUnread(user)]
  const third = await askUnread(user)
  expect([one.status, two.status, third.status]).toEqual([200, 200, 429])
  expect(third.head).toMatch(/retry-after: \d+/i)
  expect(third.head).toContain('export.underWay')
  one.socket.destroy()
  await expect.poll(async () => (await askUnread(user)).status).toBe(200)
  two.socket.destroy()
})

test('a user has ten exports an hour', async () => {
  const user = await exporter()
  const small = await app.build.batch({ customerId: batch.customerId, cases: 1 })
  const download = () => app.call(reportApi.csv, { body: { kind: 'batch', batchIDs: [small.id], locale: 'nl' } }).as(user)
  for (let time = 0; time < 10; time++) expect((await download()).status).toBe(200)
  const refused = await download()
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ error: 'export.tooManyThisHour', params: { count: 10, minutes: 60 } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  app.clock.advance(61 * 60_000)
  const again = await app.build.session(user.userId)
  expect(
    (await app.call(reportApi.csv, { body: { kind: 'batch', batchIDs: [small.id], locale: 'nl' } }).as({ ...user, secret: again })).status,
  ).toBe(200)
})
