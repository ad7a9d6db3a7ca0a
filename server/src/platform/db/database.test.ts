import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/open-test-database.ts'
import { isDatabaseAway, isDatabaseFull, isWorthRetrying, violatedConstraint } from './database-trouble.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const failureOf = (statement: string) =>
  database.pool.query(statement).then(
    () => undefined,
    (error: unknown) => error,
  )

test('ids, sums of cents and counts come as numbers, days as text', async () => {
  const { rows } = await sql`
    select 12::bigint as id, sum(5) as cents, date '2027-03-28' as day, null::bigint as nothing`.execute(database.db)
  expect(rows).toEqual([{ id: 12, cents: 5, day: '2027-03-28', nothing: null }])
})

test('a number beyond 53 bits is refused instead of rounded', async () => {
  await expect(sql`select 9007199254740993::bigint as id`.execute(database.db)).rejects.toThrow(/53 bits/)
})

test('the constraint that refused a change is known by name', async () => {
  const error = await failureOf(`insert into customers (name, compliance_profile) values ('x', 'no such profile')`)
  expect(violatedConstraint(error)).toBe('customers_compliance_profile_check')
  expect(isDatabaseAway(error)).toBe(false)
})

test('a statement, a lock and a forgotten transaction have their limits', async () => {
  const { rows } = await database.pool.query(
    `select current_setting('statement_timeout') s, current_setting('lock_timeout') l,
        current_setting('idle_in_transaction_session_timeout') i`,
  )
  expect(rows).toEqual([{ s: '15s', l: '3s', i: '30s' }])
})

test('a connection that is cut counts as the database being away, and the pool goes on', async () => {
  expect(isDatabaseAway(await failureOf('select pg_terminate_backend(pg_backend_pid())'))).toBe(true)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(isWorthRetrying(Object.assign(new Error('deadlock'), { code: '40P01' }))).toBe(true)
})

test('a full disk of the database is told from a fault of ours', async () => {
  const error = await failureOf(`do $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`)
  expect(isDatabaseFull(error)).toBe(true)
})

test('a connection that is cut while it is used fails its statement and ends nothing; the next one works', async () => {
  const { pool } = database
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const sleeping = client.query('select pg_sleep(10)').catch((error: unknown) => error)
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  expect(isDatabaseAway(await sleeping)).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 100))
  client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
