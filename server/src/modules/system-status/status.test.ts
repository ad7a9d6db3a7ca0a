import { Right } from '@regie/contract/right-codes.ts'
import { statusApi } from '@regie/contract/status.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { keepHealth, noteFailed, noteWorked, sweepHealth } from '../communications/provider-health/note-health.ts'
import { queueMessage } from '../communications/queue-message.ts'
import { findStatus } from './read-status.ts'

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  one = await app.build.case({ batch, email: 'iemand@x.nl' })
  staff = await app.build.staff({ rights: [Right.systemStatus], customers: [batch.customerId] })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute()
  await app.db.deleteFrom('engines').execute()
  await app.pool.query(`insert into engines (lease_until) values (now() + interval '1 hour')`)
})

let made = 0
async function queue(): Promise<number> {
  made += 1
  const { customerId, id: caseId, batchId } = one
  const carrier = { name: 'smtp', simulated: true, loopback: true, providerId: null, isOff: false, sender: '' } as never
  const text = { subject: 'Herinnering', text: 'Beste', html: null }
  const id = await app.services.db.transaction().execute((tx) =>
    queueMessage(
      tx,
      {
        ...{ ...text, customerId, caseId, batchId, channel: 'email', recipient: 'iemand@x.nl', sender: 'a@b.nl', carrier },
        ...{ permission: { ok: true, reason: null, nextAt: null }, templateRevisionId: null, idempotencyKey: `s${made}` },
      },
      app.clock.now(),
    ),
  )
  return id ?? 0
}
const wait = (id: number, change: { attempts?: number; minutes?: number; reason?: string; triedMinutesAgo?: number }) =>
  app.pool.query(
    `with o as (
      update outbox
      set next_at = $2::timestamptz + make_interval(mins => $3), attempts = $4,
        started_at = $2::timestamptz - make_interval(mins => $5)
      where communication_id = $1)
    update communications set reason = $6 where id = $1`,
    [id, app.clock.now(), change.minutes ?? 0, change.attempts ?? 0, change.triedMinutesAgo ?? null, change.reason ?? null],
  )
// Without a folder: how full the disk of this machine is says nothing.
const servicesWithoutDisk = () => ({ ...app.services, config: { ...app.services.config, dataDir: '/nowhere' } })
const look = (customers = [batch.customerId]) => findStatus(servicesWithoutDisk(), customers, { version: '1', schema: 1 })
const mail = async () => (await look()).queues.find(({ channel }) => channel === 'email')

test('what may leave and has not after five minutes is late, and the monitor is answered 503', async () => {
  await queue()
  const before = await look()
  expect(before).toMatchObject({ state: 'ok', problems: [] })
  app.clock.advance(6 * 60_000)
  const after = await look()
  expect(after.problems).toMatchObject([{ kind: 'late', state: 'failing', count: 1, channel: 'email', batch: { id: batch.id } }])
  expect(await mail()).toMatchObject({ state: 'failing', due: 1, late: 1 })
  const { status, body } = await app.call(statusApi.monitor, {}).as(staff)
  expect([status, body.status]).toEqual([503, 'failing'])
  expect(JSON.stringify(body)).not.toContain('batch"')
})

test.each([
  ['paused', 'batchPaused'],
  ['closed', 'batchClosed'],
])('what waits because its batch is %s is not late, and it is named', async (status, reason) => {
  await queue()
  app.clock.advance(6 * 60_000)
  await app.db.updateTable('batches').set({ status }).where('id', '=', batch.id).execute()
  expect(await look()).toMatchObject({ state: 'ok', problems: [] })
  expect((await mail())?.waits).toMatchObject([{ reason, batches: 1 }])
  await app.db.updateTable('batches').set({ status: 'open' }).where('id', '=', batch.id).execute()
})

test('what the law holds waits for a reason; what is tried again and again is late', async () => {
  const held = await queue()
  await wait(held, { minutes: 90, reason: 'lawHours' })
  expect(await mail()).toMatchObject({ state: 'ok', due: 0, later: 1, waits: [{ reason: 'lawHours' }] })
  await wait(held, { minutes: 1, reason: 'connection refused', attempts: 1, triedMinutesAgo: 1 })
  expect(await mail()).toMatchObject({ state: 'ok', waits: [{ reason: 'retry' }] })
  await wait(held, { minutes: 10, reason: 'connection refused', attempts: 4, triedMinutesAgo: 2 })
  expect(await mail()).toMatchObject({ state: 'failing', late: 1 })
})

test('without an engine nothing works; whoever serves another customer sees no message of this one', async () => {
  await queue()
  app.clock.advance(6 * 60_000)
  const other = await app.build.batch()
  expect(await look([other.customerId])).toMatchObject({ state: 'ok', problems: [] })
  expect((await look([other.customerId])).queues.map(({ due, later }) => due + later)).toEqual([0, 0, 0, 0])
  await app.db.deleteFrom('engines').execute()
  expect((await look([other.customerId])).problems).toMatchObject([{ kind: 'noEngine', state: 'failing' }])
})

test('a provider is shown with when it last worked and why it last failed; one refused address is no failure of it', async () => {
  const { customerId } = batch
  const carried = { customerId, channel: 'email', provider: null } as const
  const own = async () => (await look()).providers.find(({ providerID, channel }) => providerID === null && channel === 'email')
  noteWorked(app.services, carried)
  noteFailed(app.services, carried, new GatewayRefused('550', '5.1.1 No such user'))
  await keepHealth(app.services)
  expect(await own()).toMatchObject({ state: 'active', okAt: app.clock.now().toISOString(), failedAt: null, isUnused: false })
  app.clock.advance(1_000)
  noteFailed(app.services, carried, new GatewayUnavailable('no answer', { fault: 'unreachable' }))
  await keepHealth(app.services)
  expect(await own()).toMatchObject({ state: 'failing', failedAt: app.clock.now().toISOString(), fault: 'unreachable' })
  expect((await look()).problems).toMatchObject([{ kind: 'providerFailing', state: 'warning', channel: 'email' }])
  app.clock.advance(1_000)
  noteFailed(app.services, carried, new GatewayRefused('535', 'Authentication failed'))
  await keepHealth(app.services)
  expect(await own()).toMatchObject({ cause: 'signInFailed', code: '535' })
  noteWorked(app.services, carried)
  app.clock.advance(1_000)
  noteWorked(app.services, carried)
  await keepHealth(app.services)
  await sweepHealth(app.db)
  expect(await own()).toMatchObject({ state: 'active' })
  expect((await look()).state).toBe('ok')
})

test('what one engine saw of a provider is not written down by another of the same process', async () => {
  const { customerId } = batch
  const other = { ...app.services, db: app.services.db.withoutPlugins() }
  noteWorked(other, { customerId, channel: 'whatsapp', provider: null })
  await keepHealth(app.services)
  const written = async () => {
    const rows = await app.db.selectFrom('provider_health').select('channel').where('customer_id', '=', customerId).execute()
    return rows.map(({ channel }) => channel)
  }
  expect(await written()).not.toContain('whatsapp')
  await keepHealth(other)
  expect(await written()).toContain('whatsapp')
})

test('an old failure, or one before a test that went well, is no failure of now; what could not be written is kept', async () => {
  const { customerId } = batch
  const { id } = await app.db
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'sms', kind: 'messagebird', name: 'MB', settings: '{"kind":"messagebird"}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shown = async () => (await look()).providers.find(({ providerID }) => providerID === id)?.state
  const fail = () =>
    noteFailed(
      app.services,
      { customerId, channel: 'sms', provider: { id, settings: { kind: 'messagebird' } } },
      new GatewayUnavailable('no answer', { fault: 'unreachable' }),
    )
  fail()
  await app.pool.query('alter table provider_health rename to hidden_health')
  await expect(keepHealth(app.services)).rejects.toThrow('provider_health')
  await app.pool.query('alter table hidden_health rename to provider_health')
  await keepHealth(app.services)
  expect(await shown()).toBe('failing')
  app.clock.advance(60_000)
  await app.db.updateTable('providers').set({ tested_at: app.clock.now() }).where('id', '=', id).execute()
  expect(await shown()).toBe('active')
  app.clock.advance(60_000)
  fail()
  await keepHealth(app.services)
  expect(await shown()).toBe('failing')
  app.clock.advance(25 * 3_600_000)
  expect(await shown()).toBe('active')
})

test('who has not the right sees nothing', async () => {
  const agent = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  for (const endpoint of [statusApi.get, statusApi.monitor]) expect((await app.call(endpoint, {}).as(agent)).status).toBe(403)
})
