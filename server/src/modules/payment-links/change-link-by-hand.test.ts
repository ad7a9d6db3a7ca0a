import { caseApi } from '@regie/contract/cases.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { recordCallAnswer } from '../cases/record-call-answer.ts'
import { createPaymentLink } from './create-payment-link.ts'
import { findPageLink } from './payment-link-queries.ts'
import { viewOf } from './page-view.ts'
import { recordClick } from './record-click.ts'
import { recordPayment } from './record-payment.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const rights = [Right.viewCases, Right.changePaymentLinks, Right.bookPayments]
let made = 0

type Story = { one: BuiltCase; staff: Staff; token: string; linkId: number }

async function openStory({ owes, asks }: { owes: number; asks: number } = { owes: 10_000, asks: 10_000 }): Promise<Story> {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch, outstanding_cents: owes })
  const link = await linkFor(one, asks)
  return { one, staff: await app.build.staff({ rights, customers: [batch.customerId] }), ...link }
}

async function linkFor({ id: caseId, customerId, batchId }: BuiltCase, amountCents: number) {
  const order = { customerId, caseId, batchId, amountCents, currency: 'EUR', validDays: 14, idempotencyKey: `byHand:${++made}` }
  const { id, url } = await app.db.transaction().execute((tx) => createPaymentLink(tx, app.services, order))
  return { linkId: id, token: url.split('/').at(-1) ?? '' }
}

const pageLink = async (token: string) => {
  const link = await findPageLink(app.db, token)
  if (!link) throw new Error('no link')
  return link
}
const shownTo = async (token: string) => viewOf(await pageLink(token), app.clock.now())
const params = ({ linkId }: Story) => ({ params: { paymentLinkID: linkId } })
const mark = (story: Story, reason = 'Contant aan de deur') =>
  app.call(paymentApi.markLink, { ...params(story), body: { reason } }).as(story.staff)
const unmark = (story: Story) => app.call(paymentApi.unmarkLink, { ...params(story), body: { reason: 'Verkeerd dossier' } }).as(story.staff)
const remove = (story: Story) => app.call(paymentApi.deleteLink, params(story)).as(story.staff)
const restore = (story: Story) => app.call(paymentApi.restoreLink, params(story)).as(story.staff)
const moneyOf = async ({ one, staff }: Story) => (await app.call(caseApi.payments, { params: { caseID: one.id } }).as(staff)).body
const eventsOf = async ({ one: { id } }: Story) =>
  (await app.db.selectFrom('timeline').select(['event', 'by_user', 'params']).where('case_id', '=', id).orderBy('id').execute()).slice(1)
const keptOf = ({ one: { id } }: Story) =>
  app.db.selectFrom('cases').select(['status', 'result', 'paid_cents as paid']).where('id', '=', id).executeTakeFirstOrThrow()

test('a link marked as paid books its amount with the reason, closes the case, and its page says paid', async () => {
  const story = await openStory()
  expect(await mark(story)).toMatchObject({ status: 200, body: { status: 'closed', result: 'BET', paidCents: 10_000 } })
  expect(await shownTo(story.token)).toBe('paid')
  expect(await moneyOf(story)).toMatchObject({
    links: [{ state: 'paid', markedBy: story.staff.username, endedFor: null }],
    payments: [
      { amountCents: 10_000, by: story.staff.username, byLink: true, method: 'other', note: 'Contant aan de deur', paidOn: '2026-06-03' },
    ],
  })
  expect(await eventsOf(story)).toContainEqual({
    event: 'paymentLinkMarked',
    by_user: story.staff.username,
    params: { amountCents: 10_000, currency: 'EUR', reason: 'Contant aan de deur' },
  })
})

test('of a larger claim the rest stays open, and the case goes on', async () => {
  const story = await openStory({ owes: 10_000, asks: 4_000 })
  await mark(story)
  expect(await keptOf(story)).toEqual({ status: 'open', result: null, paid: 4_000 })
})

test('marking twice at once books once', async () => {
  const story = await openStory({ owes: 10_000, asks: 4_000 })
  const answers = await Promise.all([mark(story), mark(story), mark(story)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await keptOf(story)).paid).toBe(4_000)
})

test('a mark that is taken back opens its amount again, the link works, and both stay to be read', async () => {
  const story = await openStory({ owes: 10_000, asks: 4_000 })
  await recordClick(app.services, await pageLink(story.token))
  await mark(story)
  await runJobs(app.services)
  expect(await unmark(story)).toMatchObject({ status: 200, body: { paidCents: 0 } })
  expect((await keptOf(story)).paid).toBe(0)
  const { links, payments } = await moneyOf(story)
  expect(links).toMatchObject([{ state: 'link_clicked', markedBy: null, paidAt: null }])
  expect(payments).toMatchObject([{ withdrawn: { by: story.staff.username, reason: 'Verkeerd dossier' } }])
  expect((await unmark(story)).body).toMatchObject({ error: 'paymentLink.notMarked' })
})

const caseAfterOf = async (story: Story) => (await moneyOf(story)).links[0]?.caseAfter
const change = ({ one: { id } }: Story, to: object) => app.db.updateTable('cases').set(to).where('id', '=', id).execute()

test('a case that the mark closed is open as before when it is taken back, and its link works', async () => {
  const story = await openStory()
  await mark(story)
  expect(await caseAfterOf(story)).toBe('reopened')
  expect((await unmark(story)).body).toMatchObject({ status: 'open', result: null, lastResult: null, paidCents: 0 })
  await runJobs(app.services)
  expect(await keptOf(story)).toEqual({ status: 'open', result: null, paid: 0 })
  expect(await shownTo(story.token)).toBe('open')
  expect(await caseAfterOf(story)).toBeNull()
  expect((await eventsOf(story)).map(({ event }) => event)).toContain('reopened')
})

test('its last result is the one of before, also where a call left it', async () => {
  const story = await openStory()
  const { customerId, id: caseId } = story.one
  await app.db.transaction().execute((tx) => recordCallAnswer(tx, { customerId, caseId }, 'voicemail', app.clock.now()))
  app.clock.advance(60_000)
  await mark(story)
  expect((await unmark(story)).body).toMatchObject({ status: 'open', lastResult: 'VMI' })
})

test('two who take a mark back at once, and a payer by another link in the same instant: each counts once, and the case is paid or open', async () => {
  const story = await openStory()
  const other = await linkFor(story.one, 10_000)
  const origin = { origin: app.origin, host: new URL(app.origin).host }
  await app.app.inject({ method: 'POST', url: `/p/${other.token}/pay`, headers: origin })
  const ref = (await pageLink(other.token)).provider_ref ?? ''
  await app.db.updateTable('simulated_payments').set({ status: 'paid' }).where('provider_ref', '=', ref).execute()
  await mark(story)
  const bringNews = () => recordPayment(app.services, { provider: 'simulated-payment', providerRef: ref })
  const [first, second] = await Promise.all([unmark(story), unmark(story), bringNews(), bringNews()])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  await runJobs(app.services)
  expect(await keptOf(story)).toEqual({ status: 'closed', result: 'BET', paid: 10_000 })
  expect(await shownTo(story.token)).not.toBe('open')
  const faults = await app.pool.query(`
    (select * from batch_counters except select * from batch_counters_recounted)
    union all (select * from batch_counters_recounted except select * from batch_counters)`)
  expect(faults.rows).toEqual([])
})

test('one that was paused for a dispute is paused for it again', async () => {
  const story = await openStory()
  await change(story, { status: 'paused', paused_for: 'dispute' })
  await mark(story)
  expect((await unmark(story)).body).toMatchObject({ status: 'paused', pausedFor: 'dispute', pausedForever: true, result: null })
})

test('a case with which something happened since stays closed, and says why before', async () => {
  const settled = await openStory()
  await mark(settled)
  await change(settled, { status_at: new Date(app.clock.now().getTime() + 60_000) })
  const inBatch = await openStory()
  await mark(inBatch)
  await app.db.updateTable('batches').set({ status: 'closed' }).where('id', '=', inBatch.one.batchId).execute()
  for (const [story, why] of [
    [settled, 'other'],
    [inBatch, 'batchClosed'],
  ] as const) {
    expect(await caseAfterOf(story)).toBe(why)
    expect((await unmark(story)).body).toMatchObject({ status: 'closed', paidCents: 0 })
  }
})

test('a mark that is taken back leaves a link paid that the bank says is paid, and news that comes again books nothing', async () => {
  const story = await openStory({ owes: 10_000, asks: 4_000 })
  const origin = { origin: app.origin, host: new URL(app.origin).host }
  await app.app.inject({ method: 'POST', url: `/p/${story.token}/pay`, headers: origin })
  const ref = (await pageLink(story.token)).provider_ref ?? ''
  // The payer did not come back from the bank, and paid at the door.
  app.clock.advance(21 * 60_000)
  expect((await mark(story)).status).toBe(200)
  await app.db.updateTable('simulated_payments').set({ status: 'paid' }).where('provider_ref', '=', ref).execute()
  const bringNews = () => recordPayment(app.services, { provider: 'simulated-payment', providerRef: ref })
  await bringNews()
  expect(await keptOf(story)).toMatchObject({ status: 'open', paid: 8_000 })
  expect((await unmark(story)).status).toBe(200)
  await bringNews()
  expect(await keptOf(story)).toMatchObject({ status: 'open', paid: 4_000 })
  expect(await shownTo(story.token)).toBe('paid')
  expect((await moneyOf(story)).links).toMatchObject([{ state: 'paid', markedBy: null, paidAt: app.clock.now().toISOString() }])
  expect((await unmark(story)).body).toMatchObject({ error: 'paymentLink.notMarked' })
})

test('what was marked is taken back at the link, not as a booking', async () => {
  const story = await openStory()
  await mark(story)
  const paymentID = (await moneyOf(story)).payments[0]?.paymentID ?? 0
  const call = app.call(paymentApi.withdraw, { params: { caseID: story.one.id, paymentID }, body: { reason: 'x' } })
  expect((await call.as(story.staff)).body).toMatchObject({ error: 'payment.byLink' })
})

test('no link is marked while somebody pays by it, when it is over, or without a reason', async () => {
  const story = await openStory()
  expect((await mark(story, '  ')).status).toBe(422)
  const set = (change: object) => app.db.updateTable('payment_links').set(change).where('id', '=', story.linkId).execute()
  await set({ state: 'bank_opened', bank_opened_at: app.clock.now() })
  expect((await mark(story)).body).toMatchObject({ error: 'paymentLink.underWay' })
  await set({ state: 'in_progress', bank_opened_at: null })
  expect((await mark(story)).body).toMatchObject({ error: 'paymentLink.underWay' })
  await set({ state: 'created' })
  await remove(story)
  expect((await mark(story)).body).toMatchObject({ error: 'paymentLink.over' })
  expect((await moneyOf(story)).payments).toEqual([])
})

test('what the bank said is not taken back by staff', async () => {
  const story = await openStory()
  await app.db.updateTable('payment_links').set({ state: 'paid', paid_at: app.clock.now() }).where('id', '=', story.linkId).execute()
  expect((await unmark(story)).body).toMatchObject({ error: 'paymentLink.notMarked' })
  expect((await remove(story)).body).toMatchObject({ error: 'paymentLink.alreadyPaid' })
})

test('a deleted link takes no payment, stays to be read, and works again when it is restored', async () => {
  const story = await openStory()
  expect((await remove(story)).status).toBe(200)
  expect(await shownTo(story.token)).toBe('ended')
  expect((await moneyOf(story)).links).toMatchObject([{ endedFor: 'deleted' }])
  expect((await remove(story)).body).toMatchObject({ error: 'paymentLink.over' })
  expect((await restore(story)).status).toBe(200)
  expect(await shownTo(story.token)).toBe('open')
  expect((await restore(story)).body).toMatchObject({ error: 'paymentLink.notRestorable' })
  expect((await eventsOf(story)).map(({ event }) => event)).toEqual(expect.arrayContaining(['paymentLinkEnded', 'paymentLinkRevived']))
})

test('a deleted link of an amount that is owed no more stays deleted', async () => {
  const story = await openStory()
  await remove(story)
  await app.db.updateTable('cases').set({ outstanding_cents: 9_000 }).where('id', '=', story.one.id).execute()
  expect((await restore(story)).body).toMatchObject({ error: 'paymentLink.notRestorable' })
})

test('a deleted link of a case that is closed stays deleted, and a link of a case that is not there is not made', async () => {
  const story = await openStory()
  await remove(story)
  await app.db.updateTable('cases').set({ status: 'closed', result: 'RET' }).where('id', '=', story.one.id).execute()
  expect((await restore(story)).body).toMatchObject({ error: 'paymentLink.notRestorable' })
  expect(await shownTo(story.token)).toBe('ended')
  const sender = await app.build.staff({
    rights: [Right.viewCases, Right.makePaymentLinks, Right.sendEmail],
    customers: [story.one.customerId],
  })
  const body = { channel: 'email', amountCents: 100, openCents: 100, lastDay: '2026-06-10', key: crypto.randomUUID() } as const
  expect((await app.call(paymentApi.sendLink, { params: { caseID: 999_999_999 }, body }).as(sender)).body).toMatchObject({
    error: 'case.notFound',
  })
})

test('each act leaves its line in the audit log', async () => {
  const story = await openStory({ owes: 10_000, asks: 4_000 })
  const partly = { ...story, ...(await linkFor(story.one, 10_000)) }
  for (const act of [() => mark(story), () => unmark(story), () => remove(partly), () => restore(partly)])
    expect((await act()).status).toBe(200)
  const lines = await app.db.selectFrom('audit').select('action').distinct().where('username', '=', story.staff.username).execute()
  const acts = ['payments.markLink', 'payments.unmarkLink', 'payments.deleteLink', 'payments.restoreLink']
  expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(acts))
})

test('staff of another customer, or without the right, come to no link', async () => {
  const story = await openStory()
  const stranger = { ...story, staff: (await openStory()).staff }
  for (const act of [mark, unmark, remove, restore]) expect((await act(stranger)).body).toMatchObject({ error: 'paymentLink.notFound' })
  const { customerId } = story.one
  const booker = { ...story, staff: await app.build.staff({ rights: [Right.viewCases, Right.bookPayments], customers: [customerId] }) }
  for (const act of [mark, unmark, remove, restore]) expect((await act(booker)).status).toBe(403)
  expect(await shownTo(story.token)).toBe('open')
})
