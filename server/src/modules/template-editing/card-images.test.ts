import { createHash } from 'node:crypto'
import { type CardImage, cardImagePath, cardImageRule } from '@regie/contract/card-images.ts'
import { unsentDays } from '@regie/contract/mail-attachments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import type { TemplateDetail, TemplateOptions } from '@regie/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { jpegOf, pngOf } from '../../../test/pictures.ts'
import { sweepTemplateFiles } from './template-files.ts'

const rights = [Right.viewTemplates, Right.changeTemplates, Right.activateTemplates]
let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

async function begin(name: string, copyOf: number | null = null) {
  const body = { customerID: batch.customerId, kind: 'sms' as const, name, description: '', group: '', section: false, copyOf }
  return (await app.call(templateApi.create, { body }).as(staff)).body
}
async function add({ templateID }: TemplateDetail, fileName: string, content: Buffer, by = staff) {
  const edge = 'grens'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: x/y\r\n\r\n`
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api/templates/${templateID}/card-image`,
    headers: { origin: app.origin, cookie: app.cookieOf(by), 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
  return answer.json<CardImage & { error: string }>()
}
async function save({ templateID }: TemplateDetail, options: Partial<TemplateOptions>) {
  const { draftVersion: version, liveNo } = (await app.call(templateApi.get, { params: { templateID } }).as(staff)).body
  const written = { nl: { subject: '', text: 'Betaal hier: {{betaallink}}', blocks: [] } }
  return (await app.call(templateApi.saveDraft, { params: { templateID }, body: { written, options, version, liveNo } }).as(staff)).body
}
const activate = ({ templateID, draftVersion: version }: TemplateDetail) =>
  app.call(templateApi.activate, { params: { templateID }, body: { version, note: '', parents: false } }).as(staff)
const fetchImage = (url: string) => app.app.inject({ url })
const faultsOf = ({ faults }: TemplateDetail) => faults.map(({ fault }) => fault)

test('a picture is kept without what a camera wrote, and anybody fetches it by what it is, for ever', async () => {
  const begun = await begin('Met afbeelding')
  const bare = jpegOf(1200, 630)
  const image = await add(begun, 'A. Jansen.JPG', jpegOf(1200, 630, { comment: 'GPS 52.37 N', exif: { words: 'A. Jansen', turn: 1 } }))
  const name = `${createHash('sha256').update(bare).digest('hex')}.jpg`
  expect(image).toEqual({ name, width: 1200, height: 630, bytes: bare.length })
  const found = await fetchImage(cardImagePath(name))
  expect(found.statusCode).toBe(200)
  expect(found.rawPayload.equals(bare)).toBe(true)
  expect(found.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  // What it is called, its name in capitals, and the folder of logos lead nowhere.
  for (const other of [name.replace('jpg', 'png'), name.replace('.jpg', ''), name.replace('jpg', 'svg'), '1.jpg', name.toUpperCase()])
    expect((await fetchImage(cardImagePath(other))).statusCode, other).toBe(404)
  expect((await fetchImage(`/logo/${name}`)).statusCode).toBe(404)
})

test('a revision keeps its picture, also when the next takes it away, and a copy begins with it', async () => {
  const begun = await begin('Revisies')
  const { name } = await add(begun, 'kaart.png', pngOf(600, 315))
  const first = await activate(await save(begun, { cardImage: name }))
  expect(first.status, first.text).toBe(200)
  expect(first.body.content.options.cardImage).toBe(name)
  expect((await begin('Kopie', begun.templateID)).content.options.cardImage).toBe(name)
  expect((await activate(await save(begun, { cardImage: '' }))).body.content.options.cardImage).toBe('')
  const params = { templateID: begun.templateID }
  const revisions = (await app.call(templateApi.revisions, { params }).as(staff)).body
  const [, oldest] = revisions
  const restored = await app
    .call(templateApi.restore, { params: { ...params, revisionID: oldest?.revisionID ?? 0 }, body: { version: 0, liveNo: 2 } })
    .as(staff)
  expect(restored.body.content.options.cardImage).toBe(name)
  expect(faultsOf(restored.body)).not.toContain('cardImageGone')
})

const tooWide = cardImageRule.sideMax + 1
test.each([
  ['a drawing', 'kaart.svg', Buffer.from('<svg/>'), 'template.cardImageKind'],
  ['a drawing that is called a picture', 'kaart.png', Buffer.from('<svg/>'), 'template.cardImageKind'],
  ['a JPEG that is called a PNG', 'kaart.png', jpegOf(600, 315), 'template.cardImageKind'],
  ['one that breaks off', 'kaart.png', pngOf(600, 315).subarray(0, -6), 'template.cardImageKind'],
  ['one as narrow as a stamp', 'kaart.png', pngOf(cardImageRule.widthMin - 1, 315), 'template.cardImageSize'],
  ['one that is a line', 'kaart.png', pngOf(600, cardImageRule.heightMin - 1), 'template.cardImageSize'],
  ['one that would fill a phone', 'kaart.jpeg', jpegOf(tooWide, 315), 'template.cardImageSize'],
  [
    'one of too many bytes',
    'kaart.png',
    Buffer.concat([pngOf(600, 315), Buffer.alloc(cardImageRule.bytesMax)]),
    'template.cardImageTooLarge',
  ],
  ['nothing', 'kaart.png', Buffer.alloc(0), 'file.empty'],
])('%s is refused', async (_name, fileName, content, error) => {
  expect((await add(await begin(_name), fileName, content)).error).toBe(error)
})

test('another customer neither adds to a text nor uses a picture, and who may only look adds none', async () => {
  const begun = await begin('Van ons')
  const elsewhere = await app.build.batch()
  const stranger = await app.build.staff({ rights, customers: [elsewhere.customerId] })
  expect((await add(begun, 'kaart.png', pngOf(600, 315), stranger)).error).toBe('template.notFound')
  const reader = await app.build.staff({ rights: [Right.viewTemplates], customers: [batch.customerId] })
  expect((await add(begun, 'kaart.png', pngOf(600, 315), reader)).error).toBe('error.rightMissing')
  const body = {
    customerID: elsewhere.customerId,
    kind: 'sms' as const,
    name: 'Hun',
    description: '',
    group: '',
    section: false,
    copyOf: null,
  }
  const theirs = (await app.call(templateApi.create, { body }).as(stranger)).body
  const { name } = await add(theirs, 'kaart.png', pngOf(700, 400), stranger)
  const named = await save(begun, { cardImage: name })
  expect(faultsOf(named)).toContain('cardImageGone')
  expect((await activate(named)).body).toMatchObject({ error: 'template.faulty' })
})

test('a picture that a revision names stays; what none names is swept after a week, and no earlier', async () => {
  const begun = await begin('Blijft')
  const kept = await add(begun, 'blijft.png', pngOf(610, 315))
  const left = await add(begun, 'weg.png', pngOf(620, 315))
  await save(begun, { cardImage: kept.name })
  const found = () => Promise.all([kept, left].map(async ({ name }) => (await fetchImage(cardImagePath(name))).statusCode))
  const after = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
  await sweepTemplateFiles(app.services.db, after(unsentDays - 0.1))
  expect(await found()).toEqual([200, 200])
  await sweepTemplateFiles(app.services.db, after(unsentDays + 0.1))
  expect(await found()).toEqual([200, 404])
})

test('a name that is none is refused before it is kept', async () => {
  const begun = await begin('Naam')
  const refused = (await save(begun, { cardImage: '../p/x.png' })) as object
  expect(refused).toMatchObject({ error: 'error.invalid' })
})
