import { figureApi } from '@regie/contract/figures.ts'
import {
  mailReportApi,
  type MessageCounts,
  type MessageOutcome,
  messageOutcomes,
  noMessages,
  sharesOf,
  whatsAppReportApi,
} from '@regie/contract/message-report.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'

// Everything is counted here a second time, from what was made and by plain code: no SQL, and none of the product's conditions.
type Made = {
  at: string
  channel: 'email' | 'whatsapp'
  batch: number
  caseId: number
  template: number | null
  state: 'sent' | 'unknown' | 'failed' | 'refused' | 'queued' | 'cancelled'
  delivery: 'delivered' | 'read' | 'failed' | null
  reason: string | null
  tracks: boolean
  copies: boolean
  opened: boolean
  maybe: boolean
  clicked: boolean
  answers: number
}

let app: TestApp
let batches: BuiltBatch[]
let templates: number[]
let reader: Staff
let made: Made[]
let unsubscribed: { at: string; caseId: number; batch: number }[]

const allRights = [Right.reportMail, Right.reportWhatsApp, Right.viewCases, Right.exportReports, Right.viewPersonalData]

beforeAll(async () => {
  // The Monday after the clock went back.
  app = await openTestApp({ start: '2025-10-27T12:00:00Z' })
  const first = await app.build.batch()
  batches = [first, await app.build.batch({ customerId: first.customerId })]
  reader = await app.build.staff({ rights: allRights, customers: [first.customerId] })
  templates = [await template('herinnering', 'email'), await template('aanmaning', 'email')]
  made = await makeMessages()
  unsubscribed = await makeLeavers()
  // What PostgreSQL does by itself within a minute: without it a plan is made for tables of which nothing is known.
  await app.pool.query('analyze')
}, 120_000)
afterAll(() => app.close())

const customerId = () => batches[0]?.customerId ?? 0

async function template(key: string, kind: string): Promise<number> {
  const owner = { customer_id: customerId() }
  const { id } = await app.db
    .insertInto('templates')
    .values({ ...owner, key, kind, name: `=${key}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const texts = JSON.stringify({})
  await app.db
    .insertInto('template_revisions')
    .values({ ...owner, template_id: id, texts })
    .execute()
  return id
}

const states = ['sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'failed', 'refused', 'unknown', 'queued', 'cancelled'] as const
const news = ['delivered', 'read', 'delivered', 'failed', null] as const
const faults = ['5.1.1 unknown a', '5.1.1 unknown b', '5.2.2 full', '0x7777 strange']

/** One message every 23 minutes from three days before the clock goes back to the day after, each of a case of its own. */
async function makeMessages(): Promise<Made[]> {
  const start = Date.parse('2025-10-23T20:11:00Z')
  const revisions = new Map<number, number>()
  for (const id of templates) {
    const found = await app.db.selectFrom('template_revisions').select('id').where('template_id', '=', id).executeTakeFirstOrThrow()
    revisions.set(id, found.id)
  }
  const { id: providerId } = await app.db
    .insertInto('providers')
    .values({ customer_id: customerId(), channel: 'email', kind: 'smtp', name: 'Post' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const all: Made[] = []
  for (let no = 0; no < 240; no++) {
    const state = states[(no * 7) % states.length] ?? 'sent'
    const delivery = state === 'sent' ? (news[(no * 3) % news.length] ?? null) : null
    const channel = no % 4 === 3 ? 'whatsapp' : 'email'
    const hasFailed = state === 'failed' || state === 'refused' || delivery === 'failed'
    const hasArrived = delivery === 'read' || delivery === 'delivered'
    const tracks = channel === 'email' && no % 5 !== 0
    const copies = tracks && no % 9 === 0
    const batch = no % 3 === 0 ? 1 : 0
    const owner = batches[batch] as BuiltBatch
    const one: BuiltCase = await app.build.case({ batch: owner })
    const opened = tracks && !copies && delivery === 'read' && no % 2 === 0
    all.push({
      ...{ at: new Date(start + no * 23 * 60_000).toISOString(), channel, batch, caseId: one.id, state, delivery, tracks, copies, opened },
      template: channel === 'whatsapp' || no % 6 === 0 ? null : (templates[no % 2] ?? null),
      reason: hasFailed ? (faults[no % faults.length] ?? null) : null,
      maybe: tracks && !copies && hasArrived && no % 7 === 0,
      clicked: opened && no % 3 !== 0,
      answers: hasArrived && no % 4 >= 2 ? 1 + (no % 2) : 0,
    })
  }
  for (const [no, one] of all.entries()) {
    const own = { customer_id: customerId(), case_id: one.caseId, batch_id: batches[one.batch]?.id ?? 0 }
    const { id } = await app.db
      .insertInto('communications')
      .values({
        ...{ ...own, channel: one.channel, idempotency_key: `m${no}`, recipient: `a${no}@demo.example`, provider: 'simulated-email' },
        ...{ simulated: true, queued_at: new Date(one.at), state: one.state, delivery: one.delivery, reason: one.reason },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mail = { ...(one.tracks && { track: true }), ...(one.copies && { cc: ['b@demo.example'] }) }
    await app.db
      .insertInto('communication_contents')
      .values({
        ...{ customer_id: customerId(), communication_id: id, queued_at: new Date(one.at), sender: 'x', subject: 's', text: 't' },
        ...{ html: one.channel === 'email' ? '<p>t</p>' : null, mail: JSON.stringify(mail) },
        template_revision_id: one.template === null ? null : (revisions.get(one.template) ?? null),
      })
      .execute()
    const later = new Date(Date.parse(one.at) + 60_000)
    if (one.opened || one.maybe)
      await app.db
        .insertInto('mail_readings')
        .values({
          ...{ customer_id: customerId(), communication_id: id, opened_at: one.opened ? later : null },
          ...{ maybe_opened_at: one.maybe ? later : null, clicked_at: one.clicked ? later : null },
        })
        .execute()
    for (let answer = 0; answer < one.answers; answer++)
      await app.db
        .insertInto('incoming_messages')
        .values({
          ...{ ...own, channel: one.channel, provider_id: providerId, message_key: `${no}-${answer}`, kind: 'message', bytes: 1 },
          ...{ communication_id: id, came_at: later, saved_at: later },
        })
        .execute()
    // An automatic answer is nobody who wrote back.
    if (no % 10 === 0)
      await app.db
        .insertInto('incoming_messages')
        .values({
          ...{ ...own, channel: one.channel, provider_id: providerId, message_key: `${no}-auto`, kind: 'automatic', bytes: 1 },
          ...{ communication_id: id, came_at: later, saved_at: later },
        })
        .execute()
  }
  return all
}

async function makeLeavers() {
  const leavers = made
    .filter(({ channel }, no) => channel === 'email' && no % 40 === 1)
    .map(({ at, caseId, batch }) => ({ at, caseId, batch }))
  await app.db
    .insertInto('blacklist')
    .values(
      leavers.map(({ at, caseId }) => ({
        ...{ customer_id: customerId(), kind: 'email', value: `left${caseId}@demo.example`, reason: 'unsubscribed', retention: 'forever' },
        ...{ added_at: new Date(at), added_by: '', case_id: caseId },
      })),
    )
    .execute()
  return leavers
}

type Range = { from: number; until: number }
const range = (from: string, until: string): Range => ({ from: Date.parse(from), until: Date.parse(until) })
const within = ({ from, until }: Range, at: string) => Date.parse(at) >= from && Date.parse(at) < until

/** Does a number count this message? */
const counts: Record<Exclude<MessageOutcome, 'unsubscribed'>, (one: Made) => boolean> = {
  all: () => true,
  sent: ({ state }) => state === 'sent',
  unknown: ({ state }) => state === 'unknown',
  delivered: ({ delivery }) => delivery === 'delivered' || delivery === 'read',
  read: ({ delivery }) => delivery === 'read',
  failed: ({ state, delivery }) => state === 'failed' || state === 'refused' || delivery === 'failed',
  measured: ({ tracks, copies, state }) => tracks && !copies && state === 'sent',
  opened: ({ opened }) => opened,
  maybeOpened: ({ opened, maybe }) => maybe && !opened,
  clicked: ({ clicked }) => clicked,
  answered: ({ answers }) => answers > 0,
}

const hasLeft = ({ state }: Made) => state !== 'queued' && state !== 'cancelled'

function recount(when: Range, of: (one: Made) => boolean, leavers = unsubscribed): MessageCounts {
  const some = made.filter((one) => hasLeft(one) && of(one) && within(when, one.at))
  const numbers = Object.entries(counts).map(([key, isOne]) => [key, some.filter(isOne).length])
  return { ...noMessages, ...Object.fromEntries(numbers), unsubscribed: leavers.filter(({ at }) => within(when, at)).length }
}

const isMail = ({ channel }: Made) => channel === 'email'
const isWhatsApp = ({ channel }: Made) => channel === 'whatsapp'
// The day that lasts 25 hours, with the one before it.
const days = { from: '2025-10-25', to: '2025-10-26' }
const both = range('2025-10-24T22:00:00Z', '2025-10-26T23:00:00Z')

const buckets = async (query: object = {}, as = reader) =>
  app.call(mailReportApi.buckets, { query: { customerID: customerId(), ...days, ...query } }).as(as)

test('the set has all that a report counts, or the recount would prove little', () => {
  const mails = recount(both, isMail)
  for (const key of messageOutcomes) expect(mails[key], key).toBeGreaterThan(0)
  expect(recount(both, isWhatsApp, [])).toMatchObject({ measured: 0, opened: 0, clicked: 0, unsubscribed: 0 })
})

test('each hour of the days around the change of the clock has its own messages, the hour that comes twice too', async () => {
  const { body } = await buckets({ granularity: 'hour' })
  expect(body.rows).toHaveLength(24 + 25)
  for (const [no, { bucket, ...numbers }] of body.rows.entries()) {
    const from = both.from + no * 3_600_000
    expect(Date.parse(bucket)).toBe(from)
    expect(numbers, bucket).toEqual(recount({ from, until: from + 3_600_000 }, isMail))
  }
  expect(body.total).toEqual(recount(both, isMail))
})

test('quarters and days add up to the same, and the period before is that of as many days', async () => {
  const { body: byQuarter } = await buckets({ granularity: 'quarter' })
  expect(byQuarter.rows).toHaveLength(4 * 49)
  const { body } = await buckets({ granularity: 'day' })
  expect(body.rows.map(({ bucket: _bucket, ...numbers }) => numbers)).toEqual([
    recount(range('2025-10-24T22:00:00Z', '2025-10-25T22:00:00Z'), isMail),
    recount(range('2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z'), isMail),
  ])
  expect(byQuarter.total).toEqual(body.total)
  const { from, to, ...before } = body.before
  expect([from, to]).toEqual(['2025-10-23', '2025-10-24'])
  expect(before).toEqual(recount(range('2025-10-22T22:00:00Z', '2025-10-24T22:00:00Z'), isMail))
})

test('scripts and templates have the same messages as the period', async () => {
  const ask = async (by: 'scripts' | 'templates', more: object = {}) =>
    (await app.call(mailReportApi.groups, { query: { customerID: customerId(), ...days, by, ...more } }).as(reader)).body
  const scripts = await ask('scripts')
  for (const [no, batch] of batches.entries()) {
    const { id: _id, name: _name, ...numbers } = scripts.rows.find(({ id }) => id === batch.script.id) ?? { id: 0, name: '' }
    expect(numbers).toEqual(
      recount(
        both,
        (one) => isMail(one) && one.batch === no,
        unsubscribed.filter((one) => one.batch === no),
      ),
    )
  }
  expect(scripts.total).toEqual(recount(both, isMail))
  const byTemplate = await ask('templates')
  expect(new Set(byTemplate.rows.map(({ id }) => id))).toEqual(new Set([null, ...templates]))
  for (const { id, name, ...numbers } of byTemplate.rows) {
    expect(numbers).toEqual(recount(both, (one) => isMail(one) && one.template === id, []))
    expect(name).toBe(id === null ? null : id === templates[0] ? '=herinnering' : '=aanmaning')
  }
  const [, second] = batches
  const ofScript = await ask('templates', { scriptID: second?.script.id })
  expect(ofScript.total).toEqual(recount(both, (one) => isMail(one) && one.batch === 1, []))
})

test('WhatsApp counts its own messages, and what is read of those that arrived', async () => {
  const { body } = await app.call(whatsAppReportApi.buckets, { query: { customerID: customerId(), ...days } }).as(reader)
  expect(body.total).toEqual(recount(both, isWhatsApp, []))
  expect(sharesOf(body.total)).toMatchObject({
    ...{ readShare: body.total.read / body.total.delivered, failedShare: body.total.failed / body.total.all, openedShare: null },
  })
})

test('why messages failed adds up to those that failed, by cause where the code is known', async () => {
  const { body } = await app.call(mailReportApi.errors, { query: { customerID: customerId(), ...days } }).as(reader)
  const failed = made.filter((one) => isMail(one) && hasLeft(one) && within(both, one.at) && counts.failed(one))
  expect(body.rows.reduce((sum, { count }) => sum + count, 0)).toBe(failed.length)
  const unknown = body.rows.find(({ cause }) => cause === 'mailboxUnknown')
  expect(unknown?.count).toBe(failed.filter(({ reason }) => reason?.startsWith('5.1.1')).length)
})

const behind = async (more: object, as = reader) =>
  (
    await app
      .call(figureApi.cases, {
        query: { customerID: customerId(), figure: 'messages', from: days.from, until: days.to, channel: 'email', limit: 25, ...more },
      })
      .as(as)
  ).body

test('behind each number stand as many cases as it counts messages', async () => {
  const { body } = await buckets()
  for (const counted of messageOutcomes) expect((await behind({ counted })).total.value, counted).toBe(body.total[counted])
  const [bucket] = (await buckets({ granularity: 'hour' })).body.rows.filter(({ all }) => all > 2)
  const fromAt = bucket?.bucket ?? ''
  const untilAt = new Date(Date.parse(fromAt) + 3_600_000).toISOString()
  expect((await behind({ counted: 'all', fromAt, untilAt })).total.value).toBe(bucket?.all)
  const { body: byTemplate } = await app
    .call(mailReportApi.groups, { query: { customerID: customerId(), ...days, by: 'templates' } })
    .as(reader)
  for (const { id, sent } of byTemplate.rows) expect((await behind({ counted: 'sent', templateID: id ?? 0 })).total.value).toBe(sent)
  const { body: errors } = await app.call(mailReportApi.errors, { query: { customerID: customerId(), ...days } }).as(reader)
  for (const { cause, code, count } of errors.rows)
    expect((await behind({ counted: 'failed', ...(cause === null ? { code } : { cause }) })).total.value).toBe(count)
  expect((await behind({ channel: 'whatsapp', counted: 'unsubscribed' })).total.value).toBe(0)
})

test('a file has the rows of its tab, in the same steps, with its formulas neutralised', async () => {
  const query = { customerID: customerId(), ...days, locale: 'nl' as const }
  const lines = async (view: 'buckets' | 'templates' | 'errors', more: object = {}) =>
    (await app.call(mailReportApi.file, { query: { ...query, view, ...more } }).as(reader)).text.replace('\uFEFF', '').trim().split('\r\n')
  const byDay = await lines('buckets', { granularity: 'day' })
  expect(byDay.map((line) => line.split(';')[0])).toEqual(['Vanaf', '25-10-2025 00:00', '26-10-2025 00:00', 'Samen'])
  const { total } = (await buckets()).body
  expect(byDay[3]?.split(';').slice(1, 6)).toEqual([total.all, total.sent, total.unknown, total.delivered, total.failed].map(String))
  expect(byDay[3]?.split(';').at(-1)).toBe((100 * (sharesOf(total).answeredShare ?? 0)).toFixed(1).replace('.', ','))
  expect(await lines('buckets', { granularity: 'hour' })).toHaveLength(2 + 49)
  expect((await lines('templates')).some((line) => line.startsWith("'=herinnering;"))).toBe(true)
  expect((await lines('errors'))[0]).toBe('Oorzaak;Code;Mislukt')
  const book = await app.call(mailReportApi.book, { query: { ...query, view: 'buckets' } }).as(reader)
  expect(book.status).toBe(200)
  const without = await app.build.staff({ rights: [Right.reportMail], customers: [customerId()] })
  expect((await app.call(mailReportApi.file, { query: { ...query, view: 'buckets' } }).as(without)).status).toBe(403)
})

test('the mails of one case say what became of each; who sees no personal data sees no address', async () => {
  const one = made.find((mail) => mail.clicked && mail.template !== null)
  const ask = async (as: Staff) => app.call(mailReportApi.ofCase, { params: { caseID: one?.caseId ?? 0 } }).as(as)
  const { body } = await ask(reader)
  expect(body).toMatchObject([
    { state: 'read', template: expect.stringContaining('=') as string, cause: null, code: '', queuedAt: one?.at },
  ])
  expect(body[0]?.clickedAt).not.toBeNull()
  expect(body[0]?.to).toMatch(/@demo\.example$/)
  const masked = await app.build.staff({ rights: [Right.reportMail, Right.viewCases], customers: [customerId()] })
  expect((await ask(masked)).body[0]?.to).not.toContain('demo.example')
  const failed = made.find((mail) => isMail(mail) && hasLeft(mail) && mail.reason === '5.2.2 full')
  const { body: why } = await app.call(mailReportApi.ofCase, { params: { caseID: failed?.caseId ?? 0 } }).as(reader)
  expect(why).toMatchObject([{ state: 'failed', cause: 'mailboxFull' }])
  const foreign = await app.build.case()
  expect((await app.call(mailReportApi.ofCase, { params: { caseID: foreign.id } }).as(reader)).status).toBe(404)
})

test('a counter says how many left and failed, of the day of today on', async () => {
  const ask = async (type: 'today' | 'week' | 'month' | 'total') =>
    (await app.call(mailReportApi.counter, { query: { customerID: customerId(), type } }).as(reader)).body
  const today = recount(range('2025-10-26T23:00:00Z', '2025-10-27T23:00:00Z'), isMail)
  expect(await ask('today')).toMatchObject({ from: '2025-10-27', to: '2025-10-27', count: today.sent, failed: today.failed })
  const month = recount(range('2025-09-30T22:00:00Z', '2025-10-31T23:00:00Z'), isMail)
  expect(await ask('month')).toMatchObject({ from: '2025-10-01', count: month.sent, failed: month.failed })
  expect((await ask('total')).failed).toBe(month.failed)
})

test('another customer is not found, and their messages count nowhere', async () => {
  const foreign = await app.build.staff({ rights: allRights, customers: [(await app.build.batch()).customerId] })
  expect((await buckets({}, foreign)).status).toBe(404)
  expect((await app.call(mailReportApi.errors, { query: { customerID: customerId() } }).as(foreign)).status).toBe(404)
  const other = await app.build.batch()
  expect((await buckets({ scriptID: other.script.id })).body.total).toEqual(noMessages)
})

test('without its right nobody reads a report, the right to the other channel is not enough', async () => {
  const whatsAppOnly = await app.build.staff({ rights: [Right.reportWhatsApp], customers: [customerId()] })
  expect((await buckets({}, whatsAppOnly)).status).toBe(403)
  const query = { customerID: customerId(), ...days }
  expect((await app.call(whatsAppReportApi.buckets, { query }).as(whatsAppOnly)).status).toBe(200)
})

test('a period that is reversed, ten years long, or too long for its buckets is refused', async () => {
  expect((await buckets({ from: '2025-10-27', to: '2025-10-26' })).body).toMatchObject({ error: 'report.periodReversed' })
  expect((await buckets({ from: '2015-10-27' })).body).toMatchObject({ error: 'report.periodTooLong' })
  expect((await buckets({ from: '2025-01-01', granularity: 'quarter' })).body).toMatchObject({ error: 'report.granularityTooFine' })
  expect((await buckets({ from: '2025-02-30' })).status).toBe(400)
  expect((await behind({ cause: 'mailboxFull', until: '9999-12-31' })).total.value).toBeGreaterThanOrEqual(0)
})
