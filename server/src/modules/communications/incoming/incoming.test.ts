import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { incomingApi } from '@regie/contract/incoming-messages.ts'
import { notificationApi } from '@regie/contract/notifications.ts'
import { providerApi } from '@regie/contract/providers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { type Mailbox, MailNotGiven } from '../../../gateways/email/mailbox.ts'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Services } from '../../../services.ts'
import { unsubscribeToken } from '../unsubscribe/unsubscribe-token.ts'
import { bounceAddress, messageToken } from './message-token.ts'
import { readMailboxes } from './read-mailboxes.ts'

const rights = [Right.viewCases, Right.changeCases]
let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let staff: Staff
let leader: Staff
let services: Services
let messageId: string
let communicationId: number
let opened: RegisteredProvider[]
/** What stands in the one mailbox, by its number. */
let mails: Map<number, string>
let seen: number[]
let uidValidity: number
let beforeFetch: (uid: number) => void | Promise<void>
/** What ends the mailbox that is open. */
let within: AbortSignal

beforeAll(async () => {
  app = await openTestApp({ start: '2027-02-11T10:00:00Z' })
})
afterAll(() => app.close())

beforeEach(async () => {
  batch = await app.build.batch()
  one = await app.build.case({ batch, name: 'Marieke Zandvoort', email: `m${batch.id}@klant.nl` })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  leader = await app.build.staff({ rights: [...rights, Right.viewPersonalData, Right.pauseBatches], customers: [batch.customerId] })
  await app.pool.query('delete from providers')
  await addMailbox(batch.customerId)
  communicationId = await sentMail(one)
  messageId = idOf(communicationId)
  ;[mails, seen, opened, uidValidity, beforeFetch] = [new Map<number, string>(), [], [], 7, () => undefined]
  const mailbox: Mailbox = {
    get uidValidity() {
      return uidValidity
    },
    list: async (after, most) =>
      [...mails]
        .filter(([uid]) => !('uid' in after) || uid > after.uid)
        .slice(0, most)
        .map(([uid, text]) => ({ uid, bytes: text.startsWith('huge') ? 30_000_000 : text.length, cameAt: app.clock.now() })),
    fetch: async (uid) => {
      await beforeFetch(uid)
      return Buffer.from((mails.get(uid) ?? '').replaceAll('\n', '\r\n'))
    },
    markRead: async (uid) => void seen.push(uid),
    awaitNews: async () => false,
    close: async () => undefined,
  }
  const gateways = {
    ...app.services.gateways,
    openMailbox: async (provider: RegisteredProvider, given: AbortSignal) => ((within = given), opened.push(provider), mailbox),
  }
  services = { ...app.services, gateways }
})

const imap = { kind: 'imap', host: 'imap.acme.nl', port: 993, encryption: 'tls', user: 'incasso', folder: 'INBOX' }
const addMailbox = (customerId: number) =>
  app.db
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'email', kind: 'imap', name: 'Postvak', settings: JSON.stringify(imap) })
    .execute()

async function sentMail({ id, customerId, batchId }: BuiltCase): Promise<number> {
  const at = app.clock.now()
  const row = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, case_id: id, batch_id: batchId, channel: 'email', state: 'sent', recipient: `m${batchId}@klant.nl` },
      ...{ provider: 'smtp', simulated: false, queued_at: at, sent_at: at, idempotency_key: `mail-${batchId}` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const idOf = (id: number) => `m.${id}.${messageToken(app.services.config.secretKey, id)}@acme.nl`
const read = () => readMailboxes(services, new AbortController().signal)
const answer = (lines: string[], id = 'a1') =>
  [`Message-ID: <${id}@klant.nl>`, `From: Marieke Zandvoort <m@klant.nl>`, 'Subject: Re: Factuur', ...lines].join('\n')
const saved = () =>
  app.db
    .selectFrom('incoming_messages')
    .select(['id', 'kind', 'case_id', 'sender', 'text', 'quoted', 'reason'])
    .where('customer_id', '=', batch.customerId)
    .orderBy('id')
    .execute()
const events = async () =>
  (await app.db.selectFrom('timeline').select(['event', 'params']).where('case_id', '=', one.id).orderBy('id').execute()).map(
    ({ event, params }) => ({ event, params }),
  )
const notified = async (who: Staff) =>
  (await app.call(notificationApi.list, { query: { customerID: batch.customerId } }).as(who)).body.rows.map(({ kind, caseID }) => [
    kind,
    caseID,
  ])
const report = (type: string, fields: string[], about = messageId, id = 'r1') =>
  [
    ...[`Message-ID: <${id}@mx.nl>`, 'From: MAILER-DAEMON@mx.nl', `Content-Type: multipart/report; report-type=${type}; boundary="b"`, ''],
    ...[
      '--b',
      `Content-Type: message/${type}`,
      '',
      ...fields,
      '--b',
      'Content-Type: message/rfc822',
      '',
      `Message-ID: <${about}>`,
      '',
      'x',
    ],
    '--b--',
  ].join('\n')
const bounced = (status: string, id = 'r1') =>
  report('delivery-status', ['Action: failed', `Status: ${status}`, `Diagnostic-Code: smtp; 550 ${status} No such user`], messageId, id)
const emailAllowed = async () => (await app.call(caseActionApi.permission, { params: { caseID: one.id } }).as(leader)).body.email
const stateOf = () =>
  app.db.selectFrom('communications').select(['delivery', 'reason']).where('id', '=', communicationId).executeTakeFirstOrThrow()

test('an answer stands in its case, once, and who leads the work is notified', async () => {
  mails.set(
    5,
    answer([
      `In-Reply-To: <${messageId}>`,
      '',
      'Ik betaal morgen.',
      '',
      'Op wo 3 jun 2026 om 09:00 schreef Acme <a@acme.nl>:',
      '> Beste Marieke',
    ]),
  )
  await read()
  await read()
  expect(await saved()).toMatchObject([{ kind: 'message', case_id: one.id, sender: 'm@klant.nl', text: 'Ik betaal morgen.' }])
  expect(await events()).toMatchObject([{ event: 'emailReceived', params: { subject: 'Re: Factuur', text: 'Ik betaal morgen.' } }])
  expect(seen).toEqual([5])
  expect([await notified(leader), await notified(staff)]).toEqual([[['messageReceived', one.id]], []])
})

test('who works on the case is notified, and not everybody who leads', async () => {
  await app.db
    .insertInto('case_holds')
    .values({
      customer_id: batch.customerId,
      case_id: one.id,
      user_id: staff.userId,
      cause: 'callback',
      until: new Date(app.clock.now().getTime() + 60_000),
    })
    .execute()
  mails.set(5, answer([`In-Reply-To: <${messageId}>`, '', 'Ja']))
  await read()
  expect([await notified(leader), await notified(staff)]).toEqual([[], [['messageReceived', one.id]]])
})

test('the whole message is read by who may see the case, masked for who may not see the person', async () => {
  mails.set(
    5,
    answer([
      `References: <x@y> <${messageId}>`,
      '',
      'Groet, Marieke Zandvoort',
      '',
      'On Wed, Jun 3, 2026 at 9:00 AM Acme <a@b.nl> wrote:',
      '> oud',
    ]),
  )
  await read()
  const [row] = await saved()
  const params = { caseID: one.id, incomingID: row?.id ?? 0 }
  const { body } = await app.call(incomingApi.find, { params }).as(leader)
  expect(body).toMatchObject({ from: 'm@klant.nl', text: 'Groet, Marieke Zandvoort', answersID: communicationId, isAutomatic: false })
  expect(body.quoted).toContain('> oud')
  expect((await app.call(incomingApi.find, { params }).as(staff)).body).toMatchObject({ from: '', fromName: '' })
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  expect((await app.call(incomingApi.find, { params }).as(stranger)).status).toBe(404)
  const { body: timeline } = await app.call(caseApi.timeline, { params: { caseID: one.id }, query: {} }).as(leader)
  expect(timeline.rows).toMatchObject([{ kind: 'email', event: 'emailReceived', params: { incomingID: row?.id } }])
})

test('the same mail in two folders, or after the numbers of the mailbox began anew, is one message', async () => {
  const text = answer([`In-Reply-To: <${messageId}>`, '', 'Ja'])
  mails.set(5, text).set(6, text)
  await read()
  uidValidity = 8
  mails = new Map([
    [1, text],
    [2, answer(['', 'Iets anders'], 'a2')],
  ])
  await read()
  expect(await saved()).toMatchObject([{ text: 'Ja' }, { text: 'Iets anders', case_id: null }])
})

test('a name that somebody made up, or that is of another customer, ties a mail to no case', async () => {
  const other = await app.build.case({ batch: await app.build.batch() })
  const foreign = idOf(await sentMail(other))
  mails.set(5, answer([`In-Reply-To: <m.${communicationId}.0123456789@acme.nl>`, '', 'Geraden'], 'a1'))
  mails.set(6, answer([`In-Reply-To: <${foreign}>`, '', 'Van een ander'], 'a2'))
  mails.set(7, answer([`In-Reply-To: <m.${communicationId}@acme.nl>`, '', 'Zonder teken'], 'a3'))
  await read()
  expect((await saved()).map(({ case_id }) => case_id)).toEqual([null, null, null])
  expect(await events()).toEqual([])
  expect(await notified(leader)).toEqual([])
})

test('only what stands in a case, or changed a mail of ours, is marked as read; the provider says how many others there are', async () => {
  mails
    .set(4, 'huge')
    .set(5, answer(['', 'Van wie is dit?'], 'a1'))
    .set(6, answer([`In-Reply-To: <${messageId}>`, '', 'Ja'], 'a2'))
    .set(7, bounced('5.2.2'))
    .set(8, report('delivery-status', ['Action: failed', 'Status: 5.1.1'], 'onbekend@elders.nl', 'r2'))
    // In two folders: once in its case is in its case.
    .set(9, answer([`In-Reply-To: <${messageId}>`, '', 'Ja'], 'a2'))
  await read()
  await read()
  expect(seen).toEqual([6, 7, 9])
  const keeper = await app.build.staff({ rights: [Right.changeProviders], customers: [batch.customerId] })
  const { body } = await app.call(providerApi.list, { query: { customerID: batch.customerId } }).as(keeper)
  expect(body.rows.map(({ unplaced }) => unplaced)).toEqual([3])
})

test('a notice of absence shows in the case and is no answer: nobody is notified', async () => {
  mails.set(5, answer([`In-Reply-To: <${messageId}>`, 'Auto-Submitted: auto-replied', '', 'Ik ben met vakantie']))
  await read()
  expect((await events()).map(({ event }) => event)).toEqual(['emailAutomatic'])
  expect(await notified(leader)).toEqual([])
})

test('a mail that cannot be read is set aside with why, and the next one is read', async () => {
  const deep = Array.from({ length: 60 }, (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}`).join('\n')
  mails
    .set(4, 'huge')
    .set(5, deep)
    .set(6, answer([`In-Reply-To: <${messageId}>`, '', 'Ja']))
  await read()
  await read()
  expect(await saved()).toMatchObject([
    { kind: 'unreadable', reason: 'tooLarge' },
    { kind: 'unreadable', reason: 'malformed' },
    { kind: 'message', text: 'Ja' },
  ])
  expect(seen).toEqual([6])
})

test('a mail on which a process died twice is not given to a third', async () => {
  mails.set(5, answer(['', 'Gif'])).set(6, answer([`In-Reply-To: <${messageId}>`, '', 'Ja'], 'a2'))
  for (let times = 0; times < 2; times++) {
    // As if the process ended there: nothing is cleaned up.
    await app.pool.query(
      `insert into mailboxes as m (customer_id, provider_id, uid_validity, last_uid, trying_uid, tries)
       select customer_id, id, 7, 4, 5, 1 from providers
       on conflict (customer_id, provider_id) do update set tries = m.tries + 1`,
    )
  }
  await read()
  expect(await saved()).toMatchObject([{ kind: 'unreadable', reason: 'endedProcess' }, { text: 'Ja' }])
})

test('a mailbox that breaks off is read on later, however often: that is not the fault of the mail', async () => {
  mails.set(5, answer([`In-Reply-To: <${messageId}>`, '', 'Ja']))
  beforeFetch = () => {
    throw new GatewayUnavailable('The mailbox broke off')
  }
  for (let times = 0; times < 4; times++) await read()
  expect(await app.db.selectFrom('providers').select('state').executeTakeFirst()).toEqual({ state: 'failing' })
  beforeFetch = () => undefined
  await read()
  expect(await saved()).toMatchObject([{ kind: 'message', text: 'Ja' }])
  await read()
  expect(await app.db.selectFrom('providers').select('state').executeTakeFirst()).toEqual({ state: 'active' })
})

test.each(['refused', 'endless'])(
  'a mail that its server does not give (%s) is set aside after five tries, and the next one is read',
  async (how) => {
    mails.set(5, answer(['', 'Kapot'])).set(6, answer([`In-Reply-To: <${messageId}>`, '', 'Ja'], 'a2'))
    beforeFetch = async (uid) => {
      if (uid !== 5) return
      if (how === 'refused') throw new MailNotGiven('The mailbox gives no mail')
      await new Promise((_, reject) => within.addEventListener('abort', () => reject(new GatewayUnavailable('closed'))))
    }
    const readSoon = () => readMailboxes(services, new AbortController().signal, { beginMs: 10_000, endMs: 200 })
    for (let times = 0; times < 4; times++) await readSoon()
    expect(await saved()).toEqual([])
    await readSoon()
    await read()
    expect(await saved()).toMatchObject([{ kind: 'unreadable', reason: 'notGiven' }, { text: 'Ja' }])
    expect(seen).toEqual([6])
  },
)

test('while one process reads a mailbox another leaves it alone; one that died is followed after two minutes', async () => {
  mails.set(5, answer(['', 'Ja']))
  await app.pool.query(
    `insert into mailboxes (customer_id, provider_id, taken_until)
     select customer_id, id, $1 from providers`,
    [new Date(app.clock.now().getTime() + 60_000)],
  )
  await read()
  expect(await saved()).toEqual([])
  app.clock.advance(61_000)
  await read()
  expect(await saved()).toHaveLength(1)
})

test('a bounce is the end of its mail and of its address; twice, and with an older report after it, it is one', async () => {
  mails.set(5, bounced('5.1.1')).set(6, bounced('5.1.1', 'r2'))
  mails.set(7, report('delivery-status', ['Action: delayed', 'Status: 4.4.1'], messageId, 'r3'))
  await read()
  expect(await stateOf()).toEqual({ delivery: 'failed', reason: '5.1.1 No such user' })
  expect(await emailAllowed()).toMatchObject({ ok: false, reason: 'blacklisted' })
  expect((await events()).map(({ event }) => event)).toEqual(['emailFailed', 'addressBlacklisted'])
})

test.each(['5.2.2', '4.4.1', '5.7.1'])('a bounce for another reason than the address (%s) blacklists nobody', async (status) => {
  mails.set(5, bounced(status))
  await read()
  expect(await stateOf()).toMatchObject({ delivery: 'failed' })
  expect(await app.db.selectFrom('blacklist').select('id').where('customer_id', '=', batch.customerId).execute()).toEqual([])
})

test('a report of delivery makes the mail delivered; a bounce after it changes nothing', async () => {
  mails.set(5, report('delivery-status', ['Action: delivered', 'Status: 2.0.0'])).set(6, bounced('5.2.2', 'r2'))
  await read()
  expect(await stateOf()).toMatchObject({ delivery: 'delivered' })
})

test('a complaint takes the address from every mail to come; one that says it is no spam does not', async () => {
  mails.set(5, report('feedback-report', ['Feedback-Type: not-spam']))
  await read()
  expect(await app.db.selectFrom('blacklist').select('id').where('customer_id', '=', batch.customerId).execute()).toEqual([])
  mails.set(6, report('feedback-report', ['Feedback-Type: abuse'], messageId, 'r2'))
  await read()
  const listed = await app.db
    .selectFrom('blacklist')
    .select(['value', 'reason', 'expires_at'])
    .where('customer_id', '=', batch.customerId)
    .execute()
  expect(listed).toEqual([{ value: `m${batch.id}@klant.nl`, reason: 'complaint', expires_at: null }])
  expect(await stateOf()).toMatchObject({ delivery: 'delivered' })
})

async function withCopy() {
  const { customerId } = batch
  const { queued_at } = await app.db
    .selectFrom('communications')
    .select('queued_at')
    .where('id', '=', communicationId)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('communication_contents')
    .values({
      ...{ customer_id: customerId, communication_id: communicationId, queued_at, sender: 'a@acme.nl', subject: 'x', text: 'x' },
      mail: JSON.stringify({ cc: ['kopie@kantoor.nl'] }),
    })
    .execute()
}
const listedNow = async () =>
  (await app.db.selectFrom('blacklist').select('value').where('customer_id', '=', batch.customerId).execute()).map(({ value }) => value)
const failedFor = (receiver: string) => [`Final-Recipient: rfc822; ${receiver}`, 'Action: failed', 'Status: 5.1.1', '']

test('a bounce or a complaint of who got a copy says nothing of the person', async () => {
  await withCopy()
  mails.set(5, report('delivery-status', ['Reporting-MTA: dns; mx.nl', '', ...failedFor('kopie@kantoor.nl')]))
  mails.set(6, report('feedback-report', ['Feedback-Type: abuse', 'Original-Rcpt-To: <kopie@kantoor.nl>'], messageId, 'r2'))
  await read()
  expect([await stateOf(), await listedNow()]).toEqual([{ delivery: null, reason: null }, []])
})

test('without the name of its receiver a report on a mail with copies puts nobody on the blacklist', async () => {
  await withCopy()
  mails.set(5, bounced('5.1.1')).set(6, report('feedback-report', ['Feedback-Type: abuse'], messageId, 'r2'))
  await read()
  expect(await listedNow()).toEqual([])
})

test('a report on several receivers says of the person what became of theirs', async () => {
  await withCopy()
  const person = `M${batch.id}@Klant.nl`
  mails.set(5, report('delivery-status', ['Reporting-MTA: dns; mx.nl', '', ...failedFor('kopie@kantoor.nl'), ...failedFor(person)]))
  await read()
  expect(await stateOf()).toMatchObject({ delivery: 'failed' })
  expect(await listedNow()).toEqual([`m${batch.id}@klant.nl`])
})

const envelopeOf = (id: number) => bounceAddress(app.services.config.secretKey, 'retour@acme.nl', id)
const withoutOriginal = (to: string, header = 'To', id = 'r1') =>
  [
    `Message-ID: <${id}@mx.nl>`,
    'From: MAILER-DAEMON@mx.nl',
    `${header}: <${to}>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    ...['', '--b', 'Content-Type: message/delivery-status', '', 'Action: failed', 'Status: 5.1.1', '--b--'],
  ].join('\n')

test.each(['To', 'Delivered-To', 'X-Original-To'])(
  'a bounce without the mail itself finds it by where it came back (%s)',
  async (header) => {
    mails.set(5, withoutOriginal(envelopeOf(communicationId).toUpperCase(), header))
    await read()
    expect(await stateOf()).toMatchObject({ delivery: 'failed', reason: '5.1.1' })
    expect(seen).toEqual([5])
  },
)

test('where a bounce came back is believed only with its sign, and within its customer', async () => {
  const other = await app.build.case({ batch: await app.build.batch() })
  const theirs = await sentMail(other)
  const forged = envelopeOf(communicationId).replace(/\.[0-9a-f]{10}@/, '.0123456789@')
  const swapped = envelopeOf(theirs).replace(/\+[0-9a-f]+/, `+${communicationId.toString(16)}`)
  for (const [index, to] of [forged, swapped, envelopeOf(theirs)].entries()) mails.set(5 + index, withoutOriginal(to, 'To', `r${index}`))
  await read()
  expect((await saved()).map(({ case_id }) => case_id)).toEqual([null, null, null])
  expect(await app.db.selectFrom('communications').select('delivery').where('id', 'in', [communicationId, theirs]).execute()).toEqual([
    { delivery: null },
    { delivery: null },
  ])
})

test('a mail server that reports in words alone is understood where the mail came back; a person who quotes it is not', async () => {
  const words = 'Hi. This is the mail program at mx.nl.\n\n<weg@klant.nl>:\n550 5.1.1 No such user\n'
  const mail = (from: string, id: string) =>
    [`Message-ID: <${id}@mx.nl>`, `From: ${from}`, `To: ${envelopeOf(communicationId)}`, '', words].join('\n')
  mails.set(5, mail('piet@klant.nl', 'p1'))
  await read()
  expect(await stateOf()).toMatchObject({ delivery: null })
  mails.set(6, mail('MAILER-DAEMON@mx.nl', 'p2'))
  await read()
  expect(await stateOf()).toMatchObject({ delivery: 'failed', reason: '5.1.1 No such user' })
  expect(await saved()).toMatchObject([{ kind: 'message' }, { kind: 'report' }])
})

test('a bounce that somebody made up changes nothing', async () => {
  mails.set(5, report('delivery-status', ['Action: failed', 'Status: 5.1.1'], `m.${communicationId}.abcdefabcd@acme.nl`))
  await read()
  expect(await stateOf()).toMatchObject({ delivery: null })
})

test('a mail program that leaves for its reader is obeyed once, and nobody is notified; another’s token is none', async () => {
  const token = unsubscribeToken(app.services.config.secretKey, communicationId)
  const leaving = (id: string, given: string) => answer(['', ''], id).replace('Subject: Re: Factuur', `Subject: unsubscribe ${given}`)
  mails.set(
    1,
    leaving(
      'u1',
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  )
  await read()
  expect([await emailAllowed(), seen]).toEqual([expect.objectContaining({ ok: true }), []])
  mails.set(2, leaving('u2', token)).set(3, leaving('u3', token.toUpperCase()))
  await read()
  expect(await emailAllowed()).toMatchObject({ ok: false, reason: 'blacklisted' })
  expect((await events()).filter(({ event }) => event === 'addressBlacklisted')).toEqual([
    { event: 'addressBlacklisted', params: { cause: 'unsubscribed' } },
  ])
  expect([seen, await notified(leader)]).toEqual([[2, 3], []])
})
