import { messageApi } from '@regie/contract/messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { runMessages } from './run-messages.ts'
import { claimMessages } from '../communications/outbox-claim.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const templates = new Map<string, number>()
const rights = [Right.viewCases, Right.viewPersonalData, Right.sendEmail, Right.sendSms, Right.makePaymentLinks]
beforeAll(async () => {
  // A Tuesday at 11:00 in Amsterdam.
  app = await openTestApp({ start: '2026-06-02T09:00:00Z' })
  batch = await app.build.batch()
  const { customerId } = batch
  await addText('aanmaning', 'email', { subject: 'Uw factuur', text: 'Beste {{naam}}, {{bedrag}}' })
  await addText('met-link', 'email', { subject: 'Betaal', text: '{{betaallink}}' })
  await addText('actie', 'sms', { subject: '', text: 'Bel {{actienummer}}' })
  await addText('kort', 'sms', { subject: '', text: `Bel ons, {{naam}}. ${'Wij helpen u graag. '.repeat(5)}` })
  staff = await app.build.staff({ rights, customers: [customerId] })
})
afterAll(() => app.close())

async function addText(key: string, kind: 'email' | 'sms', nl: { subject: string; text: string }) {
  await app.build.template({ customerId: batch.customerId, key, kind, texts: { nl } })
  const { id } = await app.db
    .selectFrom('templates')
    .select('id')
    .where('customer_id', '=', batch.customerId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  templates.set(key, id)
}

let count = 0
const owing = (more: object = {}) => {
  count++
  return app.build.case({
    batch,
    name: 'Ada Jansen',
    outstanding_cents: 10_000,
    email: `ada${count}@example.nl`,
    mobile: `+316123456${10 + count}`,
    ...more,
  })
}
const plan = (template: string, more: object = {}) => ({ customerID: batch.customerId, templateID: templates.get(template) ?? 0, ...more })
const idsOf = (cases: readonly BuiltCase[]) => ({ caseIDs: cases.map(({ id }) => id) })
const check = async (channel: 'email' | 'sms', template: string, cases: readonly BuiltCase[], more: object = {}) =>
  (await app.call(messageApi.check, { body: { channel, filter: idsOf(cases), ...plan(template, more) } }).as(staff)).body
const preview = async (channel: 'email' | 'sms', template: string, { id }: BuiltCase, more: object = {}, by = staff) =>
  (await app.call(messageApi.preview, { body: { channel, caseID: id, ...plan(template, more) } }).as(by)).body
async function send(channel: 'email' | 'sms', template: string, cases: readonly BuiltCase[], more: object = {}) {
  const { body } = await app
    .call(messageApi.send, { params: { channel }, body: { filter: idsOf(cases), ...plan(template, more) } })
    .as(staff)
  await runJobs(app.services)
  return findJob(body.orderID)
}
const findJob = async (orderID: number) => (await app.call(messageApi.order, { params: { orderID } }).as(staff)).body
const messagesOf = ({ id }: BuiltCase) =>
  app.db.selectFrom('communications').select(['channel', 'state', 'by_hand']).where('case_id', '=', id).execute()

test('who may get it gets it once; who may not is counted with the reason', async () => {
  const [one, blacklisted, closed, nowhere] = [
    await owing(),
    await owing(),
    await owing({ status: 'closed' }),
    await owing({ email: null }),
  ]
  const { email } = await app.db.selectFrom('cases').select('email').where('id', '=', blacklisted.id).executeTakeFirstOrThrow()
  await app.db
    .insertInto('blacklist')
    .values({
      customer_id: batch.customerId,
      kind: 'email',
      value: email ?? '',
      retention: 'forever',
      added_by: 'test',
      reason: 'wens',
    } as never)
    .execute()
  const all = [one, blacklisted, closed, nowhere]
  expect(await check('email', 'aanmaning', all)).toMatchObject({
    total: 4,
    checked: 4,
    ready: 1,
    sampleIDs: [one.id, blacklisted.id, closed.id, nowhere.id],
  })
  const job = await send('email', 'aanmaning', all)
  expect(job).toMatchObject({ state: 'done', done: 4, sent: 1, planned: 0, waiting: 1 })
  expect(
    job.refused.map(({ channel, reason, count: times }) => `${channel} ${reason} ${times}`).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['email blacklisted 1', 'email caseClosed 1', 'email noEmail 1'])
  expect(await messagesOf(one)).toEqual([{ channel: 'email', state: 'queued', by_hand: true }])
  expect(await messagesOf(blacklisted)).toEqual([])
  // The job runs a second time after its process was killed.
  await app.db.updateTable('message_jobs').set({ state: 'running' }).where('id', '=', job.orderID).execute()
  await runMessages(
    app.services,
    { messageJobId: job.orderID, customerId: batch.customerId },
    { isLastAttempt: true, signal: new AbortController().signal },
  )
  expect(await findJob(job.orderID)).toMatchObject({ state: 'done', done: 4, sent: 1 })
  expect(await messagesOf(one)).toHaveLength(1)
  const { rows } = (await app.call(messageApi.rows, { params: { orderID: job.orderID }, query: { reason: 'noEmail' } }).as(staff)).body
  expect(rows).toMatchObject([{ caseID: nowhere.id, outcome: 'refused', reason: 'noEmail' }])
})

test('nothing leaves in the first minute, and all of it can be taken back until then', async () => {
  const [one, other] = [await owing(), await owing()]
  const job = await send('email', 'aanmaning', [one, other])
  expect((await claimMessages(app.services, 'email', 1, 50)).filter(({ caseId }) => caseId === one.id)).toEqual([])
  expect((await app.call(undoApi.undo, { params: { token: job.undoToken ?? '' } }).as(staff)).body).toEqual({
    restored: 2,
    leftAlone: 0,
    reasons: [],
  })
  expect(await findJob(job.orderID)).toMatchObject({ sent: 0, takenBack: 2, waiting: 0, undoToken: null })
  expect((await messagesOf(one)).map(({ state }) => state)).toEqual(['cancelled'])
})

test('the offer to take back ends when the order leaves', async () => {
  const job = await send('email', 'aanmaning', [await owing()])
  const offers = async () => (await app.call(undoApi.list).as(staff)).body.filter(({ token }) => token === job.undoToken)
  expect(await offers()).toMatchObject([{ until: job.leavesAt }])
  app.clock.advance(61_000)
  expect(await offers()).toEqual([])
  expect((await findJob(job.orderID)).undoToken).toBeNull()
  app.clock.advance(-61_000)
})

test('a text that lacks something is not sent, unless it is filled in; nobody fills in an amount or a link', async () => {
  const one = await owing()
  expect(await check('sms', 'actie', [one])).toMatchObject({ ready: 0, missing: [{ field: 'actienummer', count: 1 }] })
  expect(await preview('sms', 'actie', one)).toMatchObject({
    text: 'Bel {{actienummer}}',
    missing: ['actienummer'],
    reason: 'textIncomplete',
    ok: false,
  })
  expect(await preview('sms', 'actie', one, { overrides: { actienummer: '0800-1' } })).toMatchObject({
    text: 'Bel 0800-1',
    ok: true,
    parts: 1,
  })
  const job = await send('sms', 'actie', [one], { overrides: { actienummer: '0800-1' } })
  expect(job).toMatchObject({ sent: 1, refused: [] })
  const refused = await app
    .call(messageApi.send, {
      params: { channel: 'email' },
      body: { filter: idsOf([one]), ...plan('met-link', { overrides: { betaallink: 'https://elders' } }) },
    })
    .as(staff)
  expect(refused.status).toBe(400)
})

test('who has no payment link is named, and gets one where that is asked', async () => {
  const one = await owing()
  expect((await check('email', 'met-link', [one])).refused).toEqual([{ reason: 'noLink', count: 1, nextAt: null }])
  expect(await check('email', 'met-link', [one], { makeLinks: true })).toMatchObject({ ready: 1, linksToMake: 1 })
  await send('email', 'met-link', [one], { makeLinks: true })
  const { text } = await app.db
    .selectFrom('communication_contents as t')
    .innerJoin('communications as m', 'm.id', 't.communication_id')
    .select('t.text')
    .where('m.case_id', '=', one.id)
    .executeTakeFirstOrThrow()
  const link = await app.db
    .selectFrom('payment_links')
    .select(['token', 'amount_cents'])
    .where('case_id', '=', one.id)
    .executeTakeFirstOrThrow()
  expect(link.amount_cents).toBe(10_000)
  expect(text).toContain(link.token)
})

test('the parts of an SMS are counted, and what one character costs', async () => {
  const [plain, costly] = [await owing(), await owing({ name: 'Zoë de Vries' })]
  const found = await check('sms', 'kort', [plain, costly])
  expect(found.parts).toEqual([
    { parts: 1, count: 1 },
    { parts: 2, count: 1 },
  ])
  expect(found.longer).toEqual({ characters: [{ character: 'ë', replacement: 'e', count: 1 }], partsSaved: 1 })
  expect((await check('sms', 'kort', [plain, costly], { simplify: true })).parts).toEqual([{ parts: 1, count: 2 }])
  expect((await preview('sms', 'kort', costly, { simplify: true })).text).toContain('Zoe de Vries')
})

test('what is planned waits for its moment, is asked about that moment, and is taken back with its order', async () => {
  const [one, paused] = [await owing(), await owing({ status: 'paused', paused_until: new Date('2026-06-03T08:00:00Z') })]
  const job = await send('email', 'aanmaning', [one, paused], { sendAt: '2026-06-03T07:00:00Z' })
  expect(job).toMatchObject({ planned: 1, sent: 0, waiting: 1, refused: [{ reason: 'casePaused', count: 1 }] })
  const { body } = await app.call(messageApi.cancel, { params: { orderID: job.orderID } }).as(staff)
  expect(body).toMatchObject({ takenBack: 1, waiting: 0, planned: 0 })
})

test('each channel asks its own right, at ordering and at each part; what one may not see is masked', async () => {
  const one = await owing()
  const mailer = await app.build.staff({ rights: [Right.viewCases, Right.sendEmail], customers: [batch.customerId] })
  const asked = { params: { channel: 'sms' as const }, body: { filter: idsOf([one]), ...plan('kort') } }
  expect((await app.call(messageApi.send, asked).as(mailer)).body).toMatchObject({ error: 'error.rightMissing' })
  expect(
    (await app.call(messageApi.templates, { query: { customerID: batch.customerId } }).as(mailer)).body.map(({ channel }) => channel),
  ).not.toContain('sms')
  const texter = await app.build.staff({ rights: [Right.viewCases, Right.sendSms], customers: [batch.customerId] })
  expect((await preview('sms', 'kort', one, {}, texter)).to).toMatch(/^\+316•+\d\d$/)
  const { body } = await app
    .call(messageApi.send, { params: { channel: 'email' }, body: { filter: idsOf([one]), ...plan('aanmaning') } })
    .as(mailer)
  await app.db.deleteFrom('right_group_members').where('user_id', '=', mailer.userId).execute()
  await runJobs(app.services)
  expect(await findJob(body.orderID)).toMatchObject({ state: 'refused', sent: 0 })
  expect(await messagesOf(one)).toEqual([])
})

test('an SMS of more parts than its text may take is refused before anything is queued', async () => {
  await app.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ longSms: false }) })
    .where('customer_id', '=', batch.customerId)
    .where('template_id', '=', templates.get('kort') ?? 0)
    .execute()
  const [short, long] = [await owing(), await owing({ name: 'Wilhelmina van der Velden-Oosterhuis tot Nederhorst den Berg en Ankeveen' })]
  expect(await check('sms', 'kort', [short, long])).toMatchObject({ ready: 1, refused: [{ reason: 'smsOnlyOne', count: 1 }] })
  expect(await preview('sms', 'kort', long)).toMatchObject({ ok: false, reason: 'smsOnlyOne', parts: 2 })
  expect(await send('sms', 'kort', [short, long])).toMatchObject({ sent: 1, refused: [{ channel: 'sms', reason: 'smsOnlyOne', count: 1 }] })
  expect(await messagesOf(long)).toEqual([])
})

test('what an SMS costs is asked of the provider that its text names', async () => {
  const { customerId } = batch
  const priced = async (name: string, cents: number, more: object = {}) => {
    const settings = JSON.stringify({ kind: 'simulated' })
    const row = { customer_id: customerId, channel: 'sms', kind: 'simulated', name, settings, ...more }
    const { id } = await app.db.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow()
    const price = { customer_id: customerId, provider_id: id, from_day: '2020-01-01', each_hundredths: cents * 100 }
    await app.db.insertInto('provider_prices').values(price).execute()
    return id
  }
  await priced('Van het script', 5, { is_default: true })
  const own = await priced('Van de tekst', 9)
  await addText('eigen', 'sms', { subject: '', text: 'Bel ons' })
  await addText('gewoon', 'sms', { subject: '', text: 'Bel ons' })
  await app.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ smsProvider: own }) })
    .where('template_id', '=', templates.get('eigen') ?? 0)
    .execute()
  const one = await owing()
  expect(await check('sms', 'gewoon', [one])).toMatchObject({ ready: 1, centsPerPart: 5 })
  expect(await check('sms', 'eigen', [one])).toMatchObject({ ready: 1, centsPerPart: 9 })
})
