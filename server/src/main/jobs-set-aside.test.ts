import { Right } from '@regie/contract/right-codes.ts'
import { systemApi } from '@regie/contract/system.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function setAside(name: string) {
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into jobs_set_aside (job_key, name, about, reason)
    values ($1, $1, '{"customerId": 1}', 'died')
    returning id`,
    [name],
  )
  return { jobID: rows[0]?.id ?? 0 }
}
const auditOf = async (jobID: number) => {
  const { rows } = await app.pool.query<{ action: string; username: string; before: { name: string } }>(
    `select action, username, before from audit where entity = 'job' and entity_id = $1`,
    [String(jobID)],
  )
  return rows
}

test('who looks after the installation tries a job again or discards it, and the audit log says who and what', async () => {
  const staff = await app.build.staff({ rights: [Right.systemStatus] })
  const again = await setAside('housekeeping')
  const discarded = await setAside('runBulk')
  expect((await app.call(systemApi.setAside, {}).as(staff)).body.map(({ name, noRetry }) => [name, noRetry])).toEqual([
    ['runBulk', 'ended'],
    ['housekeeping', null],
  ])
  expect(await app.call(systemApi.retrySetAside, { params: discarded }).as(staff)).toMatchObject({
    status: 409,
    body: { error: 'job.noRetry' },
  })
  expect((await app.call(systemApi.retrySetAside, { params: again }).as(staff)).status).toBeLessThan(300)
  expect((await app.call(systemApi.discardSetAside, { params: discarded }).as(staff)).status).toBeLessThan(300)
  expect((await app.call(systemApi.setAside, {}).as(staff)).body).toEqual([])
  const { rows } = await app.pool.query(`select name from pgboss.job where name = 'housekeeping' and state = 'created'`)
  expect(rows).toHaveLength(1)
  expect(await auditOf(again.jobID)).toMatchObject([{ action: 'system.retrySetAside', before: { name: 'housekeeping' } }])
  expect(await auditOf(discarded.jobID)).toMatchObject([{ action: 'system.discardSetAside', before: { name: 'runBulk' } }])
})

test('without the right nobody decides on a job', async () => {
  const staff = await app.build.staff({ rights: [Right.viewAudit] })
  const params = await setAside('endHolds')
  for (const endpoint of [systemApi.retrySetAside, systemApi.discardSetAside])
    expect((await app.call(endpoint, { params }).as(staff)).status).toBe(403)
})
