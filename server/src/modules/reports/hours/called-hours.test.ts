import { bestHoursApi } from '@regie/contract/best-hours.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

let made = 0
async function called(batch: BuiltBatch, at: string, delivery: string | null, more: object = {}) {
  const { id } = await app.build.case({ batch })
  const ours = { customer_id: batch.customerId, case_id: id, batch_id: batch.id, channel: 'call', recipient: 'x', provider: 'simulated' }
  const times = { queued_at: new Date(at), started_at: new Date(at), sent_at: new Date(at) }
  const key = `hour:${++made}`
  await app.db
    .insertInto('communications')
    .values({ ...ours, ...times, idempotency_key: key, simulated: true, state: 'sent', delivery, ...more })
    .execute()
}

test('calls by the Dutch hour at which they were made, and those of them that a person answered', async () => {
  const batch = await app.build.batch()
  const staff = await app.build.staff({ rights: [Right.reportScripts], customers: [batch.customerId] })
  // A Monday: nine in summer is seven in UTC, nine in winter is eight.
  await called(batch, '2026-06-01T07:00:00Z', 'answered')
  await called(batch, '2026-06-01T07:59:59Z', 'unanswered')
  await called(batch, '2026-03-02T08:00:00Z', 'transferred')
  await called(batch, '2026-06-01T08:00:00Z', 'voicemail')
  // What says nothing: a fault, a call that goes on, one by the other side, a message, a call of long ago.
  await called(batch, '2026-06-01T07:00:00Z', 'failed')
  await called(batch, '2026-06-01T07:00:00Z', null)
  await called(batch, '2026-06-01T07:00:00Z', 'answered', { inbound: true })
  await called(batch, '2026-06-01T07:00:00Z', 'delivered', { channel: 'sms' })
  await called(batch, '2025-10-06T07:00:00Z', 'answered')
  const asked = { customerID: batch.customerId }
  const { body } = await app.call(bestHoursApi.hours, { query: asked }).as(staff)
  expect(body).toEqual({
    ...{ from: '2025-12-06', to: '2026-06-03' },
    hours: [
      { weekday: 1, hour: 9, calls: 3, answered: 2, isLawful: true },
      { weekday: 1, hour: 10, calls: 1, answered: 0, isLawful: true },
    ],
  })
  const other = await app.build.batch({ customerId: batch.customerId })
  const ofOther = await app.call(bestHoursApi.hours, { query: { ...asked, scriptID: other.script.id } }).as(staff)
  expect(ofOther.body.hours).toEqual([])
  const stranger = await app.build.batch()
  expect((await app.call(bestHoursApi.hours, { query: { customerID: stranger.customerId } }).as(staff)).status).toBe(404)
})

test('an hour that the law does not leave is called so, whoever answered then', async () => {
  const { id: customerId } = await app.build.customer({ profile: 'incasso_wki' })
  const batch = await app.build.batch({ customerId })
  const staff = await app.build.staff({ rights: [Right.reportScripts], customers: [customerId] })
  // A Saturday at 22:00, a Sunday at noon, a Monday at 19:00 and at 20:00.
  for (const at of ['2026-05-30T20:30:00Z', '2026-05-31T10:00:00Z', '2026-06-01T17:00:00Z', '2026-06-01T18:00:00Z'])
    await called(batch, at, 'answered')
  const { body } = await app.call(bestHoursApi.hours, { query: { customerID: customerId } }).as(staff)
  expect(body.hours.map(({ weekday, hour, isLawful }) => [weekday, hour, isLawful])).toEqual([
    [1, 19, true],
    [1, 20, false],
    [6, 22, false],
    [7, 12, false],
  ])
})
