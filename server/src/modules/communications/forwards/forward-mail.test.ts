import { randomUUID } from 'node:crypto'
import { auditApi } from '@regie/contract/audit.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { forwardApi } from '@regie/contract/forwards.ts'
import { inboxApi } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../../../../e2e/peers/smtp-sink.ts'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { runJobs } from '../../../../test/run-jobs.ts'

let app: TestApp
let sink: SmtpSink
let batch: BuiltBatch
let sender: Staff
let one: BuiltCase
const rights = [Right.viewCases, Right.inbox, Right.forwardMail, Right.viewPersonalData]
const listed = 'jurist@kantoor.nl'
beforeAll(async () => {
  sink = await openSmtpSink()
  app = await openTestApp({ start: '2026-06-03T09:00:00Z', env: { SMTP_URL: sink.url } })
  batch = await app.build.batch()
  one = await app.build.case({ batch, name: 'Ada Jansen', email: 'ada@klant.nl' })
  sender = await colleague('Mees', rights)
  const admin = await app.build.staff({ rights: [Right.changeProviders], customers: [batch.customerId] })
  const body = { addresses: [` ${listed.toUpperCase()} `, listed], version: 0 }
  const saved = await app.call(forwardApi.changeAddresses, { params: { customerID: batch.customerId }, body }).as(admin)
  expect(saved.body).toMatchObject({ addresses: [listed], version: 1 })
  expect((await app.call(forwardApi.changeAddresses, { params: { customerID: batch.customerId }, body }).as(admin)).status).toBe(409)
})
afterEach(() => {
  sink.mails.length = 0
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

async function colleague(name: string, held: readonly number[], customers = [batch.customerId]) {
  const staff = await app.build.staff({ rights: held, customers })
  const email = `${name.toLowerCase()}@bureau.nl`
  await app.db.updateTable('contacts').set({ first_name: name, last_name: 'de Wit', email }).where('user_id', '=', staff.userId).execute()
  return staff
}

const pdf = Buffer.from('%PDF-1.4\n\xe9\xff een betaalbewijs', 'latin1')
let count = 0
/** A mail that came in, with a file; about no case unless one is given. */
async function received(about: BuiltCase | null = one, more: object = {}) {
  count += 1
  const { id } = await app.db
    .insertInto('incoming_messages')
    .values({
      ...{ customer_id: batch.customerId, provider_id: 0, channel: 'email', kind: 'message', message_key: `id:${count}`, bytes: 900 },
      ...{
        sender: 'ada@klant.nl',
        sender_name: 'Ada Jansen',
        subject: 'Betaald',
        text: 'Zie bijlage. Ada Jansen',
        quoted: '> Uw rekening',
      },
      ...{ came_at: app.clock.now(), saved_at: app.clock.now(), case_id: about?.id ?? null, batch_id: about ? batch.id : null },
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('incoming_attachments')
    .values({
      ...{ customer_id: batch.customerId, incoming_id: id, no: 1, file_name: 'bewijs.pdf', media_type: 'application/pdf' },
      ...{ bytes: pdf.length, content: pdf },
    })
    .execute()
  return id
}
type To = { userID: number } | { address: string }
const forward = (incomingID: number, to: To, { key = randomUUID(), note = '', by = sender } = {}) =>
  app.call(forwardApi.send, { params: { incomingID }, body: { key, note, ...to } }).as(by)
const errorOf = async (sending: ReturnType<typeof forward>) => ((await sending).body as unknown as { error: string }).error
/** What left, after the jobs ran, without the line ends of base64. */
async function leftFor(address: string) {
  await runJobs(app.services)
  return sink.mails.filter(({ to }) => to === address).map(({ text }) => text)
}

test('a colleague gets the mail with its file, who sends it on above it; once, however often it is asked', async () => {
  const mila = await colleague('Mila', rights)
  const [id, key] = [await received(), randomUUID()]
  const answers = await Promise.all([1, 2].map(() => forward(id, { userID: mila.userId }, { key, note: 'Wil jij dit nakijken?' })))
  expect(answers.map(({ status }) => status < 300)).toEqual([true, true])
  // A key that stood for another mail sends nothing, and says so.
  expect((await forward(await received(), { userID: mila.userId }, { key })).body).toMatchObject({ error: 'request.keyReused' })
  const [mail = '', ...others] = await leftFor('mila@bureau.nl')
  expect(others).toEqual([])
  expect(mail).toMatch(/^Subject: Fwd: Betaald\r?$/m)
  for (const words of [
    'Mees de Wit stuurt u',
    'Wil jij dit nakijken?',
    'Doorgestuurd bericht',
    'Van: Ada Jansen <ada@klant.nl>',
    'Zie bijlage.',
  ])
    expect(mail).toContain(words)
  expect(mail.replace(/\r?\n/g, '')).toContain(pdf.toString('base64'))
  // Nothing of it went to the person of the case, and no message of the case was made.
  expect(await app.db.selectFrom('communications').select('id').where('case_id', '=', one.id).execute()).toEqual([])
  const { rows } = (await app.call(caseApi.timeline, { params: { caseID: one.id }, query: {} }).as(sender)).body
  expect(rows.filter(({ event }) => event === 'emailForwarded')).toMatchObject([{ params: { to: 'Mila de Wit' } }])
  const auditor = await app.build.staff({ rights: [Right.viewAudit], customers: [batch.customerId] })
  const lines = (await app.call(auditApi.list, { query: { action: 'forwards.send' } }).as(auditor)).body.rows
  expect(lines).toContainEqual(expect.objectContaining({ entity: 'mailForward', entityID: String(id), userID: sender.userId }))
})

test('an address gets it when the administrator put it on the list, and no other one does', async () => {
  const id = await received(null)
  expect((await forward(id, { address: listed })).status).toBeLessThan(300)
  expect(await leftFor(listed)).toHaveLength(1)
  expect(await errorOf(forward(id, { address: 'iemand@elders.nl' }))).toBe('forward.notAllowed')
  const recipients = (await app.call(forwardApi.recipients, { params: { incomingID: id } }).as(sender)).body
  expect(recipients.addresses).toEqual([listed])
  expect(recipients.colleagues.map(({ userID }) => userID)).not.toContain(sender.userId)
})

test('what the sender or the colleague may not see is masked, and goes without its files', async () => {
  const few = rights.filter((right) => right !== Right.viewPersonalData)
  const [blind, seeing] = [await colleague('Bas', few), await colleague('Zus', rights)]
  await forward(await received(), { userID: blind.userId })
  await forward(await received(), { userID: seeing.userId }, { by: blind })
  for (const address of ['bas@bureau.nl', 'zus@bureau.nl']) {
    const [mail = ''] = await leftFor(address)
    expect(mail).toContain('Zie bijlage.')
    expect(mail).not.toMatch(/Jansen|ada@klant\.nl|bewijs\.pdf/)
    expect(mail.replace(/\r?\n/g, '')).not.toContain(pdf.toString('base64'))
  }
  await forward(await received(null), { userID: blind.userId })
  expect((await leftFor('bas@bureau.nl')).at(-1)).not.toMatch(/Jansen|ada@klant\.nl/)
})

test('before it goes one sees what goes, as it is masked for who gets it; after it the conversation says who got it, when, and who sent it', async () => {
  const few = rights.filter((right) => right !== Right.viewPersonalData)
  const [tess, noor] = [await colleague('Tess', few), await colleague('Noor', rights)]
  const { id: conversationId } = await app.db
    .insertInto('conversations')
    .values({
      ...{ customer_id: batch.customerId, channel: 'email', provider_id: 0, address: 'ada@klant.nl', case_id: one.id },
      ...{ last_at: app.clock.now(), last_text: 'Zie bijlage.' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = await received(one, { conversation_id: conversationId })
  const previewOf = async (query: object, by = sender) =>
    (await app.call(forwardApi.preview, { params: { incomingID: id }, query }).as(by)).body
  const whole = {
    from: 'Ada Jansen <ada@klant.nl>',
    text: 'Zie bijlage. Ada Jansen',
    maskedBy: null,
    files: [{ bytes: pdf.length, why: null }],
  }
  expect(await previewOf({})).toMatchObject(whole)
  expect(await previewOf({ userID: noor.userId })).toMatchObject(whole)
  const masked = { from: '', maskedBy: 'receiver', files: [{ why: 'masked' }] }
  const forTess = await previewOf({ userID: tess.userId })
  expect(forTess).toMatchObject(masked)
  expect(JSON.stringify(forTess)).not.toMatch(/Jansen|ada@klant\.nl/)
  expect(await previewOf({ address: listed }, tess)).toMatchObject({ ...masked, maskedBy: 'caller' })
  expect(await previewOf({ address: 'iemand@elders.nl' })).toMatchObject({ error: 'forward.notAllowed', field: 'address' })
  expect(await previewOf({}, await colleague('Piet', rights, []))).toMatchObject({ error: 'conversation.notFound' })
  await forward(id, { userID: noor.userId })
  await forward(id, { address: listed }, { by: tess })
  const { items } = (await app.call(inboxApi.get, { params: { conversationID: conversationId }, query: {} }).as(sender)).body
  const at = app.clock.now().toISOString()
  const forwards = items.flatMap((item) => (item.kind === 'received' ? item.forwards : []))
  expect(forwards.toSorted((first, second) => first.by.localeCompare(second.by))).toEqual([
    { to: 'Noor de Wit', by: 'Mees de Wit', at },
    { to: listed, by: 'Tess de Wit', at },
  ])
  expect(await leftFor(listed)).toHaveLength(1)
})

test('it asks its own right; a stranger, another channel and what could not be read go nowhere', async () => {
  const id = await received()
  const without = await app.build.staff({ rights: rights.filter((right) => right !== Right.forwardMail), customers: [batch.customerId] })
  expect((await forward(id, { address: listed }, { by: without })).status).toBe(403)
  const other = await app.build.batch()
  const stranger = await colleague('Vera', rights, [other.customerId])
  expect((await forward(id, { address: listed }, { by: stranger })).status).toBe(404)
  expect(await errorOf(forward(id, { userID: stranger.userId }))).toBe('forward.notAllowed')
  expect((await forward(await received(one, { channel: 'sms' }), { address: listed })).status).toBe(404)
  expect(await errorOf(forward(await received(one, { kind: 'unreadable' }), { address: listed }))).toBe('forward.unreadable')
  expect(await leftFor(listed)).toEqual([])
})

test('nothing in a mail begins a header of the one that is sent on', async () => {
  await forward(await received(one, { subject: 'Hallo\r\nBcc: dief@elders.nl', text: 'x' }), { address: listed })
  const [mail = ''] = await leftFor(listed)
  expect(mail).toContain('Fwd: Hallo')
  expect(mail).not.toMatch(/^Bcc:/m)
})

test('it never goes to who wrote it or to the person of its case, also where their address is on the list or is that of a colleague', async () => {
  const customer = { customerID: batch.customerId }
  const admin = await app.build.staff({ rights: [Right.changeProviders], customers: [batch.customerId] })
  const { version } = (await app.call(forwardApi.addresses, { params: customer }).as(admin)).body
  const addresses = [listed, 'ada@klant.nl', 'vreemd@klant.nl']
  expect((await app.call(forwardApi.changeAddresses, { params: customer, body: { addresses, version } }).as(admin)).status).toBe(200)
  const owing = await colleague('Ada', rights)
  await app.db.updateTable('contacts').set({ email: 'Ada@Klant.nl' }).where('user_id', '=', owing.userId).execute()
  const about = await received(one, { sender: 'ander@klant.nl' })
  expect(await errorOf(forward(about, { address: 'ada@klant.nl' }))).toBe('forward.toPerson')
  expect(await errorOf(forward(about, { userID: owing.userId }))).toBe('forward.toPerson')
  expect(await errorOf(forward(await received(null, { sender: 'Vreemd@klant.nl' }), { address: 'vreemd@klant.nl' }))).toBe(
    'forward.toPerson',
  )
  const offered = (await app.call(forwardApi.recipients, { params: { incomingID: about } }).as(sender)).body
  expect(offered.addresses).toEqual([listed, 'vreemd@klant.nl'])
  expect(offered.colleagues.map(({ userID }) => userID)).not.toContain(owing.userId)
  for (const address of ['ada@klant.nl', 'Ada@Klant.nl', 'vreemd@klant.nl']) expect(await leftFor(address)).toEqual([])
})
