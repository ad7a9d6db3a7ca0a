import type { MissedInstalment } from '@regie/contract/missed-instalments.ts'
import { arrangementApi } from '@regie/contract/arrangements.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { evaluatePromises } from '../../arrangements/evaluate-promises.ts'
import { bookPayment } from '../../cases/money/record-payments.ts'
import { newToken } from '../../../platform/security/secret-token.ts'
import { askInstalments } from './ask-instalments.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.changeCases, Right.viewPersonalData, Right.makePaymentLinks, Right.sendEmail]
const start = '2026-06-01T09:00:00Z'
beforeAll(async () => {
  app = await openTestApp({ start })
  batch = await app.build.batch()
  const { customerId } = batch
  const texts = { nl: { subject: 'Uw termijn', text: 'Beste {{naam}}, betaal {{bedrag}}: {{betaallink}}' } }
  await app.build.template({ customerId, key: 'betaallink-mail', kind: 'email', texts })
  staff = await app.build.staff({ rights, customers: [customerId] })
})
afterAll(() => app.close())

let made = 0
async function planFor(missedInstalment: MissedInstalment, more: object = {}) {
  await at(start)
  const one = await app.build.case({ batch, outstanding_cents: 15_000, email: `plan${++made}@example.nl`, mobile: null })
  const parts = ['2026-06-10', '2026-07-10', '2026-08-10'].map((due) => ({ due, amountCents: 5_000 }))
  await app
    .call(arrangementApi.addPromise, { params: { caseID: one.id }, body: { kind: 'plan', parts, missedInstalment, ...more } })
    .as(staff)
  return one
}
async function at(moment: string) {
  app.clock.set(moment)
  staff = { ...staff, secret: await app.build.session(staff.userId) }
}
/** What time brings about at a moment. */
async function look(moment: string) {
  await at(moment)
  await evaluatePromises(app.services.db, app.clock.now())
  await askInstalments(app.services)
  await runJobs(app.services)
}
const pay = ({ id: caseId, customerId }: BuiltCase, amountCents: number) =>
  app.db.transaction().execute((tx) => {
    const now = app.clock.now()
    const money = { customerId, caseId, amountCents, currency: 'EUR', paidOn: now.toISOString().slice(0, 10), at: now }
    return bookPayment(tx, { ...money, method: 'bank', note: '', byUser: staff.username, undoEntryId: null })
  })
const linksOf = ({ id }: BuiltCase) =>
  app.db.selectFrom('payment_links').select(['amount_cents', 'state', 'ended_for']).where('case_id', '=', id).orderBy('id').execute()
const messagesOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('communications').select('idempotency_key').where('case_id', '=', id).orderBy('id').execute()).length
const planOf = async ({ id }: BuiltCase) => (await app.call(arrangementApi.list, { params: { caseID: id } }).as(staff)).body.promises[0]
const eventsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('timeline').select('event').where('case_id', '=', id).orderBy('id').execute()).map(({ event }) => event)

test('each instalment is asked for by a link of its own, a week before its day and once the one before is paid', async () => {
  const one = await planFor('end')
  await look('2026-06-02T09:00:00Z')
  expect(await linksOf(one)).toEqual([])
  await look('2026-06-03T09:00:00Z')
  expect(await linksOf(one)).toEqual([{ amount_cents: 5_000, state: 'created', ended_for: null }])
  expect(await messagesOf(one)).toBe(1)
  await Promise.all([look('2026-06-03T10:00:00Z'), askInstalments(app.services), askInstalments(app.services)])
  expect([(await linksOf(one)).length, await messagesOf(one)]).toEqual([1, 1])
  await pay(one, 5_000)
  await look('2026-07-02T09:00:00Z')
  expect(await messagesOf(one)).toBe(1)
  await look('2026-07-03T09:00:00Z')
  expect(await messagesOf(one)).toBe(2)
  expect(await planOf(one)).toMatchObject({
    ...{ state: 'open', asksByLink: true, missedInstalment: 'end' },
    parts: [{ state: 'paid' }, { state: 'open', askedAt: expect.any(String) }, { state: 'open', askedAt: null }],
  })
})

test('a plan without links, and one whose debtor may not be written to, sends nothing', async () => {
  const [silent, blocked] = [await planFor('end', { asksByLink: false }), await planFor('end')]
  await app.db.updateTable('cases').set({ email: null }).where('id', '=', blocked.id).execute()
  await look('2026-06-04T09:00:00Z')
  for (const one of [silent, blocked]) expect([await linksOf(one), await messagesOf(one)]).toEqual([[], 0])
})

test('who misses an instalment is reminded once and has a week, and then the plan is broken and its link ends', async () => {
  const one = await planFor('remind')
  await look('2026-06-05T09:00:00Z')
  await look('2026-06-11T09:00:00Z')
  await look('2026-06-11T10:00:00Z')
  expect(await messagesOf(one)).toBe(2)
  expect(await linksOf(one)).toHaveLength(1)
  expect(await planOf(one)).toMatchObject({ state: 'open', parts: [{ state: 'open', lateAfter: '2026-06-18' }, {}, {}] })
  await look('2026-06-18T09:00:00Z')
  expect((await planOf(one))?.state).toBe('open')
  await look('2026-06-19T09:00:00Z')
  expect((await planOf(one))?.state).toBe('broken')
  expect(await linksOf(one)).toMatchObject([{ state: 'expired', ended_for: 'amountChanged' }])
  expect(await app.db.selectFrom('cases').select(['status', 'result']).where('id', '=', one.id).executeTakeFirst()).toEqual({
    status: 'open',
    result: 'TOEV',
  })
  expect(await eventsOf(one)).toEqual(expect.arrayContaining(['instalmentReminded', 'promiseBroken']))
})

test('an instalment that is missed moves to the end of the plan, once', async () => {
  const one = await planFor('move')
  await look('2026-06-11T09:00:00Z')
  expect((await planOf(one))?.parts.map(({ due, movedFrom }) => [due, movedFrom])).toEqual([
    ['2026-07-10', null],
    ['2026-08-10', null],
    ['2026-09-10', '2026-06-10'],
  ])
  await pay(one, 10_000)
  await look('2026-09-04T09:00:00Z')
  expect((await linksOf(one)).at(-1)).toMatchObject({ amount_cents: 5_000, ended_for: null })
  await look('2026-09-11T09:00:00Z')
  expect((await planOf(one))?.state).toBe('broken')
})

test('a plan without a rule of its own goes by that of its customer', async () => {
  await app.db.updateTable('customers').set({ missed_instalment: 'move' }).where('id', '=', batch.customerId).execute()
  await at(start)
  const one = await app.build.case({ batch, outstanding_cents: 10_000, email: 'rule@example.nl' })
  const parts = ['2026-06-10', '2026-07-10'].map((due) => ({ due, amountCents: 5_000 }))
  await app.call(arrangementApi.addPromise, { params: { caseID: one.id }, body: { kind: 'plan', parts } }).as(staff)
  await look('2026-06-11T09:00:00Z')
  expect(await planOf(one)).toMatchObject({ state: 'open', missedInstalment: 'move', parts: [{}, { movedFrom: '2026-06-10' }] })
})

test.each([15_000, 2_000])('a link of %i cents that staff send leaves the one of the instalment alone', async (amountCents) => {
  const one = await planFor('end')
  await look('2026-06-03T09:00:00Z')
  const body = { channel: 'email', amountCents, openCents: 15_000, lastDay: '2026-06-20', key: randomUUID() } as const
  expect((await app.call(paymentApi.sendLink, { params: { caseID: one.id }, body }).as(staff)).status).toBe(200)
  await runJobs(app.services)
  expect(await linksOf(one)).toEqual([
    { amount_cents: 5_000, state: 'created', ended_for: null },
    { amount_cents: amountCents, state: 'created', ended_for: null },
  ])
  await pay(one, 5_000)
  await look('2026-07-03T09:00:00Z')
  expect((await linksOf(one)).at(-1)).toEqual({ amount_cents: 5_000, state: 'created', ended_for: null })
})

test('a payer who goes to the bank by another link at that very moment fails no plan: its message waits for that', async () => {
  const one = await planFor('end')
  await at('2026-06-04T09:00:00Z')
  const { id } = await app.db
    .insertInto('payment_links')
    .values({
      ...{ customer_id: one.customerId, case_id: one.id, batch_id: one.batchId, amount_cents: 5_000, state: 'created' },
      ...{ token: newToken(), idempotency_key: `other:${one.id}`, provider: 'simulated-payment', simulated: true },
      expires_at: new Date(app.clock.now().getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payer = await app.db.startTransaction().execute()
  // Whoever asks looks at the case, and waits before the link of the instalment is there.
  await sql`lock table payment_links in share row exclusive mode`.execute(payer)
  const asking = askInstalments(app.services)
  await expect.poll(() => waitsForLock(), { timeout: 5_000 }).toBe(true)
  await payer.updateTable('payment_links').set({ state: 'bank_opened', bank_opened_at: app.clock.now() }).where('id', '=', id).execute()
  await payer.commit().execute()
  await asking
  expect(await messagesOf(one)).toBe(1)
})

async function waitsForLock() {
  const { rows } = await app.pool.query<{ waits: boolean }>(`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`)
  return rows[0]?.waits ?? false
}
