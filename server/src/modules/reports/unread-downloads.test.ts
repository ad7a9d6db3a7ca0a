import type { Socket } from 'node:net'
import { batchApi } from '@regie/contract/batches.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { askUnread, buildExporter, buildLargeBatch } from '../../../test/unread-download.ts'

let app: TestApp
let batch: BuiltBatch
const sockets: Socket[] = []
beforeAll(async () => {
  app = await openTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  batch = await buildLargeBatch(app)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const exporter = () => buildExporter(app, batch)
async function ask(staff: Staff) {
  const asked = await askUnread(app, batch, staff)
  sockets.push(asked.socket)
  return asked
}

test('twelve downloads that nobody reads hold no connection: a colleague of another customer is answered at once', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, exporter))
  // One after the other, so that none waits in line for its answer to be made; all stay open.
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  for (const user of [...users, ...users]) answers.push(await ask(user))
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
  const [one, two] = [await ask(user), await ask(user)]
  const third = await ask(user)
  expect([one.status, two.status, third.status]).toEqual([200, 200, 429])
  expect(third.head).toMatch(/retry-after: \d+/i)
  expect(third.head).toContain('export.underWay')
  one.socket.destroy()
  await expect.poll(async () => (await ask(user)).status).toBe(200)
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
