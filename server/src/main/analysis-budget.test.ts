import { Right } from '@regie/contract/right-codes.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test("one user's searches wait for each other, their lists and a colleague's searches do not", async () => {
  const { id: customerID } = await app.build.customer()
  const [one, colleague] = await Promise.all(
    [1, 2].map(() => app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], customers: [customerID] })),
  )
  if (!one || !colleague) throw new Error('nobody')
  const search = (staff: typeof one) => app.call(caseApi.search, { query: { customerID, q: 'jansen' } }).as(staff)
  // Somebody changes the table: what reads it waits until they are ready.
  const blocker = await app.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table case_search in access exclusive mode')
  const searches = Array.from({ length: 30 }, () => search(one))
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting
        from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
      return rows[0]?.waiting
    })
    .toBe(1)
  expect((await app.call(caseApi.list, { query: { customerID } }).as(one)).status).toBe(200)
  const others = search(colleague)
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting
        from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
      return rows[0]?.waiting
    })
    .toBe(2)
  await blocker.query('rollback')
  blocker.release()
  expect((await others).status).toBe(200)
  const statuses = (await Promise.all(searches)).map(({ status }) => status)
  // One works, twenty wait, the others are refused.
  expect(statuses.filter((status) => status === 200)).toHaveLength(21)
  expect(statuses.filter((status) => status === 429)).toHaveLength(9)
})
