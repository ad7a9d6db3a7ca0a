// Hostile jobs: each takes more than its kind may, and others go on.
import { setTimeout as wait } from 'node:timers/promises'
import { jobNames } from '@regie/contract/system.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/open-test-database.ts'
import { enqueue } from './enqueue.ts'
import type { JobBudget, JobHandlers } from './job-catalogue.ts'
import { type JobWorker, startJobWorker } from './job-worker.ts'
import { listSetAside } from './set-aside.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
let database: TestDatabase
let worker: JobWorker | undefined
let isOver = false
beforeEach(async () => {
  isOver = false
  database = await openTestDatabase()
})
afterEach(async () => {
  isOver = true
  await worker?.stop()
  worker = undefined
  await database.drop()
})

const ample: JobBudget = { minutesMax: 1, rowsMax: 1_000_000, memoryMb: 1_000, connectionsMax: 10 }

/** Two jobs at once: this one, and a modest one. Answers how the first was set aside, once the other has ended well. */
async function runBeside(hostile: () => Promise<void>, budget: Partial<JobBudget>) {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into engines (lease_until) values (now() + interval '1 hour') returning id`,
  )
  const checkImport = vi.fn(async () => void (await database.pool.query('select from generate_series(1, 100)')))
  const idle = Object.fromEntries(jobNames.map((name) => [name, () => Promise.resolve()])) as unknown as JobHandlers
  const failed: object[] = []
  worker = await startJobWorker({
    url: database.url,
    db: database.db,
    engineId: rows[0]?.id ?? 0,
    handlers: { ...idle, importBatch: hostile, checkImport },
    whenSetAside: { importBatch: (payload) => Promise.resolve(void failed.push(payload)) },
    log,
    budgetOf: (name) => (name === 'importBatch' ? { ...ample, ...budget } : ample),
  })
  await database.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'importBatch', { importId: 8, customerId: 1 })
    await enqueue(tx, 'checkImport', { importId: 9, customerId: 1 })
  })
  await vi.waitFor(async () => expect(await listSetAside(database.db)).toHaveLength(1), { timeout: 20_000 })
  await vi.waitFor(() => expect(checkImport).toHaveBeenCalledOnce(), { timeout: 15_000 })
  expect(failed).toEqual([{ importId: 8, customerId: 1 }])
  const [{ name, reason } = { name: '', reason: '' }] = await listSetAside(database.db)
  return { name, reason }
}

test('a job that reads rows without end is ended in the middle of its statement', async () => {
  let read = 0
  const readAll = async () => {
    read = (await database.pool.query(`select n, repeat('x', 100) from generate_series(1, 5000000) n`)).rows.length
  }
  expect(await runBeside(readAll, { rowsMax: 20_000 })).toEqual({ name: 'importBatch', reason: 'rows' })
  expect(read).toBe(0)
})

test('a job that changes rows without end is undone, and asks the database nothing more', async () => {
  const engines = async () => (await database.pool.query('select from engines')).rows.length
  const late: unknown[] = []
  const change = async () => {
    const work = database.db.transaction().execute(async (tx) => {
      for (;;) await sql`insert into engines (lease_until) select now() from generate_series(1, 500)`.execute(tx)
    })
    await work.catch((error: unknown) => late.push(error))
    // It does not want to hear that it is over.
    await database.pool.query('select 1').catch((error: unknown) => late.push(error))
  }
  expect(await runBeside(change, { rowsMax: 2_000 })).toEqual({ name: 'importBatch', reason: 'rows' })
  await vi.waitFor(() => expect(late).toHaveLength(2))
  expect(late[1]).toMatchObject({ name: 'BudgetPassed', reason: 'rows' })
  // Its own engine.
  await vi.waitFor(async () => expect(await engines()).toBe(1))
})

test('a job whose time is over is answered no more by the database', async () => {
  const late: unknown[] = []
  const linger = async () => {
    await wait(1_000)
    await database.pool.query('select 1').catch((error: unknown) => late.push(error))
  }
  expect(await runBeside(linger, { minutesMax: 0.2 / 60 })).toEqual({ name: 'importBatch', reason: 'deadline' })
  await vi.waitFor(() => expect(late).toMatchObject([{ name: 'BudgetPassed', reason: 'deadline' }]))
})

test('a job that keeps more and more in memory is ended before the process is', async () => {
  const kept: unknown[] = []
  const grow = async () => {
    while (!isOver && kept.length < 2_000) {
      kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at })))
      await wait(5)
    }
  }
  const outcome = await runBeside(grow, { memoryMb: 100 })
  isOver = true
  expect(outcome).toEqual({ name: 'importBatch', reason: 'memory' })
  kept.length = 0
})

test('a job that makes much garbage but keeps little goes on', async () => {
  let made = 0
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into engines (lease_until) values (now() + interval '1 hour') returning id`,
  )
  const idle = Object.fromEntries(jobNames.map((name) => [name, () => Promise.resolve()])) as unknown as JobHandlers
  worker = await startJobWorker({
    url: database.url,
    db: database.db,
    engineId: rows[0]?.id ?? 0,
    handlers: {
      ...idle,
      importBatch: async () => {
        for (; made < 60; made++) {
          Buffer.alloc(10_000_000, made)
          await wait(20)
        }
      },
    },
    whenSetAside: {},
    log,
    budgetOf: () => ({ ...ample, memoryMb: 100 }),
  })
  await database.db.transaction().execute((tx) => enqueue(tx, 'importBatch', { importId: 8, customerId: 1 }))
  await vi.waitFor(() => expect(made).toBe(60), { timeout: 20_000 })
  expect(await listSetAside(database.db)).toEqual([])
})

test('a job that takes one connection after the other leaves the rest to others', async () => {
  const refused: unknown[] = []
  const take = async () => {
    const taken = []
    try {
      for (let at = 0; at < 10; at++) taken.push(await database.pool.connect())
    } catch (error) {
      refused.push(error)
    } finally {
      for (const client of taken) client.release()
    }
  }
  expect(await runBeside(take, { connectionsMax: 3 })).toEqual({ name: 'importBatch', reason: 'connections' })
  expect(refused).toMatchObject([{ name: 'BudgetPassed', reason: 'connections' }])
})
