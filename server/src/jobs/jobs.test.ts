import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/open-test-database.ts'
import { enqueue } from './enqueue.ts'
import { jobNames } from '@regie/contract/system.ts'
import { jobEntry, type JobHandlers } from './job-catalogue.ts'
import { type JobWorker, startJobWorker } from './job-worker.ts'
import { discardSetAside, retrySetAside } from './settle-set-aside.ts'
import { beginRun, endRunsOf, listSetAside } from './set-aside.ts'

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

const engineOf = async (leaseSeconds: number) => {
  const { rows } = await database.pool.query<{ id: number }>(
    'insert into engines (lease_until) values (now() + make_interval(secs => $1)) returning id',
    [leaseSeconds],
  )
  return rows[0]?.id ?? 0
}

const failed: object[] = []
const startWith = async (handlers: Partial<JobHandlers>, deadlineMs?: number) => {
  // Jobs that a test does not speak of do nothing.
  const idle = Object.fromEntries(jobNames.map((name) => [name, () => Promise.resolve()])) as unknown as JobHandlers
  worker = await startJobWorker({
    url: database.url,
    db: database.db,
    engineId: await engineOf(3_600),
    handlers: { ...idle, ...handlers },
    whenSetAside: { importBatch: (payload) => Promise.resolve(void failed.push(payload)) },
    log,
    ...(deadlineMs !== undefined && { budgetOf: (name) => ({ ...jobEntry(name).budget, minutesMax: deadlineMs / 60_000 }) }),
  })
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

test('a job on which two processes died is set aside and named, and never taken a third time', async () => {
  const importBatch = vi.fn<JobHandlers['importBatch']>(() => Promise.resolve())
  await database.db.transaction().execute((tx) => enqueue(tx, 'importBatch', { importId: 7, customerId: 1 }))
  const { rows } = await database.pool.query<{ id: string }>(`select id from pgboss.job where name = 'importBatch'`)
  const jobId = rows[0]?.id ?? ''
  const [first, second] = [await engineOf(-20), await engineOf(-10)]
  expect(await beginRun(database.db, jobId, first)).toBe(0)
  expect(await beginRun(database.db, jobId, second)).toBe(1)
  await startWith({ importBatch })
  await vi.waitFor(async () => expect(await listSetAside(database.db)).toMatchObject([{ name: 'importBatch', reason: 'died' }]), {
    timeout: 15_000,
  })
  expect(importBatch).not.toHaveBeenCalled()
  expect((await listSetAside(database.db))[0]?.about).toEqual({ importId: 7, customerId: 1 })
  expect(failed).toContainEqual({ importId: 7, customerId: 1 })
})

test('an engine that lives, or stopped in order, has not died on its job', async () => {
  const [alive, stopped] = [await engineOf(60), await engineOf(-10)]
  await beginRun(database.db, 'one', alive)
  await beginRun(database.db, 'two', stopped)
  await endRunsOf(database.db, stopped)
  const next = await engineOf(60)
  expect([await beginRun(database.db, 'one', next), await beginRun(database.db, 'two', next)]).toEqual([0, 0])
})

test('a job that never ends is ended by its deadline and named, and others go on', async () => {
  const checkImport = vi.fn<JobHandlers['checkImport']>(() => Promise.resolve())
  await startWith({ importBatch: () => new Promise(() => undefined), checkImport }, 500)
  await database.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'importBatch', { importId: 8, customerId: 1 })
    await enqueue(tx, 'checkImport', { importId: 9, customerId: 1 })
  })
  await vi.waitFor(async () => expect(await listSetAside(database.db)).toMatchObject([{ name: 'importBatch', reason: 'deadline' }]), {
    timeout: 15_000,
  })
  expect(checkImport).toHaveBeenCalledOnce()
})

test('files are checked one at a time, and of those that wait the one with the highest priority comes first', async () => {
  const order: string[] = []
  await database.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'checkImport', { importId: 1, customerId: 1 }, { priority: -1 })
    await enqueue(tx, 'checkImport', { importId: 2, customerId: 1 }, { priority: -2 })
    await enqueue(tx, 'checkImport', { importId: 3, customerId: 2 })
  })
  await startWith({
    checkImport: async ({ importId }) => {
      order.push(`${importId} begins`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      order.push(`${importId} ends`)
    },
  })
  await vi.waitFor(() => expect(order).toHaveLength(6), { timeout: 15_000 })
  expect(order).toEqual(['3 begins', '3 ends', '1 begins', '1 ends', '2 begins', '2 ends'])
})

const isSetAside = async (name: string, reason: string) => {
  await vi.waitFor(async () => expect(await listSetAside(database.db)).toMatchObject([{ name, reason }]), { timeout: 15_000 })
  return (await listSetAside(database.db))[0]
}
/** A job of which another process died twice: the next one to take it sets it aside. */
const enqueueDeadly = async (name: 'endHolds' | 'mailFeedback' | 'runBulk', payload: object) => {
  await database.db.transaction().execute((tx) => enqueue(tx, name, payload as never))
  const { rows } = await database.pool.query<{ id: string }>('select id from pgboss.job where name = $1', [name])
  for (let death = 0; death < 2; death++) await beginRun(database.db, rows[0]?.id ?? '', await engineOf(-20))
}

test('a job that was set aside is tried again with its whole payload, once for two presses', async () => {
  const endHolds = vi.fn<JobHandlers['endHolds']>(() => Promise.resolve())
  await enqueueDeadly('endHolds', { customerId: 1, scriptIds: [3, 4] })
  await startWith({ endHolds })
  const job = await isSetAside('endHolds', 'died')
  expect(job).toMatchObject({ about: { customerId: 1 } })
  // The list of jobs marks it failed a moment after it was set aside.
  await vi.waitFor(async () => expect((await listSetAside(database.db))[0]?.noRetry).toBeNull(), { timeout: 15_000 })
  expect(endHolds).not.toHaveBeenCalled()
  const presses = await Promise.allSettled([0, 1].map(() => retrySetAside(database.db, job?.id ?? 0)))
  expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await vi.waitFor(() => expect(endHolds).toHaveBeenCalledOnce(), { timeout: 15_000 })
  expect(endHolds.mock.calls[0]?.[0]).toEqual({ customerId: 1, scriptIds: [3, 4] })
  expect(await listSetAside(database.db)).toEqual([])
})

test('a job whose work ended for good is not tried again; a discarded one is gone', async () => {
  await enqueueDeadly('runBulk', { bulkId: 5, customerId: 1 })
  await startWith({})
  const job = await isSetAside('runBulk', 'died')
  expect(job?.noRetry).toBe('ended')
  await expect(retrySetAside(database.db, job?.id ?? 0)).rejects.toMatchObject({ code: 'job.noRetry' })
  expect(await listSetAside(database.db)).toHaveLength(1)
  await discardSetAside(database.db, job?.id ?? 0)
  await expect(discardSetAside(database.db, job?.id ?? 0)).rejects.toMatchObject({ code: 'job.notFound' })
  expect(await listSetAside(database.db)).toEqual([])
})

test('a job that the list has dropped cannot be tried again, and says so', async () => {
  await enqueueDeadly('mailFeedback', { feedbackId: 5 })
  await startWith({})
  const job = await isSetAside('mailFeedback', 'died')
  // The list of jobs marks it failed a moment after it was set aside.
  await vi.waitFor(async () => expect((await listSetAside(database.db))[0]?.noRetry).toBeNull(), { timeout: 15_000 })
  await database.pool.query(`delete from pgboss.job where name = 'mailFeedback'`)
  expect((await listSetAside(database.db))[0]?.noRetry).toBe('gone')
  await expect(retrySetAside(database.db, job?.id ?? 0)).rejects.toMatchObject({ code: 'job.gone' })
  // Refused as a whole: it still stands there.
  expect(await listSetAside(database.db)).toHaveLength(1)
})
