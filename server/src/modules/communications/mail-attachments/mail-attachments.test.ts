import { randomUUID } from 'node:crypto'
import { caseApi } from '@regie/contract/cases.ts'
import { failureApi } from '@regie/contract/failures.ts'
import { inboxApi } from '@regie/contract/inbox.ts'
import { attachmentTypes, mailAttachmentApi, unsentDays } from '@regie/contract/mail-attachments.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../../../../e2e/peers/smtp-sink.ts'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { registerEngine } from '../../case-runs/engine-lease.ts'
import { openOutbox } from '../outbox.ts'
import { sweepUnsent } from './uploaded-attachments.ts'

let app: TestApp
let sink: SmtpSink
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.sendEmail, Right.sendSms, Right.inbox, Right.viewPersonalData]
beforeAll(async () => {
  sink = await openSmtpSink()
  app = await openTestApp({ start: '2026-06-03T09:00:00Z', env: { SMTP_URL: sink.url } })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

const pdf = Buffer.from('%PDF-1.4\n\xe9\xff\x00 een factuur', 'latin1')
const owing = (email: string) => app.build.case({ batch, name: 'Ada Jansen', outstanding_cents: 10_000, email, mobile: '+31612345678' })

async function add({ id }: BuiltCase, name: string, content: Buffer, by = staff) {
  const edge = 'grens'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: x/y\r\n\r\n`
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api/cases/${id}/attachments`,
    headers: { origin: app.origin, cookie: app.cookieOf(by), 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
  return answer.json<{ attachmentID: number; fileName: string; bytes: number; error: string }>()
}
const added = async (one: BuiltCase, name = 'factuur.pdf', content = pdf) => (await add(one, name, content)).attachmentID
const send = ({ id }: BuiltCase, attachmentIDs: number[], { key = randomUUID(), channel = 'email' as 'email' | 'sms', by = staff } = {}) =>
  app
    .call(manualMessageApi.send, { params: { caseID: id }, body: { channel, key, text: 'Beste', subject: 'Uw factuur', attachmentIDs } })
    .as(by)
const rowsOf = ({ id }: BuiltCase) =>
  app.db.selectFrom('mail_attachments').select(['id', 'communication_id', 'no']).where('case_id', '=', id).orderBy('id').execute()
const messageOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('communications').select('id').where('case_id', '=', id).execute()).map((row) => row.id)

async function drain(): Promise<void> {
  const engineId = await registerEngine(app.services.db)
  await openOutbox(app.services, engineId, 'email').drain()
}

test('a file leaves with its e-mail, byte for byte and once; it is named with the message and saved by who may', async () => {
  const one = await owing('ada@klant.nl')
  const ids = [await added(one), await added(one, 'foto één.png', Buffer.from('89504e470d0a1a0a00', 'hex'))]
  const key = randomUUID()
  const answers = await Promise.all([1, 2].map(() => send(one, ids, { key })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await drain()
  await drain()
  const mails = sink.mails.filter(({ to }) => to === 'ada@klant.nl')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text.replace(/\r\n/g, '')).toContain(pdf.toString('base64'))
  expect(mails[0]?.text).toMatch(/Content-Disposition: attachment; filename=factuur\.pdf/)
  const [communicationID = 0] = await messageOf(one)
  const of = { caseID: one.id, communicationID }
  expect((await app.call(caseApi.communication, { params: of }).as(staff)).body.attachments).toEqual([
    { no: 1, fileName: 'factuur.pdf', mediaType: 'application/pdf', bytes: pdf.length },
    { no: 2, fileName: 'foto één.png', mediaType: 'image/png', bytes: 9 },
  ])
  const saved = await app.call(mailAttachmentApi.get, { params: { ...of, no: 1 } }).as(staff)
  expect([saved.bytes, saved.headers['content-disposition']]).toEqual([pdf, expect.stringMatching(/^attachment;/)])
  // A screen shows pictures alone, and says so by another line of the log.
  expect((await app.call(mailAttachmentApi.picture, { params: { ...of, no: 1 } }).as(staff)).status).toBe(404)
  expect((await app.call(mailAttachmentApi.picture, { params: { ...of, no: 2 } }).as(staff)).bytes).toHaveLength(9)
  const lines = await app.db
    .selectFrom('audit')
    .select('action')
    .where('entity_id', '=', String(one.id))
    .where('action', 'like', 'mailAttachments.%')
    .where('action', '!=', 'mailAttachments.add')
    .orderBy('id')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual(['mailAttachments.get', 'mailAttachments.picture'])
  const other = await app.build.batch()
  const stranger = await app.build.staff({ rights, customers: [other.customerId] })
  expect((await app.call(mailAttachmentApi.get, { params: { ...of, no: 1 } }).as(stranger)).status).toBe(404)
  const masked = await app.build.staff({
    rights: rights.filter((right) => right !== Right.viewPersonalData),
    customers: [batch.customerId],
  })
  expect((await app.call(mailAttachmentApi.get, { params: { ...of, no: 1 } }).as(masked)).status).toBe(403)
})

test('what is of another kind, or not what its name says, is refused; so is a file too large, too empty or a folder in disguise', async () => {
  const one = await owing('soort@klant.nl')
  const refused = async (name: string, content: Buffer) => (await add(one, name, content)).error
  expect(await refused('virus.exe', Buffer.from('MZ'))).toBe('attachment.typeUnsupported')
  expect(await refused('factuur.pdf.html', Buffer.from('<script>'))).toBe('attachment.typeUnsupported')
  expect(await refused('factuur.pdf', Buffer.from('<script>alert(1)</script>'))).toBe('attachment.notWhatItSays')
  expect(await refused('brief.docx', Buffer.from('PK\u0003\u0004 geen zip'))).toBe('file.zipBroken')
  expect(await refused('leeg.pdf', Buffer.alloc(0))).toBe('file.empty')
  expect(await refused('groot.pdf', Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]))).toBe('attachment.tooLarge')
  expect(Object.keys(attachmentTypes)).toEqual(['pdf', 'png', 'jpg', 'jpeg', 'mp4', 'docx', 'xlsx'])
  expect(await rowsOf(one)).toEqual([])
})

test('nobody sends what is not theirs, was sent before, is of another case, or is more than one e-mail takes; then nothing is queued', async () => {
  const [one, other] = [await owing('een@klant.nl'), await owing('ander@klant.nl')]
  const id = await added(one)
  const colleague = await app.build.staff({ rights, customers: [batch.customerId] })
  const errorOf = async (sending: ReturnType<typeof send>) => ((await sending).body as unknown as { error: string }).error
  expect(await errorOf(send(one, [id], { by: colleague }))).toBe('attachment.gone')
  expect(await errorOf(send(other, [id]))).toBe('attachment.gone')
  expect(await errorOf(send(one, [id, id]))).toBe('error.invalid')
  expect(await errorOf(send(one, [id], { channel: 'sms' }))).toBe('attachment.notBySms')
  const half = Buffer.concat([pdf, Buffer.alloc(6 * 1024 * 1024)])
  expect(await errorOf(send(one, [await added(one, 'a.pdf', half), await added(one, 'b.pdf', half)]))).toBe('attachment.tooLarge')
  expect(await messageOf(one)).toEqual([])
  expect((await send(one, [id])).status).toBe(200)
  expect(await errorOf(send(one, [id]))).toBe('attachment.gone')
  expect(await messageOf(one)).toHaveLength(1)
})

test('a file that is removed is gone, one that was sent stays; what nobody sent is swept after a week, and no earlier', async () => {
  const one = await owing('weg@klant.nl')
  const [removed, sent, left] = [await added(one), await added(one), await added(one)]
  expect((await send(one, [sent])).status).toBe(200)
  const remove = (attachmentID: number) => app.call(mailAttachmentApi.remove, { params: { caseID: one.id, attachmentID } }).as(staff)
  expect((await remove(removed)).status).toBeLessThan(300)
  await remove(sent)
  expect((await rowsOf(one)).map(({ id }) => id)).toEqual([sent, left])
  const after = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
  await sweepUnsent(app.services.db, after(unsentDays - 0.1))
  expect(await rowsOf(one)).toHaveLength(2)
  await sweepUnsent(app.services.db, after(unsentDays + 0.1))
  expect((await rowsOf(one)).map(({ id }) => id)).toEqual([sent])
})

test('a mail whose files can not be read does not leave without them', async () => {
  const one = await owing('zonder@klant.nl')
  expect((await send(one, [await added(one)])).status).toBe(200)
  await app.db.deleteFrom('mail_attachments').where('case_id', '=', one.id).execute()
  await drain()
  expect(sink.mails.filter(({ to }) => to === 'zonder@klant.nl')).toEqual([])
})

test('files stand in the conversation, and go along when a mail that failed is sent once more', async () => {
  const one = await owing('nogmaals@klant.nl')
  expect((await send(one, [await added(one)])).status).toBe(200)
  const [first = 0] = await messageOf(one)
  const at = app.clock.now()
  const { id: conversationID } = await app.db
    .insertInto('conversations')
    .values({
      ...{ customer_id: one.customerId, case_id: one.id, channel: 'email', provider_id: 1, address: 'nogmaals@klant.nl' },
      ...{ person_name: '', last_at: at, last_text: '' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { items } = (await app.call(inboxApi.get, { params: { conversationID }, query: {} }).as(staff)).body
  expect(items).toMatchObject([
    { kind: 'sent', id: first, attachments: [{ no: 1, fileName: 'factuur.pdf', mediaType: 'application/pdf', bytes: pdf.length }] },
  ])
  await app.db.updateTable('communications').set({ state: 'failed' }).where('id', '=', first).execute()
  await app.db.deleteFrom('outbox').where('communication_id', '=', first).execute()
  expect((await app.call(failureApi.retry, { params: { communicationID: first } }).as(staff)).status).toBe(200)
  await drain()
  const [mail] = sink.mails.filter(({ to }) => to === 'nogmaals@klant.nl')
  expect(mail?.text.replace(/\r\n/g, '')).toContain(pdf.toString('base64'))
  expect((await rowsOf(one)).map((row) => row.communication_id)).toEqual(await messageOf(one))
})
