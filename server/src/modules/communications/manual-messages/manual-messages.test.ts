import { randomUUID } from 'node:crypto'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { manualMessageApi, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { registerEngine } from '../../../modules/case-runs/engine-lease.ts'
import { claimMessages } from '../outbox-claim.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.sendEmail, Right.sendSms]
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  const { customerId } = batch
  await app.build.template({
    customerId,
    key: 'aanmaning',
    kind: 'email',
    texts: { nl: { subject: 'Uw factuur', text: 'Beste {{naam}}, {{bedrag}}' } },
  })
  await app.build.template({ customerId, key: 'met-link', kind: 'email', texts: { nl: { subject: 'Betaal', text: '{{betaallink}}' } } })
  await app.build.template({ customerId, key: 'sms', kind: 'sms', texts: { nl: { subject: '', text: 'Bel ons, {{naam}}' } } })
  staff = await app.build.staff({ rights, customers: [customerId] })
})
afterAll(() => app.close())

const owing = (more: object = {}) =>
  app.build.case({ batch, name: 'Ada Jansen', outstanding_cents: 10_000, email: 'ada@example.nl', mobile: '+31612345678', ...more })
const texts = async ({ id }: BuiltCase, channel: WrittenChannel = 'email') =>
  (await app.call(manualMessageApi.texts, { params: { caseID: id }, query: { channel } }).as(staff)).body
const send = ({ id }: BuiltCase, template = 'aanmaning', key = randomUUID(), channel: WrittenChannel = 'email', by = staff) =>
  app.call(manualMessageApi.send, { params: { caseID: id }, body: { channel, template, key } }).as(by)
const plan = (one: BuiltCase, sendAt: string, template = 'aanmaning') =>
  app.call(manualMessageApi.send, { params: { caseID: one.id }, body: { channel: 'email', template, key: randomUUID(), sendAt } }).as(staff)
const plannedOf = async ({ id }: BuiltCase) => (await app.call(manualMessageApi.planned, { params: { caseID: id } }).as(staff)).body
const cancel = ({ id }: BuiltCase, communicationID: number) =>
  app.call(manualMessageApi.cancel, { params: { caseID: id, communicationID } }).as(staff)
const messagesOf = ({ id }: BuiltCase) =>
  app.db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as c', 'c.communication_id', 'm.id')
    .select(['m.channel', 'm.recipient', 'c.text'])
    .where('m.case_id', '=', id)
    .execute()

test('one sees what the person gets, masked, and sends it to the address that one may not see', async () => {
  const one = await owing()
  const { ok, texts: shown } = await texts(one)
  expect(ok).toBe(true)
  expect((await texts(one, 'sms')).to).toBe('+316••••••78')
  expect(shown.map(({ key, missing }) => [key, missing])).toEqual([
    ['aanmaning', []],
    ['met-link', ['betaallink']],
  ])
  expect((await send(one)).status).toBe(200)
  expect(await messagesOf(one)).toEqual([
    { channel: 'email', recipient: 'ada@example.nl', text: expect.stringMatching(/^Beste Ada Jansen, €\s100,00$/) },
  ])
})

test('what one sends by hand goes before the rest of the queue, whatever the priority of its text', async () => {
  const one = await owing()
  await send(one)
  const waiting = app.db.selectFrom('outbox').select('priority').where('case_id', '=', one.id)
  expect(await waiting.execute()).toEqual([{ priority: 1 }])
})

test('the same request sends once, also when three come at once; an SMS goes to the mobile number', async () => {
  const one = await owing()
  const key = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => send(one, 'sms', key, 'sms')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await messagesOf(one)).toEqual([{ channel: 'sms', recipient: '+31612345678', text: 'Bel ons, Ada Jansen' }])
})

test('nothing leaves that may not, lacks something, or asks a right that one does not hold', async () => {
  const [one, paused] = [await owing(), await owing({ status: 'paused' })]
  expect((await texts(paused)).reason).toBe('casePaused')
  expect((await send(paused)).body).toMatchObject({ error: 'payment.contactRefused' })
  expect((await send(one, 'met-link')).body).toMatchObject({ error: 'message.textIncomplete' })
  expect((await send(one, 'is-er-niet')).body).toMatchObject({ error: 'message.textIncomplete' })
  // A text of another channel is none of this one.
  expect((await send(one, 'sms')).body).toMatchObject({ error: 'message.textIncomplete' })
  const mailer = await app.build.staff({ rights: [Right.viewCases, Right.sendEmail], customers: [batch.customerId] })
  expect((await send(one, 'sms', randomUUID(), 'sms', mailer)).body).toMatchObject({ error: 'error.rightMissing' })
  expect(await messagesOf(one)).toEqual([])
})

test('a text that may take one SMS alone is refused where a name makes it two', async () => {
  const nl = { subject: '', text: `Bel ons, {{naam}}. ${'Wij helpen u graag. '.repeat(5)}` }
  await app.build.template({ customerId: batch.customerId, key: 'een-deel', kind: 'sms', texts: { nl } })
  await app.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ longSms: false }) })
    .where('customer_id', '=', batch.customerId)
    .where('template_id', 'in', (eb) => eb.selectFrom('templates').select('id').where('key', '=', 'een-deel'))
    .execute()
  const [short, long] = [await owing(), await owing({ name: 'Wilhelmina van der Velden-Oosterhuis tot Nederhorst den Berg en Ankeveen' })]
  expect((await send(long, 'een-deel', randomUUID(), 'sms')).body).toMatchObject({ error: 'message.onlyOnePart' })
  expect(await messagesOf(long)).toEqual([])
  expect((await send(short, 'een-deel', randomUUID(), 'sms')).status).toBe(200)
})

test('what one reads of a person is written down, and asked in so many questions however many texts there are', async () => {
  const one = await owing()
  const ask = async () => {
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    await texts(one)
    const count = statements.mock.calls.length
    statements.mockRestore()
    return count
  }
  await ask()
  const few = await ask()
  for (let n = 0; n < 10; n++) {
    const given = { nl: { subject: 'Betaal', text: `{{betaallink}} {{onbekend${n}}}` } }
    await app.build.template({ customerId: batch.customerId, key: `vraagt-${n}`, kind: 'email', texts: given })
  }
  expect(await ask()).toBe(few)
  expect(few).toBeLessThanOrEqual(7)
  await vi.waitFor(async () => {
    const { rows } = await app.pool.query(
      `select from audit where action = 'manualMessages.texts' and entity = 'case' and entity_id = $1 and user_id = $2`,
      [String(one.id), staff.userId],
    )
    expect(rows.length).toBeGreaterThan(0)
  })
})

test('a planned message stands in the outbox for its moment, and in the case', async () => {
  const one = await owing({ email: 'later@example.nl' })
  const at = new Date(app.clock.now().getTime() + 2 * 3_600_000).toISOString()
  expect((await plan(one, at)).status).toBe(200)
  expect(await plannedOf(one)).toEqual([expect.objectContaining({ channel: 'email', at, template: 'aanmaning', reason: null })])
  const { rows } = await app.pool.query(`select next_at from outbox where case_id = $1`, [one.id])
  expect(rows).toEqual([{ next_at: new Date(at) }])
  const timeline = await app.db.selectFrom('timeline').select(['event', 'params']).where('case_id', '=', one.id).execute()
  expect(timeline).toContainEqual({ event: 'emailQueued', params: { at } })
})

test('what is planned can be taken back, and closing the case takes it back too', async () => {
  const [one, other] = [await owing(), await owing()]
  const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  await plan(one, at)
  await plan(other, at)
  const [planned] = await plannedOf(one)
  expect((await cancel(other, planned?.communicationID ?? 0)).status).toBe(404)
  expect((await cancel(one, planned?.communicationID ?? 0)).status).toBe(200)
  expect(await plannedOf(one)).toEqual([])
  expect((await cancel(one, planned?.communicationID ?? 0)).body).toMatchObject({ error: 'message.hasLeft' })
  const closer = await app.build.staff({ rights: [Right.viewCases, Right.closeCases], customers: [batch.customerId] })
  await app.call(caseActionApi.close, { params: { caseID: other.id }, body: { version: 1, resultCode: 'RET' } }).as(closer)
  expect(await plannedOf(other)).toEqual([])
})

test('a moment that the law or the calendar does not allow is refused; one that has passed is now', async () => {
  const one = await owing({ status: 'paused', paused_until: new Date('2026-06-03T12:00:00Z') })
  expect((await plan(one, '2026-06-03T11:00:00Z')).body).toMatchObject({ error: 'payment.contactRefused' })
  expect((await plan(one, '2026-07-03T11:00:00Z')).body).toMatchObject({ error: 'message.plannedTooFar' })
  expect((await plan(one, '2026-06-03T13:00:00Z')).status).toBe(200)
  const open = await owing()
  await plan(open, '2026-06-01T09:00:00Z')
  expect(await plannedOf(open)).toEqual([])
  expect(await messagesOf(open)).toHaveLength(1)
})

test('what is planned does not leave once the case owes another amount', async () => {
  const [one, other] = [await owing(), await owing()]
  const at = new Date(app.clock.now().getTime() + 3_600_000)
  for (const each of [one, other]) expect((await plan(each, at.toISOString())).status).toBe(200)
  await app.db
    .updateTable('cases')
    .set((eb) => ({ paid_cents: eb('paid_cents', '+', 100) }))
    .where('id', '=', one.id)
    .execute()
  app.clock.set(new Date(at.getTime() + 1_000).toISOString())
  const claimed = await claimMessages(app.services, 'email', await registerEngine(app.db), 100)
  const ids = claimed.map(({ caseId }) => caseId)
  expect([ids.includes(other.id), ids.includes(one.id)]).toEqual([true, false])
  const ended = await app.db.selectFrom('communications').select(['state', 'reason']).where('case_id', '=', one.id).execute()
  expect(ended).toEqual([{ state: 'cancelled', reason: 'amountChanged' }])
})
