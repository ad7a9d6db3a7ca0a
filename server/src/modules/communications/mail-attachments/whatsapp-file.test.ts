import { randomUUID } from 'node:crypto'
import { caseApi } from '@regie/contract/cases.ts'
import { failureApi } from '@regie/contract/failures.ts'
import { inboxApi } from '@regie/contract/inbox.ts'
import { mailAttachmentApi } from '@regie/contract/mail-attachments.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { uploadFor } from '../../../../test/upload-attachment.ts'
import { type FakeGraph, openFakeGraph } from '../../../../test/fake-graph.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { addWhatsappNumber, buildWriter } from '../../../../test/whatsapp-writers.ts'
import { registerEngine } from '../../case-runs/engine-lease.ts'
import { openOutbox } from '../outbox.ts'
import { recoverMessages } from '../recover-messages.ts'

const secrets = { token: 'EAAG-token', appSecret: 'app-geheim', verifyToken: 'woord' }
const rights = [Right.viewCases, Right.sendWhatsApp, Right.inbox, Right.viewPersonalData]
const pdf = Buffer.from('%PDF-1.4\n\xe9\xff\x00 een factuur', 'latin1')
const png = Buffer.from('89504e470d0a1a0a00', 'hex')

let graph: FakeGraph
let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  graph = await openFakeGraph(secrets)
  app = await openTestApp({ start: '2026-06-03T09:00:00Z', env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${graph.port}` } })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  await addWhatsappNumber(app, batch.customerId, graph, secrets)
})
afterEach(() => {
  graph.state.fail = null
  graph.sent.length = 0
  graph.uploads.length = 0
})
afterAll(async () => {
  await app.close()
  await graph.close()
})

let made = 0
/** A case whose person wrote just now. */
const whoWrote = () => buildWriter(app, { batch, name: 'Ada Jansen', mobile: `+3161234560${++made}`, hoursAgo: 0 })

const added = (of: BuiltCase, name = 'factuur.pdf', content: Buffer = pdf) => uploadFor(app, staff, of, { name, content })
const send = ({ id }: BuiltCase, attachmentIDs: number[], text = 'Hierbij de rekening') =>
  app
    .call(manualMessageApi.send, { params: { caseID: id }, body: { channel: 'whatsapp', key: randomUUID(), text, attachmentIDs } })
    .as(staff)
const errorOf = async (sending: ReturnType<typeof send>) => ((await sending).body as unknown as { error: string }).error
const messagesOf = ({ id }: BuiltCase) =>
  app.db.selectFrom('communications').select(['id', 'state']).where('case_id', '=', id).orderBy('id').execute()
async function drain(): Promise<void> {
  const engineId = await registerEngine(app.services.db)
  await openOutbox(app.services, engineId, 'whatsapp').drain()
}

test('a PDF leaves as a document with the text beneath it, a picture as a picture; both stand with the message', async () => {
  const [one, other] = [await whoWrote(), await whoWrote()]
  expect((await send(one, [await added(one, 'factuur één.pdf')])).status).toBe(200)
  expect((await send(other, [await added(other, 'foto.png', png)], 'Kijk')).status).toBe(200)
  await drain()
  const byType = (type: string) => graph.sent.find((sent) => sent.type === type)
  const idOf = (type: string) => `media-${graph.uploads.findIndex((upload) => upload.type === type) + 1}`
  expect(graph.uploads.map(({ type, fileName, content }) => [type, fileName, content])).toEqual(
    expect.arrayContaining([
      ['application/pdf', 'factuur één.pdf', pdf],
      ['image/png', 'foto.png', png],
    ]),
  )
  const document = { id: idOf('application/pdf'), caption: 'Hierbij de rekening', filename: 'factuur één.pdf' }
  expect(byType('document')).toMatchObject({ messaging_product: 'whatsapp', document })
  expect(byType('image')).toMatchObject({ image: { id: idOf('image/png'), caption: 'Kijk' } })
  const [message] = await messagesOf(one)
  const of = { caseID: one.id, communicationID: message?.id ?? 0 }
  expect((await app.call(caseApi.communication, { params: of }).as(staff)).body).toMatchObject({
    ...{ state: 'sent', mail: null },
    attachments: [{ no: 1, fileName: 'factuur één.pdf', mediaType: 'application/pdf', bytes: pdf.length }],
  })
  const { items } = (await app.call(inboxApi.get, { params: { conversationID: one.conversationID }, query: {} }).as(staff)).body
  expect(items).toMatchObject([{ kind: 'sent', attachments: [{ no: 1, fileName: 'factuur één.pdf' }] }])
  expect((await app.call(mailAttachmentApi.get, { params: { ...of, no: 1 } }).as(staff)).bytes).toEqual(pdf)
})

test('a message that is tried again carries the file that was brought before; after a month it is brought anew', async () => {
  const one = await whoWrote()
  expect((await send(one, [await added(one)])).status).toBe(200)
  graph.state.fail = { status: 500, body: { error: { code: 131_000, message: 'Something went wrong' } } }
  await drain()
  expect([graph.uploads.length, (await messagesOf(one))[0]?.state]).toEqual([1, 'queued'])
  graph.state.fail = null
  app.clock.advance(300_000)
  await drain()
  expect([graph.uploads.length, graph.sent.length]).toEqual([1, 1])
  expect(graph.sent[0]).toMatchObject({ document: { id: 'media-1' } })
  // A new message with the same text: its file is its own, and need not be brought again.
  const [first] = await messagesOf(one)
  await app.db
    .updateTable('communications')
    .set({ state: 'failed' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  expect((await app.call(failureApi.retry, { params: { communicationID: first?.id ?? 0 } }).as(staff)).status).toBe(200)
  const [, second] = await messagesOf(one)
  const file = await app.db
    .selectFrom('mail_attachments')
    .select(['provider_ref', 'provider_id'])
    .where('communication_id', '=', second?.id ?? 0)
    .executeTakeFirstOrThrow()
  expect(file).toMatchObject({ provider_ref: 'media-1', provider_id: expect.any(Number) as number })
  const monthAgo = new Date(app.clock.now().getTime() - 30 * 86_400_000)
  await app.db
    .updateTable('mail_attachments')
    .set({ provider_ref: 'media-oud', provider_id: 1, brought_at: monthAgo })
    .where('communication_id', '=', second?.id ?? 0)
    .execute()
  await drain()
  expect([graph.uploads.length, graph.sent.length]).toEqual([2, 2])
  expect(graph.sent[1]).toMatchObject({ document: { id: 'media-2' } })
})

test('an engine that is killed while it brings a file leaves the message queued; another sends it, once', async () => {
  const one = await whoWrote()
  expect((await send(one, [await added(one)])).status).toBe(200)
  const { promise, resolve } = Promise.withResolvers<void>()
  graph.state.uploading = promise
  const engineId = await registerEngine(app.services.db)
  const draining = openOutbox(app.services, engineId, 'whatsapp').drain()
  await expect.poll(() => graph.uploads.length, { timeout: 10_000 }).toBe(1)
  const stateOf = async () => (await app.db.selectFrom('outbox').select('state').where('case_id', '=', one.id).executeTakeFirst())?.state
  expect(await stateOf()).toBe('claimed')
  await app.db
    .updateTable('engines')
    .set({ lease_until: new Date(0) })
    .where('id', '=', engineId)
    .execute()
  await app.db.transaction().execute((tx) => recoverMessages(tx, app.clock.now()))
  expect([await stateOf(), (await messagesOf(one))[0]?.state]).toEqual(['queued', 'queued'])
  await drainAll(resolve, draining)
  expect((await messagesOf(one)).map(({ state }) => state)).toEqual(['sent'])
  expect(graph.sent.length).toBe(1)
})

// The one that was thought dead goes on beside another.
async function drainAll(goOn: () => void, first: Promise<unknown>) {
  goOn()
  graph.state.uploading = Promise.resolve()
  await Promise.all([first, drain()])
}

test('what Meta does not take is refused before anything is queued', async () => {
  const one = await whoWrote()
  const [id, more] = [await added(one), await added(one, 'tweede.pdf')]
  expect(await errorOf(send(one, [id, more]))).toBe('attachment.oneByWhatsapp')
  expect(await errorOf(send(one, [id], 'x'.repeat(1_025)))).toBe('attachment.captionTooLong')
  const large = await added(one, 'groot.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))
  expect(await errorOf(send(one, [large]))).toBe('attachment.pictureTooLarge')
  await app.db.updateTable('conversations').set({ window_ends_at: app.clock.now() }).where('case_id', '=', one.id).execute()
  expect(await errorOf(send(one, [id]))).toBe('message.windowClosed')
  expect([await messagesOf(one), graph.uploads]).toEqual([[], []])
})
