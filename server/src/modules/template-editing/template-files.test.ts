import { randomUUID } from 'node:crypto'
import { caseApi } from '@regie/contract/cases.ts'
import type { HeaderFile, HeaderFileKind } from '@regie/contract/header-files.ts'
import { mailAttachmentApi, unsentDays } from '@regie/contract/mail-attachments.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import type { TemplateDetail, WrittenTemplate } from '@regie/contract/templates.ts'
import { whatsappApi } from '@regie/contract/whatsapp-texts.ts'
import { withoutFields } from '@regie/contract/whatsapp.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { type FakeGraph, openFakeGraph } from '../../../test/fake-graph.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { addWhatsappNumber } from '../../../test/whatsapp-writers.ts'
import { registerEngine } from '../case-runs/engine-lease.ts'
import { openOutbox } from '../communications/outbox.ts'
import { sweepTemplateFiles } from './template-files.ts'

const secrets = { token: 'EAAG-token', appSecret: 'app-geheim', verifyToken: 'woord' }
const rights = [Right.viewTemplates, Right.changeTemplates, Right.activateTemplates, Right.viewCases, Right.sendWhatsApp]
const png = Buffer.from('89504e470d0a1a0a00', 'hex')
const pdf = Buffer.from('%PDF-1.4\n een brief', 'latin1')
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom')])

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
  graph.state.templates = [
    ...(['IMAGE', 'DOCUMENT', 'VIDEO', 'LOCATION'] as const).map((format) => ({
      ...{ id: format, name: format.toLowerCase(), language: 'nl', status: 'APPROVED', category: 'UTILITY' },
      components: [
        { type: 'HEADER', format, example: { header_handle: ['https://meta.example/x'] } },
        { type: 'BODY', text: 'Beste {{1}}' },
      ],
    })),
  ]
  await app.call(whatsappApi.sync, { body: { customerID: batch.customerId } }).as(staff)
})
beforeEach(() => {
  graph.sent.length = 0
  graph.uploads.length = 0
})
afterAll(async () => {
  await app.close()
  await graph.close()
})

async function begin(name: string) {
  const body = { customerID: batch.customerId, kind: 'whatsapp' as const, name, description: '', group: '', section: false, copyOf: null }
  return (await app.call(templateApi.create, { body }).as(staff)).body
}
async function add({ templateID }: TemplateDetail, kind: HeaderFileKind, fileName: string, content: Buffer, by = staff) {
  const edge = 'grens'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: x/y\r\n\r\n`
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api/templates/${templateID}/files/${kind}`,
    headers: { origin: app.origin, cookie: app.cookieOf(by), 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
  return answer.json<HeaderFile & { error: string }>()
}
async function written(kind: HeaderFileKind, file?: HeaderFile): Promise<WrittenTemplate> {
  const { texts } = (await app.call(whatsappApi.texts, { query: { customerID: batch.customerId } }).as(staff)).body
  const found = texts.find(({ name }) => name === kind)
  if (!found) throw new Error(`${kind} was not fetched`)
  const { status: _status, category: _category, quality: _quality, providerName: _name, ...text } = found
  const approved = { ...withoutFields(text), fields: { header: [], body: ['naam'], buttons: [] }, ...(file && { file }) }
  return { nl: { subject: '', text: '', blocks: [], approved } }
}
async function save({ templateID }: TemplateDetail, content: WrittenTemplate) {
  const { draftVersion: version, liveNo } = (await app.call(templateApi.get, { params: { templateID } }).as(staff)).body
  return (
    await app.call(templateApi.saveDraft, { params: { templateID }, body: { written: content, options: {}, version, liveNo } }).as(staff)
  ).body
}
const activate = ({ templateID, draftVersion: version }: TemplateDetail) =>
  app.call(templateApi.activate, { params: { templateID }, body: { version, note: '', parents: false } }).as(staff)
const faultsOf = ({ faults }: TemplateDetail) => faults.map(({ fault }) => fault)

let persons = 0
async function sendTo(template: string): Promise<BuiltCase> {
  const one = await app.build.case({
    batch,
    name: 'Ada Jansen',
    mobile: `+316123456${String(++persons).padStart(2, '0')}`,
    outstanding_cents: 10_000,
  })
  const body = { channel: 'whatsapp' as const, key: randomUUID(), template }
  const answer = await app.call(manualMessageApi.send, { params: { caseID: one.id }, body }).as(staff)
  expect(answer.status, answer.text).toBe(200)
  return one
}
async function drain(): Promise<void> {
  const engineId = await registerEngine(app.services.db)
  await openOutbox(app.services, engineId, 'whatsapp').drain()
}

test.each([
  { kind: 'image', fileName: 'foto.png', content: png, mediaType: 'image/png', more: {} },
  {
    kind: 'document',
    fileName: 'brief {een}.pdf',
    content: pdf,
    mediaType: 'application/pdf',
    more: { filename: 'brief (een).pdf' },
  },
  { kind: 'video', fileName: 'uitleg.mp4', content: mp4, mediaType: 'video/mp4', more: {} },
] as const)('a text that begins with a file ($kind) asks for one, and carries it to each person after one upload', async (given) => {
  const { kind, fileName, content, mediaType, more } = given
  const begun = await begin(`Begint met ${kind}`)
  const bare = await save(begun, await written(kind))
  expect(faultsOf(bare)).toContain('headerFileMissing')
  expect((await activate(bare)).body).toMatchObject({ error: 'template.faulty' })
  const file = await add(begun, kind, fileName, content)
  const whole = await save(begun, await written(kind, file))
  expect(faultsOf(whole)).not.toContain('headerFileMissing')
  const done = await activate(whole)
  expect(done.status, done.text).toBe(200)
  await sendTo(begun.key)
  await sendTo(begun.key)
  await drain()
  expect(graph.uploads).toEqual([{ type: mediaType, fileName: file.fileName, content }])
  expect(graph.sent.map(({ template }) => template)).toEqual(
    [1, 2].map(() => ({
      ...{ name: kind, language: { code: 'nl' } },
      components: [
        { type: 'header', parameters: [{ type: kind, [kind]: { id: 'media-1', ...more } }] },
        { type: 'body', parameters: [{ type: 'text', text: 'Ada Jansen' }] },
      ],
    })),
  )
  // A month later Meta has forgotten it.
  await app.db
    .updateTable('template_files_brought')
    .set({ brought_at: new Date(app.clock.now().getTime() - 30 * 86_400_000) })
    .where('file_id', '=', file.fileID)
    .execute()
  await sendTo(begun.key)
  await drain()
  expect(graph.uploads).toHaveLength(2)
  const { text } = await app.db
    .selectFrom('communication_contents')
    .select('text')
    .orderBy('communication_id', 'desc')
    .executeTakeFirstOrThrow()
  expect(text).toBe(`[${file.fileName}]\n\nBeste Ada Jansen`)
})

test('an upload of a file leaves one line of the log, and one that is refused leaves none', async () => {
  const template = await begin(`Bestand ${randomUUID()}`)
  await add(template, 'document', 'brief.pdf', pdf)
  await add(template, 'image', 'virus.exe', pdf)
  const lines = await app.db
    .selectFrom('audit')
    .select(['action', 'username'])
    .where('entity_id', '=', String(template.templateID))
    .where('action', '=', 'templates.addFile')
    .execute()
  expect(lines).toEqual([{ action: 'templates.addFile', username: staff.username }])
})

test('the file with which a text began stands with each message of it, and is saved by who may see what is in it', async () => {
  const begun = await begin('Staat bij het bericht')
  const file = await add(begun, 'document', 'uitleg.pdf', pdf)
  expect((await activate(await save(begun, await written('document', file)))).status).toBe(200)
  const one = await sendTo(begun.key)
  await drain()
  const { id } = await app.db.selectFrom('communications').select('id').where('case_id', '=', one.id).executeTakeFirstOrThrow()
  const of = { caseID: one.id, communicationID: id }
  expect((await app.call(caseApi.communication, { params: of }).as(staff)).body.attachments).toEqual([
    { no: 1, fileName: 'uitleg.pdf', mediaType: 'application/pdf', bytes: pdf.length },
  ])
  const get = (by: Staff, no = 1) => app.call(mailAttachmentApi.get, { params: { ...of, no } }).as(by)
  const seeing = [Right.inbox, Right.viewCases, Right.viewPersonalData]
  const reader = await app.build.staff({ rights: seeing, customers: [batch.customerId] })
  expect((await get(reader)).bytes).toEqual(pdf)
  const elsewhere = await app.build.batch()
  const stranger = await app.build.staff({ rights: seeing, customers: [elsewhere.customerId] })
  expect([(await get(reader, 2)).status, (await get(stranger)).status, (await get(staff)).status]).toEqual([404, 404, 403])
})

test('one that begins with a place on a map is not offered', async () => {
  const { texts } = (await app.call(whatsappApi.texts, { query: { customerID: batch.customerId } }).as(staff)).body
  expect(texts.map(({ name, headerKind }) => [name, headerKind])).toEqual([
    ['document', 'document'],
    ['image', 'image'],
    ['video', 'video'],
  ])
})

test('a file of another kind, of other content or larger than Meta takes is refused; so is what another customer uploaded', async () => {
  const begun = await begin('Geweigerd')
  const errorOf = async (kind: HeaderFileKind, name: string, content: Buffer) => (await add(begun, kind, name, content)).error
  expect(await errorOf('image', 'brief.pdf', pdf)).toBe('template.fileKind')
  expect(await errorOf('image', 'foto.png', pdf)).toBe('template.fileKind')
  expect(await errorOf('image', 'foto.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))).toBe('template.fileTooLarge')
  expect(await errorOf('video', 'leeg.mp4', Buffer.alloc(0))).toBe('file.empty')
  const elsewhere = await app.build.batch()
  const stranger = await app.build.staff({ rights, customers: [elsewhere.customerId] })
  expect((await add(begun, 'image', 'foto.png', png, stranger)).error).toBe('template.notFound')
  const file = await add(begun, 'image', 'foto.png', png)
  const get = (by: Staff) => app.call(templateApi.file, { params: { templateID: begun.templateID, fileID: file.fileID } }).as(by)
  expect((await get(staff)).bytes).toEqual(png)
  expect((await get(stranger)).status).toBe(404)
  // What a browser says of a file is not believed.
  for (const changed of [{ fileName: 'anders.png' }, { fileID: file.fileID + 1_000 }, { kind: 'video' as const }])
    expect(faultsOf(await save(begun, await written('image', { ...file, ...changed }))), JSON.stringify(changed)).toContain(
      'headerFileMissing',
    )
})

test('a file that a revision names stays; what no text names is swept after a week, and no earlier', async () => {
  const begun = await begin('Blijft')
  const kept = await add(begun, 'image', 'blijft.png', png)
  const left = await add(begun, 'image', 'weg.png', png)
  await save(begun, await written('image', kept))
  const idsOf = async () =>
    (await app.db.selectFrom('template_files').select('id').where('id', 'in', [kept.fileID, left.fileID]).orderBy('id').execute()).map(
      ({ id }) => id,
    )
  const after = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
  await sweepTemplateFiles(app.services.db, after(unsentDays - 0.1))
  expect(await idsOf()).toEqual([kept.fileID, left.fileID])
  await sweepTemplateFiles(app.services.db, after(unsentDays + 0.1))
  expect(await idsOf()).toEqual([kept.fileID])
})
