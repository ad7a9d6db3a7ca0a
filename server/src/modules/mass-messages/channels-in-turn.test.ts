import { messageApi } from '@regie/contract/messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve, approvedText } from '../../../test/approved-texts.ts'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'

type Written = 'email' | 'sms' | 'whatsapp'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const templates = new Map<string, number>()
const rights = [Right.viewCases, Right.viewPersonalData, Right.sendEmail, Right.sendSms, Right.sendWhatsApp]
const approved = approvedText('Beste {{1}}', ['naam'])
beforeAll(async () => {
  // A Tuesday at 11:00 in Amsterdam.
  app = await openTestApp({ start: '2026-06-02T09:00:00Z' })
  batch = await app.build.batch()
  await approve(app.db, batch.customerId, approved)
  await addText('whatsapp', { subject: '', text: 'Beste {{naam}}', approved })
  await addText('sms', { subject: '', text: 'Beste {{naam}}, bel {{actienummer}}' })
  await addText('email', { subject: 'Uw rekening', text: 'Beste {{naam}}' })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

async function addText(kind: Written, nl: object) {
  await app.build.template({ customerId: batch.customerId, key: kind, kind, texts: { nl } as never })
  const { id } = await app.db
    .selectFrom('templates')
    .select('id')
    .where('customer_id', '=', batch.customerId)
    .where('key', '=', kind)
    .executeTakeFirstOrThrow()
  templates.set(kind, id)
}

const textOf = (channel: Written) => templates.get(channel) ?? 0
const planOf = ([first, ...next]: readonly [Written, ...Written[]]) => ({
  ...{ customerID: batch.customerId, templateID: textOf(first), overrides: { actienummer: '0800-1' } },
  otherwise: next.map((channel) => ({ channel, templateID: textOf(channel) })),
})
const inTurn = ['whatsapp', 'sms', 'email'] as const
let count = 0
const owing = (more: object = {}) => {
  count += 1
  const own = { email: `ada${count}@example.nl`, mobile: `+316123456${10 + count}` }
  return app.build.case({ batch, name: 'Ada Jansen', outstanding_cents: 10_000, ...own, ...more })
}
const filterOf = (cases: readonly BuiltCase[]) => ({ caseIDs: cases.map(({ id }) => id) })
const check = async (ways: readonly [Written, ...Written[]], cases: readonly BuiltCase[], more: object = {}, by = staff) =>
  (await app.call(messageApi.check, { body: { channel: ways[0], filter: filterOf(cases), ...planOf(ways), ...more } }).as(by)).body
const order = (ways: readonly [Written, ...Written[]], cases: readonly BuiltCase[], more: object = {}, by = staff) =>
  app.call(messageApi.send, { params: { channel: ways[0] }, body: { filter: filterOf(cases), ...planOf(ways), ...more } }).as(by)
const findOrder = async (orderID: number) => (await app.call(messageApi.order, { params: { orderID } }).as(staff)).body
const channelsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('communications').select('channel').where('case_id', '=', id).execute()).map(({ channel }) => channel)

test('each case gets it once, by the first channel that may reach it; the count before is the count after', async () => {
  const [byWhatsapp, byEmail, byNone] = [await owing(), await owing({ mobile: null }), await owing({ mobile: null, email: null })]
  const cases = [byWhatsapp, byEmail, byNone]
  const before = await check(inTurn, cases)
  const counts = [
    { channel: 'email', count: 1 },
    { channel: 'whatsapp', count: 1 },
  ]
  const sorted = (rows: readonly { channel: string }[]) => rows.toSorted((a, b) => a.channel.localeCompare(b.channel))
  expect(before).toMatchObject({ total: 3, ready: 2, refused: [{ reason: 'noMobile', count: 1 }] })
  expect(sorted(before.byChannel)).toEqual(counts)
  const { orderID } = (await order(inTurn, cases)).body
  await runJobs(app.services)
  const after = await findOrder(orderID)
  expect(after).toMatchObject({
    ...{ state: 'done', sent: 2, channel: 'whatsapp', refused: [{ channel: 'whatsapp', reason: 'noMobile', count: 1 }] },
    otherwise: [
      { channel: 'sms', template: 'sms' },
      { channel: 'email', template: 'email' },
    ],
  })
  expect(sorted(after.byChannel)).toEqual(counts)
  expect([await channelsOf(byWhatsapp), await channelsOf(byEmail), await channelsOf(byNone)]).toEqual([['whatsapp'], ['email'], []])
  const behind = (query: object) => app.call(messageApi.rows, { params: { orderID }, query }).as(staff)
  expect((await behind({ outcome: 'sent', channel: 'email' })).body).toMatchObject({
    rows: [{ caseID: byEmail.id, channel: 'email' }],
    total: { value: 1, exact: true },
  })
})

test('who prefers SMS gets an SMS, and the example shows that one', async () => {
  const one = await owing({ fields: JSON.stringify({ contactvoorkeur: 'sms' }) })
  expect(await check(inTurn, [one])).toMatchObject({ ready: 1, byChannel: [{ channel: 'sms', count: 1 }], parts: [{ parts: 1, count: 1 }] })
  const body = { channel: 'whatsapp' as const, caseID: one.id, ...planOf(inTurn) }
  expect((await app.call(messageApi.preview, { body }).as(staff)).body).toMatchObject({
    channel: 'sms',
    ok: true,
    text: 'Beste Ada Jansen, bel 0800-1',
  })
  await order(inTurn, [one])
  await runJobs(app.services)
  expect(await channelsOf(one)).toEqual(['sms'])
})

test('a text that lacks something is named, not passed over for another channel', async () => {
  const one = await owing()
  expect(await check(['sms', 'email'], [one], { overrides: {} })).toMatchObject({
    ...{ ready: 0, byChannel: [], refused: [{ reason: 'textIncomplete', count: 1 }] },
    missing: [{ field: 'actienummer', count: 1 }],
  })
})

test('each channel of the order asks its right, when it is ordered and when it works; none comes twice', async () => {
  const one = await owing()
  const some = await app.build.staff({ rights: [Right.viewCases, Right.sendEmail, Right.sendSms], customers: [batch.customerId] })
  expect((await order(['sms', 'whatsapp'], [one], {}, some)).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await order(['sms', 'sms'], [one])).body).toMatchObject({ error: 'error.invalid' })
  const swapped = { otherwise: [{ channel: 'email' as const, templateID: textOf('sms') }] }
  expect((await order(['sms'], [one], swapped)).body).toMatchObject({ error: 'template.notFound' })
  const { orderID } = (await order(['sms', 'email'], [one], {}, some)).body
  await app.db
    .deleteFrom('right_group_objects')
    .where('object_id', 'in', (eb) => eb.selectFrom('right_objects').select('id').where('code', '=', Right.sendEmail))
    .where('group_id', 'in', (eb) => eb.selectFrom('right_group_members').select('group_id').where('user_id', '=', some.userId))
    .execute()
  await runJobs(app.services)
  expect(await findOrder(orderID)).toMatchObject({ state: 'refused', sent: 0 })
  expect(await channelsOf(one)).toEqual([])
})

test('a WhatsApp text of our own goes to who wrote within 24 hours, the others get it by the next channel', async () => {
  await app.build.template({
    ...{ customerId: batch.customerId, key: 'eigen', kind: 'whatsapp' },
    texts: { nl: { subject: '', text: 'Beste {{naam}}', choices: { kind: 'buttons', buttons: ['Bel mij'] } } } as never,
  })
  const { id: templateID } = await app.db.selectFrom('templates').select('id').where('key', '=', 'eigen').executeTakeFirstOrThrow()
  const [wrote, silent] = [await owing(), await owing()]
  const at = app.clock.now()
  await app.db
    .insertInto('conversations')
    .values({
      ...{ customer_id: batch.customerId, case_id: wrote.id, channel: 'whatsapp', provider_id: 0, address: '31612345699' },
      ...{ person_name: '', last_at: at, last_text: '', window_ends_at: new Date(at.getTime() + 3_600_000) },
    })
    .execute()
  const own = await check(['whatsapp', 'sms'], [wrote, silent], { templateID })
  expect(own.byChannel).toEqual(
    expect.arrayContaining([
      { channel: 'whatsapp', count: 1 },
      { channel: 'sms', count: 1 },
    ]),
  )
  expect(await check(['whatsapp'], [wrote, silent], { templateID })).toMatchObject({
    ...{ ready: 1, refused: [{ reason: 'whatsappWindowOver', count: 1 }] },
  })
})

test('undoing an order asks the right of each of its channels', async () => {
  const one = await owing()
  const some = await app.build.staff({ rights: [...rights], customers: [batch.customerId] })
  const { orderID } = (await order(['sms', 'email'], [one], {}, some)).body
  await runJobs(app.services)
  const ofSome = async () => (await app.call(messageApi.order, { params: { orderID } }).as(some)).body
  const token = (await ofSome()).undoToken ?? ''
  const undo = () => app.call(undoApi.undo, { params: { token } }).as(some)
  const taken = await app.db
    .deleteFrom('right_group_objects')
    .where('object_id', 'in', (eb) => eb.selectFrom('right_objects').select('id').where('code', '=', Right.sendEmail))
    .where('group_id', 'in', (eb) => eb.selectFrom('right_group_members').select('group_id').where('user_id', '=', some.userId))
    .returningAll()
    .execute()
  expect((await undo()).body).toMatchObject({ error: 'error.rightMissing' })
  expect(await findOrder(orderID)).toMatchObject({ sent: 1, takenBack: 0 })
  await app.db.insertInto('right_group_objects').values(taken).execute()
  expect((await undo()).body).toMatchObject({ restored: 1 })
})

test('an order whose second text was changed meanwhile sends nothing', async () => {
  const one = await owing({ mobile: null })
  const { orderID } = (await order(['sms', 'email'], [one])).body
  await app.db
    .updateTable('message_jobs')
    .set({
      plan: JSON.stringify({
        ...{ overrides: {}, makeLinks: false, simplify: false },
        otherwise: [{ channel: 'email', templateID: textOf('email'), template: 'email', revisionID: 999_999 }],
      }),
    })
    .where('id', '=', orderID)
    .execute()
  await runJobs(app.services)
  expect(await findOrder(orderID)).toMatchObject({ sent: 0, refused: [{ channel: 'sms', reason: 'templateChanged', count: 1 }] })
})
