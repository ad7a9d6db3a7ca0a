import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { complianceApi } from '@regie/contract/customers.ts'
import { debtLawApi } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.changeCases, Right.closeCases, Right.viewPersonalData, Right.changeCompliance]
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

const params = ({ id }: BuiltCase) => ({ caseID: id })
const versionOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('cases').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
const look = async (one: BuiltCase) => (await app.call(debtLawApi.get, { params: params(one) }).as(staff)).body
const help = { organisation: 'Kredietbank Utrecht', reference: 'SHV-12', endsOn: '2027-06-01' }
const mark = async (one: BuiltCase, resultCode: string, debtHelp: object | undefined = help) =>
  app
    .call(caseActionApi.setResult, { params: params(one), body: { version: await versionOf(one), resultCode, debtHelp } as never })
    .as(staff)
const save = async (one: BuiltCase, given: object = {}, by = staff) =>
  app
    .call(debtLawApi.saveDebtHelp, {
      params: params(one),
      body: { version: await versionOf(one), kind: 'BEW', beganOn: '2026-05-01', ...help, ...given },
    })
    .as(by)
const end = async (one: BuiltCase, endedOn: string) =>
  app.call(debtLawApi.endDebtHelp, { params: params(one), body: { version: await versionOf(one), endedOn } }).as(staff)
const mailLight = async (one: BuiltCase) => (await app.call(caseActionApi.permission, { params: params(one) }).as(staff)).body.email
const owing = () => app.build.case({ batch, email: 'jan@example.nl' })
const eventsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('timeline').select('event').where('case_id', '=', id).orderBy('id').execute()).map(({ event }) => event)

test('a result of debt help asks who does it, and from then on the case is not contacted', async () => {
  const one = await owing()
  expect(await mailLight(one)).toMatchObject({ ok: true })
  expect((await mark(one, 'BEW', { ...help, organisation: ' ' })).body).toMatchObject({ error: 'debtHelp.organisationMissing' })
  expect(
    (await app.call(caseActionApi.setResult, { params: params(one), body: { version: 1, resultCode: 'BEW' } }).as(staff)).body,
  ).toMatchObject({
    error: 'debtHelp.organisationMissing',
    field: 'debtHelp.organisation',
  })
  expect((await mark(one, 'BEW')).body).toMatchObject({ status: 'open', result: 'BEW' })
  expect((await look(one)).debtHelp).toMatchObject({ kind: 'BEW', ...help, beganOn: '2026-06-03', by: staff.username })
  expect(await mailLight(one)).toEqual({ ok: false, reason: 'debtHelp', nextAt: null })
})

test('what waits to go to the person is cancelled', async () => {
  const one = await owing()
  const { customerId: customer_id, id: case_id, batchId: batch_id } = one
  const { id } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id, case_id, batch_id, channel: 'email', idempotency_key: `w${case_id}`, recipient: 'jan@example.nl' },
      ...{ provider: 'simulated-email', simulated: true },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('outbox')
    .values({ customer_id, communication_id: id, case_id, batch_id, channel: 'email', next_at: app.clock.now() })
    .execute()
  await save(one)
  const message = await app.db.selectFrom('communications').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  expect(message.state).toBe('cancelled')
})

test('a case that closes with it keeps it, also when it is opened again', async () => {
  const one = await owing()
  expect((await mark(one, 'SHV')).body).toMatchObject({ status: 'closed', result: 'SHV' })
  const body = { version: await versionOf(one), restart: false }
  await app.call(caseActionApi.reopen, { params: params(one), body }).as(staff)
  expect((await app.call(caseApi.get, { params: params(one), query: {} }).as(staff)).body.status).toBe('open')
  expect(await mailLight(one)).toMatchObject({ reason: 'debtHelp' })
})

test('it is changed, and ended: then the case is contacted again, and its day stays', async () => {
  const one = await owing()
  await mark(one, 'BEW')
  expect((await save(one, { kind: 'WSNP', organisation: 'Rechtbank', endsOn: null })).body.debtHelp).toMatchObject({
    ...{ kind: 'WSNP', organisation: 'Rechtbank', beganOn: '2026-05-01', endsOn: null },
  })
  expect((await end(one, '2026-04-30')).body).toMatchObject({ error: 'debtHelp.daysInvalid' })
  expect((await end(one, '2026-06-04')).body).toMatchObject({ error: 'debtHelp.inFuture' })
  expect((await end(one, '2026-06-01')).body).toMatchObject({
    debtHelp: null,
    interestStops: [{ from: '2026-05-01', until: '2026-06-01', kind: 'WSNP' }],
  })
  expect(await mailLight(one)).toMatchObject({ ok: true })
  expect((await end(one, '2026-06-01')).body).toMatchObject({ error: 'debtHelp.notFound' })
  expect(await eventsOf(one)).toEqual(['debtHelpRecorded', 'resultSet', 'debtHelpChanged', 'debtHelpEnded'])
})

test('the script goes on at once after it ended', async () => {
  const one = await owing()
  await save(one)
  const later = new Date('2026-06-04T09:00:00Z')
  const run = () => app.db.updateTable('case_runs').where('case_id', '=', one.id)
  await run().set({ state: 'sleeping', held: 'debtHelp', due_at: later }).execute()
  await end(one, '2026-06-03')
  const { due_at } = await app.db.selectFrom('case_runs').select('due_at').where('case_id', '=', one.id).executeTakeFirstOrThrow()
  expect(due_at).toEqual(app.clock.now())
})

test('days that cannot be are refused at their field', async () => {
  const one = await owing()
  expect((await save(one, { beganOn: '2026-06-04' })).body).toMatchObject({ error: 'debtHelp.inFuture', field: 'beganOn' })
  expect((await save(one, { endsOn: '2026-04-30' })).body).toMatchObject({ error: 'debtHelp.daysInvalid', field: 'endsOn' })
})

test('whoever saved first is not overwritten', async () => {
  const one = await owing()
  await save(one)
  expect((await save(one, { version: 1 })).body).toMatchObject({ error: 'error.conflict' })
})

test('a customer decides whether interest stops', async () => {
  const one = await owing()
  expect((await save(one)).body.interestStops).toEqual([{ from: '2026-05-01', until: null, kind: 'BEW' }])
  const of = { params: { customerID: batch.customerId } }
  const set = async (debtHelpStopsInterest: boolean) => {
    const { body } = await app.call(complianceApi.get, of).as(staff)
    const { profile, caps, quietDaysAfterStaff, version } = body
    const change = { profile, caps, quietDaysAfterStaff, version, debtHelpStopsInterest, reason: 'Afspraak' }
    return app.call(complianceApi.change, { ...of, body: change }).as(staff)
  }
  expect((await set(false)).body).toMatchObject({ debtHelpStopsInterest: false })
  expect((await look(one)).interestStops).toEqual([])
  await set(true)
  expect((await look(one)).interestStops).toHaveLength(1)
})

test('a colleague of another customer writes nothing down', async () => {
  const one = await owing()
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  expect((await save(one, {}, stranger)).body).toMatchObject({ error: 'case.notFound' })
  expect((await look(one)).debtHelp).toBeNull()
})
