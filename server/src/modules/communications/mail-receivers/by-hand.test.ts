import { randomUUID } from 'node:crypto'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { failureApi } from '@regie/contract/failures.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { messageApi } from '@regie/contract/messages.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { TemplateOptions } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { runJobs } from '../../../../test/run-jobs.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.viewPersonalData, Right.sendEmail, Right.makePaymentLinks]
beforeAll(async () => {
  // A Tuesday at 11:00 in Amsterdam.
  app = await openTestApp({ start: '2026-06-02T09:00:00Z' })
  batch = await app.build.batch()
  const texts = { nl: { subject: 'Uw factuur', text: 'Beste {{naam}}: {{betaallink}}' } }
  await app.build.template({ customerId: batch.customerId, key: 'betaallink', kind: 'email', texts })
  const plain = { nl: { subject: 'Uw factuur', text: 'Beste {{naam}}' } }
  await app.build.template({ customerId: batch.customerId, key: 'brief', kind: 'email', texts: plain })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  await app.db
    .insertInto('blacklist')
    .values({ customer_id: batch.customerId, kind: 'email', value: 'weg@x.nl', retention: '2y', added_by: 'test' })
    .execute()
})
afterAll(() => app.close())

const choose = (options: Partial<TemplateOptions>) =>
  sql`
  update template_revisions set options = ${JSON.stringify(options)}::jsonb
  where customer_id = ${batch.customerId}`.execute(app.db)
const owing = (more: object = {}) => app.build.case({ batch, name: 'Ada Jansen', outstanding_cents: 10_000, email: 'ada@x.nl', ...more })
const byHand = ({ id: caseID }: BuiltCase) =>
  app.call(manualMessageApi.send, { params: { caseID }, body: { channel: 'email', template: 'brief', key: randomUUID() } }).as(staff)
const lightOf = async ({ id: caseID }: BuiltCase) =>
  (await app.call(manualMessageApi.texts, { params: { caseID }, query: { channel: 'email' } }).as(staff)).body.texts.find(
    ({ key }) => key === 'brief',
  )?.receiver
const buttonOf = async ({ id: caseID }: BuiltCase) =>
  (await app.call(caseActionApi.permission, { params: { caseID } }).as(staff)).body.email
async function toMany(cases: readonly BuiltCase[]) {
  const found = await app.db
    .selectFrom('templates')
    .select('id')
    .where('customer_id', '=', batch.customerId)
    .where('key', '=', 'brief')
    .executeTakeFirstOrThrow()
  const plan = { customerID: batch.customerId, templateID: found.id, filter: { caseIDs: cases.map(({ id }) => id) } }
  const checked = await app.call(messageApi.check, { body: { channel: 'email', ...plan } }).as(staff)
  await app.call(messageApi.send, { params: { channel: 'email' }, body: plan }).as(staff)
  await runJobs(app.services)
  return checked.body
}
const link = ({ id: caseID }: BuiltCase) =>
  app
    .call(paymentApi.sendLink, {
      params: { caseID },
      body: { channel: 'email', amountCents: 10_000, openCents: 10_000, lastDay: '2026-07-03', key: randomUUID() },
    })
    .as(staff)
async function sent({ id }: BuiltCase) {
  const { rows } = await sql<{ id: number; recipient: string; mail: { cc?: string[]; receiverReason?: string } | null }>`
    select m.id, m.recipient, t.mail
    from communications m
    join communication_contents t on t.customer_id = m.customer_id and t.communication_id = m.id
    where m.case_id = ${id}
    order by m.id`.execute(app.db)
  return rows.map(({ recipient, mail }) => `${recipient} ${mail?.receiverReason ?? '-'} ${mail?.cc?.join() ?? ''}`.trim())
}
const only = async (one: BuiltCase) =>
  app.db.selectFrom('communications').select('id').where('case_id', '=', one.id).executeTakeFirstOrThrow()

test('by hand, to many and with a payment link the template names who gets it, as the case tells afterwards', async () => {
  await choose({ to: 'adviseur@kantoor.nl', cc: 'weg@x.nl, team@acme.nl' })
  const [hand, many, linked] = [await owing(), await owing({ email: null }), await owing()]
  expect((await byHand(hand)).status).toBe(200)
  expect(await toMany([many])).toMatchObject({ checked: 1, ready: 1 })
  expect((await link(linked)).status).toBe(200)
  for (const one of [hand, many, linked]) expect(await sent(one)).toEqual(['adviseur@kantoor.nl template team@acme.nl'])
  const params = { caseID: hand.id, communicationID: (await only(hand)).id }
  const { body } = await app.call(caseApi.communication, { params }).as(staff)
  expect(body).toMatchObject({ to: 'adviseur@kantoor.nl', mail: { receiverReason: 'template', cc: ['team@acme.nl'] } })
})

test('nobody on the blacklist gets it by any of these ways, whatever the template names', async () => {
  await choose({ to: 'weg@x.nl' })
  const cases = [await owing(), await owing(), await owing()] as const
  expect((await byHand(cases[0])).body).toMatchObject({ error: 'payment.contactRefused' })
  expect(await toMany([cases[1]])).toMatchObject({ ready: 0, refused: [{ reason: 'blacklisted', count: 1 }] })
  expect((await link(cases[2])).body).toMatchObject({ error: 'payment.contactRefused' })
  expect((await Promise.all(cases.map(sent))).flat()).toEqual([])
})

test('the copy gets it in place of who has no address or is on the blacklist', async () => {
  await choose({ cc: 'team@acme.nl', alwaysCc: true })
  const [none, listed, many, linked] = [
    await owing({ email: null }),
    await owing({ email: 'Weg@x.nl' }),
    await owing({ email: null }),
    await owing({ email: null }),
  ]
  await byHand(none)
  await byHand(listed)
  await toMany([many])
  await link(linked)
  expect((await Promise.all([none, listed, many, linked].map(sent))).flat()).toEqual([
    'team@acme.nl noEmail',
    'team@acme.nl blacklisted',
    'team@acme.nl noEmail',
    'team@acme.nl noEmail',
  ])
})

test('the light of a text says what its sending says, whoever gets it', async () => {
  const may = { ok: true, reason: null, nextAt: null, mayPassCap: false }
  const asked: { options: Partial<TemplateOptions>; of?: object; light: unknown; status: number; sent: string[] }[] = [
    { options: {}, light: null, status: 200, sent: ['ada@x.nl -'] },
    {
      ...{ options: { to: 'adviseur@kantoor.nl' }, of: { email: null }, status: 200 },
      ...{ light: { to: 'adviseur@kantoor.nl', ...may }, sent: ['adviseur@kantoor.nl template'] },
    },
    {
      ...{ options: { to: 'weg@x.nl' }, status: 409, sent: [] },
      light: { ...may, to: 'weg@x.nl', ok: false, reason: 'blacklisted' },
    },
    { options: { to: '{{adviseur}}' }, light: { ...may, to: null, ok: false, reason: 'noEmail' }, status: 409, sent: [] },
    {
      ...{ options: { cc: 'team@acme.nl', alwaysCc: true }, of: { email: 'Weg@x.nl' }, status: 200 },
      ...{ light: { to: 'team@acme.nl', ...may }, sent: ['team@acme.nl blacklisted'] },
    },
    {
      ...{ options: { to: 'adviseur@kantoor.nl' }, of: { status: 'paused' }, status: 409, sent: [] },
      light: { ...may, to: 'adviseur@kantoor.nl', ok: false, reason: 'casePaused' },
    },
  ]
  for (const { options, of, light, status, sent: left } of asked) {
    await choose(options)
    const one = await owing(of)
    expect(await lightOf(one), JSON.stringify(options)).toEqual(light)
    expect((await byHand(one)).status, JSON.stringify(options)).toBe(status)
    expect(await sent(one)).toEqual(left)
  }
})

test('the button of a person who is not reached opens only where a text names somebody else', async () => {
  const one = await owing({ email: null })
  await choose({ cc: 'team@acme.nl' })
  expect(await buttonOf(one)).toEqual({ ok: false, reason: 'noEmail', nextAt: null, byText: false })
  await choose({ to: 'adviseur@kantoor.nl' })
  expect(await buttonOf(one)).toMatchObject({ ok: false, byText: true })
  await choose({ to: 'adviseur@kantoor.nl', offered: false })
  expect(await buttonOf(one)).toMatchObject({ ok: false, byText: false })
  expect(await buttonOf(await owing())).toEqual({ ok: true, reason: null, nextAt: null })
})

test('one that failed goes once more to who the template named, unless they are on the blacklist by now', async () => {
  await choose({ to: 'nogeens@kantoor.nl' })
  const [again, stopped] = [await owing(), await owing()]
  for (const one of [again, stopped]) await byHand(one)
  const retry = async (one: BuiltCase) => {
    const { id: communicationID } = await only(one)
    await app.db.updateTable('communications').set({ state: 'failed' }).where('id', '=', communicationID).execute()
    return app.call(failureApi.retry, { params: { communicationID } }).as(staff)
  }
  expect((await retry(again)).status).toBe(200)
  expect(await sent(again)).toEqual(['nogeens@kantoor.nl template', 'nogeens@kantoor.nl template'])
  await app.db
    .insertInto('blacklist')
    .values({ customer_id: batch.customerId, kind: 'email', value: 'nogeens@kantoor.nl', retention: '2y', added_by: 'test' })
    .execute()
  expect((await retry(stopped)).body).toMatchObject({ error: 'payment.contactRefused' })
})
