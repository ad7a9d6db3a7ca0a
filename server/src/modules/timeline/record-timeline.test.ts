import { channels } from '@regie/contract/channels.ts'
import { kindOfEvent } from '@regie/contract/timeline-events.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/open-test-database.ts'
import { recordForAll, recordTimeline } from './record-timeline.ts'

let database: TestDatabase
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.drop())

const at = new Date('2027-01-04T10:00:00Z')

test('the database knows every event of the contract, each by the same kind', async () => {
  const { rows } = await sql<{ event: string; kind: string | null }>`
    select event, timeline_kind(event) as kind from unnest(${Object.keys(kindOfEvent)}::text[]) as event`.execute(database.db)
  expect(Object.fromEntries(rows.map(({ event, kind }) => [event, kind]))).toEqual(kindOfEvent)
})

test('what statements make of a channel and its outcome is an event', () => {
  const made = channels.flatMap((channel) => ['Failed', 'Unknown', 'Cancelled'].map((word) => `${channel}${word}`))
  expect(made.filter((event) => !Object.hasOwn(kindOfEvent, event))).toEqual([])
})

test('lines of several cases keep what is their own', async () => {
  await database.db.transaction().execute((tx) =>
    recordTimeline(tx, [
      { customerId: 1, caseId: 1, event: 'paused', params: { until: 'soon' }, byUser: 'mees', at },
      { customerId: 2, caseId: 2, event: 'emailQueued', communicationId: 7, simulated: true },
    ]),
  )
  const { rows } = await sql`
      select customer_id, case_id, kind, event, params, communication_id, simulated, by_user from timeline order by id`.execute(
    database.owner.db,
  )
  expect(rows).toEqual([
    {
      customer_id: 1,
      case_id: 1,
      kind: 'status',
      event: 'paused',
      params: { until: 'soon' },
      communication_id: null,
      simulated: false,
      by_user: 'mees',
    },
    { customer_id: 2, case_id: 2, kind: 'email', event: 'emailQueued', params: {}, communication_id: 7, simulated: true, by_user: null },
  ])
})

test('one event for many cases, and none for no case', async () => {
  const line = { customerId: 3, at, byUser: null, event: 'closed', params: { result: 'RET' } } as const
  await sql`select ${recordForAll(line, sql`array[5, 6]::bigint[]`)}`.execute(database.db)
  await sql`select ${recordForAll(line, sql`null`)}, ${recordForAll(line, sql`'{}'`)}`.execute(database.db)
  const { rows } = await sql`select case_id, at, kind, params from timeline where customer_id = 3 order by case_id`.execute(
    database.owner.db,
  )
  const same = { at, kind: 'result', params: { result: 'RET' } }
  expect(rows).toEqual([
    { case_id: 5, ...same },
    { case_id: 6, ...same },
  ])
})

test('a word that is no event is refused', async () => {
  await expect(sql`select record_timeline('{1}', '{1}', '{said}')`.execute(database.db)).rejects.toThrow(/"kind"/)
})
