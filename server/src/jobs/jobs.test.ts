import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/open-test-database.ts'
import { enqueue } from './enqueue.ts'
import { type JobHandlers, jobNames } from './job-catalogue.ts'
import { type JobWorker, startJobWorker } from './job-worker.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
let database: TestDatabase
let worker: JobWorker | undefined
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await database.drop()
})

const startWith = async (handlers: Partial<JobHandlers>) => {
  // Jobs that a test does not speak of do nothing.
  const idle = Object.fromEntries(jobNames.map((name) => [name, () => Promise.resolve()])) as unknown as JobHandlers
  worker = await startJobWorker({ url: database.url, handlers: { ...idle, ...handlers }, log })
}

test('a job runs after the commit of its cause, with its payload', async () => {
  const importBatch = vi.fn<JobHandlers['importBatch']>(() => Promise.resolve())
  await startWith({ importBatch })
  await database.db.transaction().execute((tx) => enqueue(tx, 'importBatch', { importId: 3, customerId: 1 }))
  await vi.waitFor(() => expect(importBatch).toHaveBeenCalledOnce(), { timeout: 15_000 })
  expect(importBatch.mock.calls[0]?.[0]).toEqual({ importId: 3, customerId: 1 })
  expect(importBatch.mock.calls[0]?.[1]).toMatchObject({ attempt: 1, isLastAttempt: false })
})

test('a job of a change that was rolled back never runs', async () => {
  await database.db
    .transaction()
    .execute(async (tx) => {
      await enqueue(tx, 'importBatch', { importId: 4, customerId: 1 })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  const { rows } = await database.pool.query(`select count(*) as jobs from pgboss.job where name = 'importBatch'`)
  expect(rows).toEqual([{ jobs: 0 }])
})

test('a job that fails waits and is tried again, without the text of its error in the list', async () => {
  await startWith({ importBatch: () => Promise.reject(new Error('jan@example.nl is not reachable')) })
  await database.db.transaction().execute((tx) => enqueue(tx, 'importBatch', { importId: 5, customerId: 1 }))
  const job = () =>
    database.pool
      .query(`select state::text, output::text from pgboss.job where name = 'importBatch'`)
      .then(({ rows }) => rows[0] as { state: string; output: string })
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'retry' }), { timeout: 15_000 })
  expect((await job()).output).not.toContain('jan@example.nl')
})
