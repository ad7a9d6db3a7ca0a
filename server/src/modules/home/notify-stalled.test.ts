import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { listStalled, notifyStalled } from './notify-stalled.ts'
import { listOpenBatches, stalledOf } from './running-batches.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

/** A batch of each kind: at work, without anything due, without lines, stopped by its trial, of a script that is off, held by its hours, a demo. */
async function buildCustomer() {
  const script = await app.build.script()
  const { customerId } = script
  const build = async (batch: object, change: (id: number) => Promise<unknown> = async () => undefined) => {
    const made = await app.build.batch({ script, ...batch })
    await app.build.case({ batch: made })
    await change(made.id)
    return made.id
  }
  const finish = (id: number) => sql`update case_runs set state = 'finished' where batch_id = ${id}`.execute(app.db)
  const set = (id: number, columns: object) => app.db.updateTable('batches').set(columns).where('id', '=', id).execute()
  await build({})
  await build({}, finish)
  await build({}, (id) => set(id, { own_lines: 0 }))
  await build({}, (id) => set(id, { status: 'paused', trial: JSON.stringify({ state: 'stopped' }) }))
  await build({}, async (id) => {
    await finish(id)
    await set(id, { is_demo: true })
  })
  await build({}, async (id) => {
    await finish(id)
    await set(id, { status: 'closed' })
  })
  const off = await app.build.script({ customerId, active: false })
  const night = await app.build.script({ customerId, profile: 'incasso_wki' })
  await sql`delete from script_windows where script_id = ${night.id}`.execute(app.db)
  await build({ script: off }, finish)
  await build({ script: night })
  return customerId
}

test('who stands still at all customers is who stands still at home of each', async () => {
  const customers = [await buildCustomer(), await buildCustomer()]
  const now = app.clock.now()
  const found = await listStalled(app.pool, now)
  for (const customerId of customers) {
    const atHome = stalledOf((await listOpenBatches(app.pool, { customerId, scriptId: null }, now)).rows)
    const byId = (one: { batchID: number }, other: { batchID: number }) => one.batchID - other.batchID
    expect(atHome.map(({ reason }) => reason).toSorted()).toEqual(['noLines', 'nothingDue', 'scriptInactive', 'trialStopped'])
    expect(stalledOf(found.get(customerId) ?? []).toSorted(byId)).toEqual(atHome.toSorted(byId))
  }
})

test('where nothing stands still, one question is asked for all customers', async () => {
  for (let n = 0; n < 3; n++) await app.build.batch({ script: await app.build.script() })
  await sql`update batches set status = 'closed'`.execute(app.db)
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  await notifyStalled(app.services)
  // A connection says first which customers it serves.
  expect(statements.mock.calls.length).toBeLessThanOrEqual(2)
  statements.mockRestore()
})

test('who may start batches again is notified of each once a day', async () => {
  const customerId = await buildCustomer()
  const leader = await app.build.staff({ rights: [Right.viewBatches, Right.pauseBatches], customers: [customerId] })
  for (let times = 0; times < 2; times++) await notifyStalled(app.services)
  const { rows } = await sql`select from notifications where user_id = ${leader.userId} and kind = 'batchStalled'`.execute(app.db)
  expect(rows).toHaveLength(4)
})
