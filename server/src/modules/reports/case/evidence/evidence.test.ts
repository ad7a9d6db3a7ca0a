import { createHash } from 'node:crypto'
import { evidenceApi, EvidenceManifest, evidenceLink, evidenceStart } from '@regie/contract/evidence.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { BuiltCase, Staff } from '../../../../../test/builders.ts'
import { buildReaders } from '../../../../../test/build-readers.ts'
import { openTestApp, type TestApp } from '../../../../../test/open-test-app.ts'
import { readPdf } from '../../../../../test/read-pdf.ts'
import { recordTimeline } from '../../../timeline/record-timeline.ts'

let app: TestApp
let one: BuiltCase
let staff: Staff
let masked: Staff
const mail = Buffer.from('To: ada@example.nl\r\nSubject: Herinnering\r\n\r\nBeste Ada\r\n')
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  one = await app.build.case({ name: 'Ada Wójcik', email: 'ada@example.nl', outstanding_cents: 123_456 })
  ;({ staff, masked } = await buildReaders(app, one.customerId))
  const { customerId: customer_id, id: case_id, batchId: batch_id } = one
  const queued_at = app.clock.now()
  const message = (channel: string, recipient: string) =>
    app.db
      .insertInto('communications')
      .values({
        ...{ customer_id, case_id, batch_id, channel, recipient, provider: 'mailer', provider_ref: `ref-${channel}`, simulated: false },
        ...{ queued_at, sent_at: queued_at, delivered_at: queued_at, state: 'sent', delivery: 'delivered' },
        ...{ idempotency_key: `${channel}${case_id}`, permission: JSON.stringify([{ ok: true, at: queued_at.toISOString() }]) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: mailId } = await message('email', 'ada@example.nl')
  const { id: smsId } = await message('sms', '+31612345678')
  const { id: callId } = await message('call', '+31612345678')
  await app.db.updateTable('communications').set({ delivery: 'answered', chosen: '2' }).where('id', '=', callId).execute()
  await app.db
    .insertInto('communication_contents')
    .values([
      {
        customer_id,
        communication_id: mailId,
        queued_at,
        sender: 'incasso@klant.nl',
        subject: 'Herinnering',
        text: 'Beste Ada',
        html: '<p>Ada</p>',
      },
      {
        ...{ customer_id, communication_id: callId, queued_at, sender: '+31101234567', subject: '', text: 'Goedendag' },
        voicemail_text: 'Bel ons terug',
        menu: JSON.stringify({
          keys: [
            { key: '1', name: 'Uitleg', act: 'hear', text: 'De factuur is van mei' },
            { key: '2', name: 'Betalen', act: 'goTo' },
          ],
          ...{ waitSeconds: 5, wrongMax: 1, identity: { text: 'Er staat € 1.234,56 open', digits: 4, tries: 2 } },
        }),
      },
      { customer_id, communication_id: smsId, queued_at, sender: 'Klant', subject: '', text: 'Betaal € 1.234,56' },
    ])
    .execute()
  await app.db
    .insertInto('sent_mails')
    .values({ customer_id, communication_id: mailId, content: mail, sha256: Buffer.from(sha256(mail), 'hex'), kept_at: queued_at })
    .execute()
  await app.db
    .insertInto('mail_attachments')
    .values({
      ...{ customer_id, case_id, communication_id: mailId, no: 1, file_name: 'Overzicht.pdf', media_type: 'application/pdf' },
      ...{ bytes: 4, content: Buffer.from('1234'), uploaded_at: queued_at },
    })
    .execute()
  const of = { customerId: customer_id, caseId: case_id }
  const events = Array.from({ length: 120 }, (_, no) => ({
    ...of,
    at: queued_at,
    event: 'fieldsChanged' as const,
    params: { fields: `veld${no}` },
  }))
  await app.services.db.transaction().execute((tx) => recordTimeline(tx, [{ ...of, at: queued_at, event: 'created' }, ...events]))
}, 120_000)
afterAll(() => app.close())

const make = (who: Staff, caseID = one.id) => app.call(evidenceApi.make, { body: { caseID, locale: 'nl' } }).as(who)
const verify = async (who: Staff, packID: string, manifestSha256: string) =>
  (await app.call(evidenceApi.verify, { body: { packID, manifestSha256 } }).as(who)).body.pack

async function unpack(bytes: Buffer) {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry, {})) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  const manifest = EvidenceManifest.parse(JSON.parse(files.get('manifest.json')?.toString() ?? ''))
  return { files, manifest, link: sha256(files.get('manifest.json') ?? '') }
}
const textOf = (files: Map<string, Buffer>, path: string) => files.get(path)?.toString() ?? ''

test('a pack holds the paper, each message as it left with its receipt and decision, and all that happened; each file is in the chain', async () => {
  const { status, headers, bytes } = await make(staff)
  expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
  const { files, manifest } = await unpack(bytes)
  const paths = [...files.keys()]
  expect(paths.filter((path) => path.startsWith('messages/')).map((path) => path.replace(/\d+-/, ''))).toEqual([
    'messages/email.eml',
    'messages/sms.txt',
    'messages/call.txt',
    'messages/call-identified.txt',
    'messages/call-key1.txt',
    'messages/call-voicemail.txt',
  ])
  const heard = paths.filter((path) => path.includes('call')).map((path) => textOf(files, path))
  expect(heard).toEqual(['Goedendag', 'Er staat € 1.234,56 open', 'De factuur is van mei', 'Bel ons terug'])
  expect(files.get(paths.find((path) => path.endsWith('.eml')) ?? '')).toEqual(mail)
  expect(textOf(files, paths.find((path) => path.endsWith('sms.txt')) ?? '')).toBe('Betaal € 1.234,56')
  const [first, , call] = JSON.parse(textOf(files, 'messages.json')) as object[]
  expect(call).toMatchObject({
    chosen: '2',
    keys: [
      { key: '1', name: 'Uitleg' },
      { key: '2', name: 'Betalen' },
    ],
  })
  expect(first).toMatchObject({
    channel: 'email',
    to: 'ada@example.nl',
    delivery: 'delivered',
    providerReference: 'ref-email',
    keptSha256: sha256(mail),
    decisions: [{ ok: true }],
  })
  const events = textOf(files, 'timeline.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { sentence: string })
  expect(events).toHaveLength(121)
  expect([events[0]?.sentence, events[1]?.sentence]).toEqual(['Dossier aangemaakt', 'Gegevens gewijzigd: veld0'])
  expect(readPdf(files.get('case.pdf') ?? Buffer.alloc(0)).text.replaceAll(/\s+/g, ' ')).toContain('Ada Wójcik')
  let before = evidenceStart
  for (const file of manifest.files) {
    expect(sha256(files.get(file.path) ?? ''), file.path).toBe(file.sha256)
    before = sha256(evidenceLink(before, file))
    expect(file.chain).toBe(before)
  }
  expect(manifest.files.map(({ path }) => path)).toEqual(paths.filter((path) => path !== 'manifest.json'))
})

test('the documents of the case and the files of its messages are in it; of what is not, the lists say why', async () => {
  const other = await app.build.case({ name: 'Ben Vos', email: 'ben@example.nl', outstanding_cents: 5_000 })
  const { staff: reader } = await buildReaders(app, other.customerId)
  const { customerId: customer_id, id: case_id, batchId: batch_id } = other
  const at = app.clock.now()
  const fileOf = async (kind: 'invoice' | 'other', name: string, content: string, state: 'kept' | 'waiting') => {
    const { id: file_id } = await app.db
      .insertInto('files')
      .values({
        ...{ customer_id, kind: 'document', name, bytes: content.length, sha256: Buffer.from(sha256(content), 'hex'), state },
        ...{ created_at: at, expires_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('file_parts')
      .values({ customer_id, file_id, no: 0, content: Buffer.from(content) })
      .execute()
    await app.db.insertInto('case_documents').values({ customer_id, case_id, kind, file_id }).execute()
    return file_id
  }
  const invoice = await fileOf('invoice', 'Factuur 12.pdf', 'de factuur', 'kept')
  await fileOf('other', '../../etc/pass\u202Ewd', 'brief', 'kept')
  await fileOf('other', 'wacht.pdf', 'wacht', 'waiting')
  const { id: chatId } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id, case_id, batch_id, channel: 'whatsapp', recipient: '+31612345678', provider: 'wa', simulated: false },
      ...{ queued_at: at, state: 'sent', idempotency_key: `wa${case_id}` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const attached = { customer_id, case_id, communication_id: chatId, media_type: 'application/pdf', uploaded_at: at }
  await app.db
    .insertInto('mail_attachments')
    .values([
      { ...attached, no: 1, file_name: 'Factuur 12.pdf', bytes: 10, file_id: invoice },
      { ...attached, no: 2, file_name: 'kaart.png', bytes: 5, content: Buffer.from('kaart') },
    ])
    .execute()
  const { id: incoming_id } = await app.db
    .insertInto('incoming_messages')
    .values({
      ...{ customer_id, case_id, channel: 'email', sender: 'ben@example.nl', kind: 'message', text: 'zie bijlage' },
      ...{ provider_id: 1, message_key: 'bijlage', bytes: 1, came_at: at, saved_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const came = { customer_id, incoming_id, media_type: 'application/pdf' }
  await app.db
    .insertInto('incoming_attachments')
    .values([
      { ...came, no: 1, file_name: 'bewijs.pdf', bytes: 6, content: Buffer.from('bewijs') },
      { ...came, no: 2, file_name: 'film.mp4', bytes: 99_000_000, content: null },
      { ...came, no: 3, file_name: 'x.aaaaaaaa😀bbbb', bytes: 4, content: Buffer.from('naam') },
    ])
    .execute()

  const { files } = await unpack((await make(reader, case_id)).bytes)
  const listed = (path: string) => JSON.parse(textOf(files, path)) as Record<string, unknown>[]
  const documents = listed('documents.json')
  expect(documents).toMatchObject([
    { kind: 'invoice', name: 'Factuur 12.pdf', sha256: sha256('de factuur'), leftOut: null },
    { kind: 'other', leftOut: null },
    { name: 'wacht.pdf', file: null, leftOut: 'notScanned' },
  ])
  expect(documents.slice(0, 2).map(({ file }) => textOf(files, String(file)))).toEqual(['de factuur', 'brief'])
  const [, letter] = documents
  expect(letter?.file).toMatch(/^documents\/\d{10}-[^/\\]+$/)
  const attachments = (path: string) => listed(path).flatMap((one) => one.attachments as { file: string | null; leftOut: string | null }[])
  expect(attachments('messages.json').map(({ file }) => textOf(files, file ?? ''))).toEqual(['de factuur', 'kaart'])
  expect(attachments('received.json').map(({ file, leftOut }) => [file && textOf(files, file), leftOut])).toEqual([
    ['bewijs', null],
    [null, 'tooLarge'],
    ['naam', null],
  ])
  expect([...files.keys()].filter((path) => !path.isWellFormed())).toEqual([])
})

test('the files of a mail that is kept as it left are within it', async () => {
  const { files } = await unpack((await make(staff)).bytes)
  const [first] = JSON.parse(textOf(files, 'messages.json')) as { files: string[]; attachments: { name: string; file: string }[] }[]
  expect(first?.attachments).toEqual([{ name: 'Overzicht.pdf', bytes: 4, file: first?.files[0], leftOut: null }])
})

test('a pack is known again by its manifest, by another one it is not the same, and to another customer it is unknown', async () => {
  const { manifest, link } = await unpack((await make(staff)).bytes)
  expect(await verify(masked, manifest.packID, link)).toEqual({
    ...{ isSame: true, caseID: one.id, caseNumber: manifest.caseNumber, madeAt: manifest.madeAt, madeBy: staff.username },
    files: manifest.files.length,
  })
  expect(await verify(masked, manifest.packID, evidenceStart)).toMatchObject({ isSame: false })
  const { customerId } = await app.build.batch()
  const stranger = await app.build.staff({ rights: [Right.viewCases], customers: [customerId] })
  expect(await verify(stranger, manifest.packID, link)).toBeNull()
})

test('who may not see personal data gets no pack, nor does a stranger of a case; none of these is kept', async () => {
  const count = async () => (await app.pool.query<{ count: number }>('select count(*)::int as count from evidence_packs')).rows[0]?.count
  const before = await count()
  expect((await make(masked)).status).toBe(403)
  const { customerId } = await app.build.batch()
  const { staff: stranger } = await buildReaders(app, customerId)
  expect((await make(stranger)).status).toBe(404)
  expect(await count()).toBe(before)
})
