import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/open-test-database.ts'
import { makePartitions } from './make-partitions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('who reads two histories, one after the other, waits for the months of neither in a circle', async () => {
  const reader = await database.owner.pool.connect()
  try {
    await reader.query('begin')
    await reader.query('select from communication_contents limit 1')
    const made = makePartitions(database.owner.db, new Date('2021-03-01T00:00:00Z'), 2)
    // The maker waits for the reader, and has left behind what the reader asks next.
    await expect
      .poll(async () => {
        const { rows } = await database.owner.pool.query<{ waits: number }>(
          `select count(*)::int as waits
          from pg_locks
          where not granted and relation = 'communication_contents'::regclass`,
        )
        return rows[0]?.waits
      })
      .toBe(1)
    await reader.query('select from timeline limit 1')
    await reader.query('commit')
    await made
  } finally {
    reader.release()
  }
  const { rows } = await database.owner.pool.query(`select to_regclass('timeline_2021_04') is not null as made`)
  expect(rows).toEqual([{ made: true }])
})
