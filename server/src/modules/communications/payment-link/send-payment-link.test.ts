import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { findCaseLinkUrl } from '../../payment-links/case-link.ts'
import { registerEngine } from '../../case-runs/engine-lease.ts'
import { openOutbox } from '../outbox.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.viewBatches, Right.makePaymentLinks, Right.viewPersonalData]
const text = (subject: string) => ({ nl: { subject, text: `Beste {{naam}}, betaal {{bedrag}}: {{betaallink}}` } })
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  const script = await app.build.script({
    steps: [
      { kind: 'payment-link', key: 'link', next: 'mail', settings: { validDays: 30 } },
      { kind: 'send-email', key: 'mail', next: 'end', settings: { template: 'van-het-script' } },
      { kind: 'finish', key: 'end', settings: { result: 'RET' } },
    ],
  })
  batch = await app.build.batch({ script })
  const { customerId } = batch
  await app.build.template({ customerId, key: 'aa-ander', kind: 'email', texts: text('Anders') })
  await app.build.template({ customerId, key: 'van-het-script', kind: 'email', texts: text('Uw factuur') })
  await app.build.template({ customerId, key: 'sms', kind: 'sms', texts: text('') })
  const more = [Right.sendEmail, Right.sendSms, Right.bookPayments, Right.changeCases, Right.closeCases]
  staff = await app.build.staff({ rights: [...rights, ...more], customers: [customerId] })
})
afterAll(() => app.close())

const owing = (more: object = {}) =>
  app.build.case({ batch, name: 'Ada Jansen', outstanding_cents: 10_000, email: `ada${randomUUID()}@example.nl`, mobile: null, ...more })
const ask = async ({ id }: BuiltCase, by = staff) => (await app.call(paymentApi.linkQuestion, { params: { caseID: id } }).as(by)).body
type Given = { channel?: 'email' | 'sms'; amountCents?: number; openCents?: number; lastDay?: string; key?: string }
const linkLight = async ({ id }: BuiltCase) => (await app.call(caseActionApi.permission, { params: { caseID: id } }).as(staff)).body.link
const send = ({ id }: BuiltCase, given: Given = {}, by = staff) => {
  const usual = { channel: 'email' as const, amountCents: 10_000, openCents: given.amountCents ?? 10_000, lastDay: '2026-07-03' }
  return app.call(paymentApi.sendLink, { params: { caseID: id }, body: { ...usual, key: randomUUID(), ...given } }).as(by)
}
const linksOf = ({ id }: BuiltCase) =>
  app.db
    .selectFrom('payment_links')
    .select(['amount_cents', 'ended_for', 'state', 'expires_at'])
    .where('case_id', '=', id)
    .orderBy('id')
    .execute()
const messagesOf = ({ id }: BuiltCase) =>
  app.db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as c', 'c.communication_id', 'm.id')
    .innerJoin('outbox as o', 'o.communication_id', 'm.id')
    .select(['m.channel', 'm.recipient', 'c.subject', 'c.text', 'c.sender'])
    .where('m.case_id', '=', id)
    .orderBy('m.id')
    .execute()
const eventsOf = async ({ id }: BuiltCase) => {
  const rows = await app.db.selectFrom('timeline').select(['event', 'by_user']).where('case_id', '=', id).orderBy('id').execute()
  return rows.map(({ event, by_user }) => `${event} ${by_user ?? '-'}`)
}

test('a link for what is open leaves by e-mail in the words of the script, saved with its message and in the name of its sender', async () => {
  const one = await owing({ paid_cents: 0 })
  expect(await ask(one)).toMatchObject({
    ...{ openCents: 10_000, currency: 'EUR', existing: null, expiresAt: '2026-07-03T22:00:00.000Z' },
    channels: [
      { channel: 'email', ok: true, to: expect.stringContaining('@example.nl'), message: 'Uw factuur' },
      { channel: 'sms', ok: false, reason: 'noMobile', to: null },
    ],
  })
  expect((await send(one)).status).toBe(200)
  expect(await linksOf(one)).toMatchObject([{ amount_cents: 10_000, state: 'created', expires_at: new Date('2026-07-03T22:00:00Z') }])
  const [message] = await messagesOf(one)
  expect(message).toMatchObject({
    channel: 'email',
    subject: 'Uw factuur',
    text: expect.stringMatching(/^Beste Ada Jansen, betaal €\s100,00: http.*\/p\/[\w-]{22}$/),
  })
  expect(await eventsOf(one)).toEqual(['paymentLinkCreated -', `paymentLinkSent ${staff.username}`, `emailQueued ${staff.username}`])
})

test('the space of an amount does not break in a mail; an SMS has it as a plain one, for the other makes it dear', async () => {
  const [mailed, texted] = [await owing(), await owing({ email: null, mobile: `+31612${Math.floor(1e5 + Math.random() * 8e5)}` })]
  expect([(await send(mailed)).status, (await send(texted, { channel: 'sms' })).status]).toEqual([200, 200])
  expect((await messagesOf(mailed))[0]?.text).toContain('€\u00a0100,00')
  expect((await messagesOf(texted))[0]?.text).toContain('€ 100,00')
})

test('a link that is still valid is sent again; the same request sends once, also when both come at once', async () => {
  const one = await owing()
  const key = randomUUID()
  const answers = await Promise.all([send(one, { key }), send(one, { key }), send(one, { key })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await messagesOf(one)).toHaveLength(1)
  expect((await ask(one)).existing).toEqual({ expiresAt: '2026-07-03T22:00:00.000Z' })
  await send(one)
  const messages = await messagesOf(one)
  expect(messages).toHaveLength(2)
  expect(new Set(messages.map((message) => message.text)).size).toBe(1)
  expect(await linksOf(one)).toHaveLength(1)
})

test('after a part was paid the older link ends, and the new one asks for the rest', async () => {
  const one = await owing()
  await send(one)
  const { body: seen } = await app.call(caseApi.get, { params: { caseID: one.id }, query: {} }).as(staff)
  const booked = { amountCents: 4_000, paidOn: '2026-06-03', method: 'cash', note: '', close: false } as const
  await app.call(paymentApi.book, { params: { caseID: one.id }, body: { version: seen.version, ...booked } }).as(staff)
  expect((await send(one)).body).toMatchObject({ error: 'payment.amountChanged', field: 'amountCents' })
  expect((await send(one, { amountCents: 6_000 })).status).toBe(200)
  await runJobs(app.services)
  expect(await linksOf(one)).toMatchObject([
    { amount_cents: 10_000, ended_for: 'amountChanged', state: 'expired' },
    { amount_cents: 6_000, ended_for: null, state: 'created' },
  ])
})

test('nobody is written to who may not be contacted, and then no link is made either', async () => {
  const paid = await owing({ outstanding_cents: 0 })
  expect((await send(paid)).body).toMatchObject({ error: 'payment.nothingOpen' })
  expect((await ask(paid)).channels).toMatchObject([
    { ok: false, reason: 'nothingOpen' },
    { ok: false, reason: 'nothingOpen' },
  ])
  expect(await linkLight(paid)).toEqual({ ok: false, reason: 'nothingOpen', nextAt: null })
  const [paused, closed, nowhere] = [await owing({ status: 'paused' }), await owing({ status: 'closed' }), await owing({ email: null })]
  expect((await ask(paused)).channels[0]).toMatchObject({ ok: false, reason: 'casePaused' })
  expect((await send(paused)).body).toMatchObject({ error: 'payment.contactRefused' })
  expect((await send(closed)).body).toMatchObject({ error: 'case.alreadyClosed' })
  expect((await send(nowhere)).body).toMatchObject({ error: 'payment.contactRefused' })
  for (const one of [paid, paused, closed, nowhere]) expect([await linksOf(one), await messagesOf(one)]).toEqual([[], []])
})

test('without a text that has a place for the link the light of the case says so, and sending is refused', async () => {
  const other = await app.build.batch()
  const { customerId } = other
  const by = await app.build.staff({ rights: [...rights, Right.sendEmail, Right.sendSms], customers: [customerId] })
  const one = await app.build.case({ batch: other, outstanding_cents: 10_000, email: 'bo@example.nl', mobile: null })
  await app.build.template({ customerId, key: 'zonder', kind: 'email', texts: { nl: { subject: 'Vraag', text: 'Uw betaallink volgt' } } })
  const light = async () => (await app.call(caseActionApi.permission, { params: { caseID: one.id } }).as(by)).body.link
  expect((await ask(one, by)).channels[0]).toMatchObject({ channel: 'email', ok: false, reason: 'linkTextMissing' })
  expect(await light()).toMatchObject({ ok: false, reason: 'linkTextMissing' })
  expect((await send(one, {}, by)).body).toMatchObject({ error: 'payment.contactRefused' })
  await app.build.template({ customerId, key: 'met', kind: 'email', texts: text('Uw factuur') })
  expect(await light()).toMatchObject({ ok: true })
  expect((await send(one, {}, by)).status).toBe(200)
})

test('who promised to pay gets a link while the promise waits, and not any more once staff put the case on hold', async () => {
  const promised = { status: 'paused', paused_for: 'promise', paused_until: new Date('2026-06-10T09:00:00Z') } as const
  const [one, held] = [await owing(promised), await owing(promised)]
  expect((await ask(one)).channels[0]).toMatchObject({ channel: 'email', ok: true })
  expect(await linkLight(one)).toMatchObject({ ok: true })
  for (const each of [one, held]) expect((await send(each)).status).toBe(200)
  await app.db.updateTable('cases').set({ paused_for: 'staff', paused_until: null }).where('id', '=', held.id).execute()
  expect((await ask(held)).channels[0]).toMatchObject({ ok: false, reason: 'casePaused' })
  expect(await linkLight(held)).toEqual({ ok: false, reason: 'casePaused', nextAt: null })
  await openOutbox(app.services, await registerEngine(app.services.db), 'email').drain()
  const stateOf = async ({ id }: BuiltCase) =>
    (await app.db.selectFrom('communications').select(['state', 'reason']).where('case_id', '=', id).executeTakeFirst()) ?? null
  expect(await stateOf(one)).toMatchObject({ state: 'sent' })
  expect(await stateOf(held)).toMatchObject({ state: 'queued', reason: 'casePaused' })
})

test('a promise that is made while the link waits does not keep it back, nor does a closing that is undone', async () => {
  const promise = { status: 'paused', paused_for: 'promise', paused_until: new Date('2026-06-10T09:00:00Z') } as const
  const [late, undone] = [await owing(), await owing(promise)]
  for (const each of [late, undone]) expect((await send(each)).status).toBe(200)
  await app.db.updateTable('cases').set(promise).where('id', '=', late.id).execute()
  const { version } = await app.db.selectFrom('cases').select('version').where('id', '=', undone.id).executeTakeFirstOrThrow()
  const closing = { params: { caseID: undone.id }, body: { version, resultCode: 'RET' } }
  expect((await app.call(caseActionApi.close, closing).as(staff)).status).toBe(200)
  const { body: entries } = await app.call(undoApi.list, {}).as(staff)
  await app.call(undoApi.undo, { params: { token: entries[0]?.token ?? '' } }).as(staff)
  // What staff sent to one person goes first, also when it stands in the queue again.
  const waiting = app.db.selectFrom('outbox').select('priority').where('case_id', '=', undone.id)
  expect(await waiting.execute()).toEqual([{ priority: 1 }])
  await openOutbox(app.services, await registerEngine(app.services.db), 'email').drain()
  const sent = await app.db
    .selectFrom('communications')
    .select(['case_id', 'state'])
    .where('case_id', 'in', [late.id, undone.id])
    .orderBy('case_id')
    .execute()
  expect(sent).toEqual([
    { case_id: late.id, state: 'sent' },
    { case_id: undone.id, state: 'sent' },
  ])
})

test('each channel asks its own right, the batch its lock, and another customer’s case is not there', async () => {
  const one = await owing({ mobile: '+31612345678' })
  const mailer = await app.build.staff({ rights: [...rights, Right.sendEmail], customers: [batch.customerId] })
  expect((await send(one, { channel: 'sms' }, mailer)).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await send(one, { channel: 'sms' })).status).toBe(200)
  expect(await messagesOf(one)).toMatchObject([{ channel: 'sms', recipient: '+31612345678' }])
  const elsewhere = (await app.build.batch()).customerId
  const stranger = await app.build.staff({ rights: [...rights, Right.sendEmail], customers: [elsewhere] })
  expect((await send(one, {}, stranger)).body).toMatchObject({ error: 'case.notFound' })
  await app.db
    .updateTable('batches')
    .set({ locked_by: 'mees', locked_at: app.clock.now(), lock_reason: 'Overleg' })
    .where('id', '=', batch.id)
    .execute()
  expect((await send(one)).body).toMatchObject({ error: 'batch.locked' })
  await app.db.updateTable('batches').set({ locked_by: null, locked_at: null, lock_reason: '' }).where('id', '=', batch.id).execute()
})

test('a text that the customer made for the link goes before the reminder of the script, and the question says which', async () => {
  const one = await owing({ mobile: '+31612345678' })
  const { customerId } = batch
  await app.build.template({ customerId, key: 'betaallink-mail', kind: 'email', texts: text('Uw betaallink') })
  const sms = { nl: { subject: '', text: '{{naam}}, betaal hier: {{betaallink}}' } }
  await app.build.template({ customerId, key: 'betaallink-sms', kind: 'sms', texts: sms })
  expect((await ask(one)).channels.map(({ message }) => message)).toEqual(['Uw betaallink', 'Ada Jansen, betaal hier: …'])
  await send(one)
  expect((await messagesOf(one)).map(({ subject }) => subject)).toEqual(['Uw betaallink'])
})

test('a link by e-mail carries what its template says: its mark and its copies', async () => {
  const own = await app.build.batch({ script: batch.script })
  await app.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ priority: 'high', cc: 'kopie@acme.nl' }) })
    .where('customer_id', '=', own.customerId)
    .execute()
  const one = await app.build.case({ batch: own, name: 'Bo', outstanding_cents: 5_000, email: 'bo@example.nl', mobile: null })
  expect((await send(one, { amountCents: 5_000 })).status).toBe(200)
  const sent = await app.db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as c', 'c.communication_id', 'm.id')
    .select('c.mail')
    .where('m.case_id', '=', one.id)
    .execute()
  expect(sent).toEqual([{ mail: { cc: ['kopie@acme.nl'], priority: 'high' } }])
})

test.each<[string, Given, string, string]>([
  ['nothing', { amountCents: 0, openCents: 10_000 }, 'payment.amountInvalid', 'amountCents'],
  ['less than nothing', { amountCents: -1, openCents: 10_000 }, 'payment.amountInvalid', 'amountCents'],
  ['a part of a cent', { amountCents: 0.5, openCents: 10_000 }, 'payment.amountInvalid', 'amountCents'],
  ['more than is open', { amountCents: 10_001, openCents: 10_000 }, 'payment.aboveOpen', 'amountCents'],
  ['more than a bank takes', { amountCents: 5_000_001, openCents: 6_000_000 }, 'payment.amountInvalid', 'amountCents'],
  ['another amount than was shown', { amountCents: 5_000, openCents: 9_000 }, 'payment.amountChanged', 'amountCents'],
  ['a day that has passed', { lastDay: '2026-06-02' }, 'payment.dayInvalid', 'lastDay'],
  ['a day that is 366 days ahead', { lastDay: '2027-06-04' }, 'payment.dayInvalid', 'lastDay'],
  ['a day that is none', { lastDay: '2026-02-30' }, 'error.invalid', 'lastDay'],
])('%s is refused at its field, and nothing is made', async (_, given, error, field) => {
  const one = await owing()
  expect((await send(one, given)).body).toMatchObject({ error, field })
  expect([await linksOf(one), await messagesOf(one)]).toEqual([[], []])
})

test.each([
  ['2026-06-03', '2026-06-03T22:00:00Z'],
  ['2027-06-03', '2027-06-03T22:00:00Z'],
])('through %s it can be paid until midnight', async (lastDay, until) => {
  const one = await owing()
  expect((await send(one, { lastDay })).status).toBe(200)
  expect(await linksOf(one)).toMatchObject([{ expires_at: new Date(until) }])
})

test('of a debt of more than a bank takes a part can be asked, up to what it takes', async () => {
  const one = await owing({ outstanding_cents: 6_000_000 })
  expect((await send(one, { amountCents: 5_000_000, openCents: 6_000_000 })).status).toBe(200)
  expect(await linksOf(one)).toMatchObject([{ amount_cents: 5_000_000 }])
})

test('who has help with their debts is sent no link', async () => {
  const one = await owing()
  const help = { kind: 'SHV', organisation: 'Kredietbank', began_on: '2026-06-01', by_user: staff.username, at: app.clock.now() }
  await app.db
    .insertInto('debt_help')
    .values({ customer_id: one.customerId, case_id: one.id, ...help })
    .execute()
  expect((await ask(one)).channels[0]).toMatchObject({ ok: false, reason: 'debtHelp' })
  expect((await send(one)).body).toMatchObject({ error: 'payment.contactRefused' })
  expect(await linksOf(one)).toEqual([])
})

const book = async ({ id }: BuiltCase, amountCents: number) => {
  const { body: seen } = await app.call(caseApi.get, { params: { caseID: id }, query: {} }).as(staff)
  const booked = { version: seen.version, amountCents, paidOn: '2026-06-03', method: 'cash', note: '', close: false } as const
  expect((await app.call(paymentApi.book, { params: { caseID: id }, body: booked }).as(staff)).status).toBe(200)
  await runJobs(app.services)
}

test('a link for a part names that part, stands beside the whole one, and holds for as long as that much is open', async () => {
  const one = await owing()
  await send(one)
  const key = randomUUID()
  const part = { amountCents: 4_000, openCents: 10_000, lastDay: '2026-06-20', key }
  const answers = await Promise.all([send(one, part), send(one, part)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await messagesOf(one)).map(({ text: words }) => words.match(/€\s[\d,]+/)?.[0])).toEqual(['€\u00a0100,00', '€\u00a040,00'])
  expect(await linksOf(one)).toMatchObject([
    { amount_cents: 10_000, ended_for: null },
    { amount_cents: 4_000, ended_for: null, expires_at: new Date('2026-06-20T22:00:00Z') },
  ])
  await book(one, 5_000)
  expect(await linksOf(one)).toMatchObject([{ ended_for: 'paid' }, { amount_cents: 4_000, ended_for: null }])
  await book(one, 2_000)
  expect(await linksOf(one)).toMatchObject([{ ended_for: 'paid' }, { amount_cents: 4_000, ended_for: 'paid' }])
})

test('a part that came to ask too much works again when the booking is taken back', async () => {
  const one = await owing()
  await send(one, { amountCents: 4_000, openCents: 10_000 })
  await book(one, 7_000)
  expect(await linksOf(one)).toMatchObject([{ ended_for: 'paid' }])
  const { payments } = (await app.call(caseApi.payments, { params: { caseID: one.id } }).as(staff)).body
  expect(payments).toMatchObject([{ linkAfter: 'revived' }])
  const params = { caseID: one.id, paymentID: payments[0]?.paymentID ?? 0 }
  await app.call(paymentApi.withdraw, { params, body: { reason: 'Verkeerd dossier' } }).as(staff)
  await runJobs(app.services)
  expect(await linksOf(one)).toMatchObject([{ amount_cents: 4_000, ended_for: null, state: 'created' }])
})

test('the same amount through another day is a link of its own', async () => {
  const one = await owing()
  await send(one)
  await send(one, { lastDay: '2026-09-01' })
  await send(one, { lastDay: '2026-09-01' })
  expect(await linksOf(one)).toMatchObject([{ ended_for: null }, { ended_for: null, expires_at: new Date('2026-09-01T22:00:00Z') }])
})

test('a text of the script carries the link for all that is open, not one for a part', async () => {
  const one = await owing()
  const find = () => findCaseLinkUrl(app.db, 'http://x', { customerId: one.customerId, caseId: one.id })
  await send(one, { amountCents: 4_000, openCents: 10_000 })
  expect(await find()).toBeUndefined()
  await send(one)
  const whole = await find()
  await send(one, { amountCents: 3_000, openCents: 10_000 })
  expect([whole, await find()]).toEqual([expect.any(String), whole])
})
