import { randomUUID } from 'node:crypto'
import { failureApi } from '@regie/contract/failures.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { messageApi } from '@regie/contract/messages.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, endStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'

// No option of a template turns the blacklist off: each way in which a template is sent asks it (docs/decisions/0033).
const number = '+31612345678'
const listing = (customerId: number) => ({
  ...{ customer_id: customerId, kind: 'phone', value: number, retention: '2y', added_by: 'test' },
})

let app: TestApp
let h: EngineHarness
beforeAll(async () => {
  // A Tuesday at 11:00 in Amsterdam.
  app = await openTestApp({ start: '2026-06-02T09:00:00Z' })
  h = await openEngineHarness()
})
afterAll(async () => {
  await app.close()
  await h.close()
})

test('staff send nothing to a number on the blacklist: by hand, planned, to many, with a payment link or once more', async () => {
  const batch = await app.build.batch()
  const { customerId } = batch
  const texts = { nl: { subject: '', text: 'Betaal hier: {{betaallink}}' } }
  await app.build.template({ customerId, key: 'betaallink', kind: 'sms', texts })
  await app.build.template({ customerId, key: 'sms', kind: 'sms', texts: { nl: { subject: '', text: 'Bel ons, {{naam}}' } } })
  const rights = [Right.viewCases, Right.viewPersonalData, Right.sendSms, Right.makePaymentLinks]
  const staff = await app.build.staff({ rights, customers: [customerId] })
  const { id: caseID } = await app.build.case({ batch, outstanding_cents: 10_000, mobile: number })
  const byHand = (more: object = {}) => {
    const body = { channel: 'sms' as const, template: 'sms', key: randomUUID(), ...more }
    return app.call(manualMessageApi.send, { params: { caseID }, body }).as(staff)
  }
  const count = async () => (await app.db.selectFrom('communications').select('id').where('case_id', '=', caseID).execute()).length
  expect((await byHand()).status).toBe(200)
  const { id: communicationID } = await app.db
    .selectFrom('communications')
    .select('id')
    .where('case_id', '=', caseID)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('communications').set({ state: 'failed' }).where('id', '=', communicationID).execute()

  await app.db.insertInto('blacklist').values(listing(customerId)).execute()
  const refused = { error: 'payment.contactRefused' }
  expect((await byHand()).body).toMatchObject(refused)
  expect((await byHand({ sendAt: '2026-06-03T09:00:00Z' })).body).toMatchObject(refused)
  const link = {
    params: { caseID },
    body: { channel: 'sms' as const, amountCents: 10_000, openCents: 10_000, lastDay: '2026-07-03', key: randomUUID() },
  }
  expect((await app.call(paymentApi.sendLink, link).as(staff)).body).toMatchObject(refused)
  expect((await app.call(failureApi.retry, { params: { communicationID } }).as(staff)).body).toMatchObject(refused)
  const { id: templateID } = await app.db
    .selectFrom('templates')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('key', '=', 'sms')
    .executeTakeFirstOrThrow()
  const body = { customerID: customerId, templateID, filter: { caseIDs: [caseID] } }
  const checked = await app.call(messageApi.check, { body: { channel: 'sms', ...body } }).as(staff)
  expect(checked.body).toMatchObject({ ready: 0, refused: [{ reason: 'blacklisted', count: 1 }] })
  await app.call(messageApi.send, { params: { channel: 'sms' }, body }).as(staff)
  await runJobs(app.services)
  expect(await count()).toBe(1)
})

test('a script sends nothing to a number on the blacklist, nor what it queued before', async () => {
  const script = await h.buildScript({ steps: [{ kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } }, endStep] })
  const add = async () => (await h.buildBatch(script, [{ mobile: number }])).caseIds[0] ?? 0
  const statesOf = (caseId: number) => h.db.selectFrom('communications').select(['state', 'reason']).where('case_id', '=', caseId).execute()
  const queued = await add()
  await h.turn()
  expect(await statesOf(queued)).toMatchObject([{ state: 'queued' }])
  await h.db.insertInto('blacklist').values(listing(script.customerId)).execute()
  const later = await add()
  await h.runUntilIdle()
  expect(await statesOf(queued)).toEqual([{ state: 'cancelled', reason: 'blacklisted' }])
  expect(await statesOf(later)).toEqual([])
})
