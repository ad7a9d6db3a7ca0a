import { randomUUID } from 'node:crypto'
import { caseDocumentApi, type CaseDocument, documentsMax, type PlacedInvoice } from '@regie/contract/case-documents.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { failureApi } from '@regie/contract/failures.ts'
import { mailAttachmentApi } from '@regie/contract/mail-attachments.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../../../e2e/peers/smtp-sink.ts'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openClamdPeer, testVirus } from '../../../test/clamd-peer.ts'
import { insertTemplate } from '../../../test/insert-template.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { uploadFor, uploadTo } from '../../../test/upload-attachment.ts'
import { registerEngine } from '../case-runs/engine-lease.ts'
import { openOutbox } from '../communications/outbox.ts'
import { scanFiles } from '../files/scan/scan-files.ts'
import { removeFileContent } from '../files/stored-file.ts'
import { forgetCases, forgetCaseTexts } from '../retention/forget-cases.ts'
import { goOnAfterScan } from './after-scan.ts'
import { listInvoices } from './invoices.ts'
import { piecesOf } from './place-invoice.ts'

let app: TestApp
let sink: SmtpSink
let batch: BuiltBatch
let staff: Staff
const rights = [
  Right.viewCases,
  Right.viewBatches,
  Right.changeCases,
  Right.uploadFiles,
  Right.viewPersonalData,
  Right.sendEmail,
  Right.inbox,
]
beforeAll(async () => {
  sink = await openSmtpSink()
  app = await openTestApp({ start: '2026-06-03T09:00:00Z', env: { SMTP_URL: sink.url } })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const texts = { nl: { subject: 'Uw factuur', text: 'Zie de bijlage' } }
  await insertTemplate(app.db, { customerId: batch.customerId, key: 'met-factuur', kind: 'email', texts })
  await app.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ withInvoices: true }) })
    .where('customer_id', '=', batch.customerId)
    .execute()
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

let made = 0
const pdfOf = (words: string) => Buffer.from(`%PDF-1.4\n\xe9\xff\x00 ${words}`, 'latin1')
const owing = (more: Partial<Parameters<TestApp['build']['case']>[0]> = {}) =>
  app.build.case({ batch, name: 'Ada Jansen', outstanding_cents: 10_000, email: `ada${++made}@klant.nl`, ...more })
const give = (one: BuiltCase, content = pdfOf('factuur'), { name = 'factuur.pdf', kind = 'invoice', by = staff } = {}) =>
  uploadTo(app, by, `/cases/${one.id}/documents`, { name, content, fields: { kind } })
const given = async (...args: Parameters<typeof give>) => (await give(...args)).json<CaseDocument>()
const list = async ({ id }: BuiltCase, by = staff) => (await app.call(caseDocumentApi.list, { params: { caseID: id } }).as(by)).body
const fetched = ({ id }: BuiltCase, { documentID }: { documentID: number }, by = staff) =>
  app.call(caseDocumentApi.get, { params: { caseID: id, documentID } }).as(by)
const remove = ({ id }: BuiltCase, { documentID }: { documentID: number }) =>
  app.call(caseDocumentApi.remove, { params: { caseID: id, documentID } }).as(staff)
const eventsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('timeline').select('event').where('case_id', '=', id).orderBy('id').execute()).map(({ event }) => event)
const partsLeft = async () =>
  Number(
    (
      await app.db
        .selectFrom('file_parts')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('a document is kept as it is, once, shown with its case and saved by who may; the timeline says so', async () => {
  const one = await owing()
  const [first, again] = [await given(one), await given(one)]
  expect(again).toEqual(first)
  expect(first).toMatchObject({ kind: 'invoice', fileName: 'factuur.pdf', by: staff.username, isWaiting: false })
  const photo = await given(one, Buffer.from('89504e470d0a1a0a00', 'hex'), { name: 'foto.png', kind: 'other' })
  expect(await list(one)).toEqual([photo, first])
  const saved = await fetched(one, first)
  expect([saved.bytes, saved.headers['content-disposition']]).toEqual([
    pdfOf('factuur'),
    expect.stringMatching(/^attachment;.*factuur\.pdf/),
  ])
  expect(await eventsOf(one)).toEqual(['invoiceAdded', 'documentAdded'])
  await remove(one, photo)
  await remove(one, photo)
  expect((await fetched(one, photo)).status).toBe(404)
  expect(await list(one)).toEqual([first])
  expect(await eventsOf(one)).toEqual(['invoiceAdded', 'documentAdded', 'documentRemoved'])
})

test('who serves another customer, or may not change cases or see personal data, gets no further than that', async () => {
  const one = await owing({ mobile: '+31612345678' })
  const document = await given(one, pdfOf('x'), { name: 'factuur 06-12345678.pdf' })
  const other = await app.build.batch()
  const stranger = await app.build.staff({ rights, customers: [other.customerId] })
  expect((await app.call(caseDocumentApi.list, { params: { caseID: one.id } }).as(stranger)).status).toBe(404)
  expect((await fetched(one, document, stranger)).status).toBe(404)
  expect((await give(one, pdfOf('x'), { by: stranger })).statusCode).toBe(404)
  expect((await uploadTo(app, stranger, `/batches/${batch.id}/invoices`, { name: 'a.pdf', content: pdfOf('x') })).statusCode).toBe(404)
  const without = (right: number) => app.build.staff({ rights: rights.filter((held) => held !== right), customers: [batch.customerId] })
  expect((await give(one, pdfOf('x'), { by: await without(Right.changeCases) })).statusCode).toBe(403)
  const masked = await without(Right.viewPersonalData)
  expect((await fetched(one, document, masked)).status).toBe(403)
  expect((await list(one, masked))[0]?.fileName).toMatch(/^factuur .*•.*78\.pdf$/)
  expect((await list(one, staff))[0]?.fileName).toBe('factuur 06-12345678.pdf')
  // One of another case, under the number of this one.
  expect((await fetched(await owing(), document)).status).toBe(404)
})

test('what is no PDF or picture, empty or too large is refused, and so is what there is no room for', async () => {
  const one = await owing()
  const errorOf = async (...args: Parameters<typeof give>) => (await give(...args)).json<{ error: string }>().error
  expect(await errorOf(one, Buffer.from('MZ'), { name: 'virus.exe' })).toBe('document.typeUnsupported')
  expect(await errorOf(one, Buffer.from('<script>'))).toBe('document.notWhatItSays')
  expect(await errorOf(one, Buffer.alloc(0))).toBe('file.empty')
  expect(await errorOf(one, Buffer.concat([pdfOf('groot'), Buffer.alloc(5 * 1024 * 1024)]))).toBe('document.tooLarge')
  expect(await errorOf(one, pdfOf('x'), { kind: 'contract' })).toBe('error.invalid')
  for (const no of [1, 2, 3]) await given(one, pdfOf(`factuur ${no}`))
  expect(await errorOf(one, pdfOf('factuur 4'))).toBe('document.tooManyInvoices')
  for (let no = 3; no < documentsMax; no++) await given(one, pdfOf(`brief ${no}`), { kind: 'other' })
  expect(await errorOf(one, pdfOf('nog een'), { kind: 'other' })).toBe('document.tooMany')
  const [large, small] = [
    Buffer.concat([pdfOf('a'), Buffer.alloc(4 * 1024 * 1024)]),
    Buffer.concat([pdfOf('b'), Buffer.alloc(1024 * 1024)]),
  ]
  const two = await owing()
  await given(two, large)
  expect(await errorOf(two, small)).toBe('document.tooManyInvoices')
  expect(await list(two)).toHaveLength(1)
})

const sendText = ({ id }: BuiltCase, template: string) =>
  app.call(manualMessageApi.send, { params: { caseID: id }, body: { channel: 'email', key: randomUUID(), template } }).as(staff)
/** What whoever writes reads of the invoices before they send the text. */
const invoicesSaid = async ({ id }: BuiltCase) => {
  const { body } = await app.call(manualMessageApi.texts, { params: { caseID: id }, query: { channel: 'email' } }).as(staff)
  return body.texts.find(({ key }) => key === 'met-factuur')?.invoices
}
async function drain(): Promise<void> {
  await openOutbox(app.services, await registerEngine(app.services.db), 'email').drain()
}
const mailsTo = ({ email }: { email: string }) => sink.mails.filter(({ to }) => to === email)
const outcomesOf = ({ id }: BuiltCase) =>
  app.db.selectFrom('communications').select(['state', 'reason']).where('case_id', '=', id).execute()
const messageOf = ({ id }: BuiltCase) => app.db.selectFrom('communications').select('id').where('case_id', '=', id).orderBy('id').execute()

test('a mail whose text asks for the invoice carries it, and keeps it when it is taken away after the mail has left', async () => {
  const email = 'met@klant.nl'
  const one = await owing({ email })
  const document = await given(one, pdfOf('de factuur'), { name: 'F 17.pdf' })
  await given(one, pdfOf('een brief'), { kind: 'other', name: 'brief.pdf' })
  expect(await invoicesSaid(one)).toBe(1)
  expect((await sendText(one, 'met-factuur')).status).toBe(200)
  await drain()
  await remove(one, document)
  const [mail] = mailsTo({ email })
  expect(mail?.text.replace(/\r\n/g, '')).toContain(pdfOf('de factuur').toString('base64'))
  expect(mail?.text).not.toContain('brief.pdf')
  const [message] = await messageOf(one)
  const of = { caseID: one.id, communicationID: message?.id ?? 0 }
  expect((await app.call(caseApi.communication, { params: of }).as(staff)).body.attachments).toMatchObject([
    { no: 1, fileName: 'F 17.pdf' },
  ])
  expect((await app.call(mailAttachmentApi.get, { params: { ...of, no: 1 } }).as(staff)).bytes).toEqual(pdfOf('de factuur'))
  expect(await list(one)).toMatchObject([{ fileName: 'brief.pdf' }])
})

test('an invoice that is taken away before its mail has left does not leave: it may be of somebody else', async () => {
  const email = 'weg@klant.nl'
  const one = await owing({ email })
  const document = await given(one, pdfOf('van een ander'))
  await sendText(one, 'met-factuur')
  await remove(one, document)
  await drain()
  expect(mailsTo({ email })).toEqual([])
  expect(await outcomesOf(one)).toMatchObject([{ state: 'refused', reason: expect.stringMatching(/^fileGone/) as string }])
})

test('a case without an invoice gets the mail without one', async () => {
  const email = 'zonder@klant.nl'
  const one = await owing({ email })
  expect(await invoicesSaid(one)).toBe(0)
  expect((await sendText(one, 'met-factuur')).status).toBe(200)
  await drain()
  expect(mailsTo({ email })).toHaveLength(1)
  expect(mailsTo({ email })[0]?.text).not.toMatch(/Content-Disposition: attachment/)
})

const sendOwn = ({ id }: BuiltCase, key: string = randomUUID(), more: { template?: string } = {}) => {
  const words = more.template === undefined ? { subject: 'Uw vraag', text: 'Hierbij de factuur' } : more
  return app
    .call(manualMessageApi.send, { params: { caseID: id }, body: { channel: 'email', key, ...words, withInvoices: true } })
    .as(staff)
}
const offeredTo = async ({ id }: BuiltCase, channel: 'email' | 'sms') =>
  (await app.call(manualMessageApi.texts, { params: { caseID: id }, query: { channel } }).as(staff)).body.invoices

test('whoever writes own words sends the invoice along by a choice of their own, once; without one it does not leave', async () => {
  const email = 'eigen@klant.nl'
  const one = await owing({ email })
  expect(await offeredTo(one, 'email')).toBe(0)
  expect((await sendOwn(one)).body).toMatchObject({ error: 'message.noInvoice' })
  await given(one, pdfOf('zelf gekozen'))
  expect(await offeredTo(one, 'email')).toBe(1)
  const key = randomUUID()
  expect([(await sendOwn(one, key)).status, (await sendOwn(one, key)).status]).toEqual([200, 200])
  await drain()
  const sent = mailsTo({ email })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text.replace(/\r\n/g, '')).toContain(pdfOf('zelf gekozen').toString('base64'))
  const bySms = { channel: 'sms', key: randomUUID(), text: 'Hierbij', withInvoices: true } as const
  expect((await app.call(manualMessageApi.send, { params: { caseID: one.id }, body: bySms }).as(staff)).body).toMatchObject({
    error: 'error.invalid',
  })
})

test('a mail that failed is sent once more with the invoice of the first, once', async () => {
  const one = await owing({ email: 'opnieuw@klant.nl' })
  await given(one, pdfOf('opnieuw'))
  await sendText(one, 'met-factuur')
  const [first] = await messageOf(one)
  await app.db
    .deleteFrom('outbox')
    .where('communication_id', '=', first?.id ?? 0)
    .execute()
  await app.db
    .updateTable('communications')
    .set({ state: 'failed' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  const retried = await app.call(failureApi.retry, { params: { communicationID: first?.id ?? 0 } }).as(staff)
  expect(retried.status).toBe(200)
  const rows = await app.db
    .selectFrom('mail_attachments')
    .select(['communication_id', 'no', 'file_name'])
    .where('case_id', '=', one.id)
    .execute()
  expect(rows).toHaveLength(2)
  expect(new Set(rows.map((row) => row.communication_id)).size).toBe(2)
})

test('a file finds its case by the case number or the invoice number in its name', async () => {
  const own = await app.build.batch({ customerId: batch.customerId } as never)
  const of = (more: object) => app.build.case({ batch: own, name: 'Ada', outstanding_cents: 1_000, ...more })
  const one = await of({ case_number: 'D-17', invoice_number: '2024-0017' })
  await of({ case_number: 'D-18', invoice_number: '2024-0018' })
  await of({ case_number: 'D-19', invoice_number: '2024-0018' })
  const place = async (name: string, content = pdfOf(name)) =>
    (await uploadTo(app, staff, `/batches/${own.id}/invoices`, { name, content })).json<PlacedInvoice>()
  const found = { caseID: one.id, caseNumber: 'D-17' }
  expect(await place('D-17.pdf')).toEqual({ outcome: 'added', found })
  expect(await place('D-17.pdf')).toEqual({ outcome: 'alreadyThere', found })
  expect(await place('Factuur_2024-0017 Jansen.pdf')).toEqual({ outcome: 'added', found })
  expect(await place('2024-0018.pdf')).toEqual({ outcome: 'severalCases', found: null })
  expect(await place('2024.pdf')).toEqual({ outcome: 'noCase', found: null })
  expect(await place('D-17 derde.pdf')).toEqual({ outcome: 'added', found })
  expect(await place('D-17 vierde.pdf')).toEqual({ outcome: 'tooMany', found })
  expect((await list(one)).map(({ kind }) => kind)).toEqual(['invoice', 'invoice', 'invoice'])
})

test.each([
  ['2024-0017.pdf', ['2024-0017']],
  ['Factuur_2024-0017 Jansen.PDF', ['Factuur', 'Factuur_2024-0017', 'Factuur_2024-0017 Jansen', '2024-0017', '2024-0017 Jansen', 'Jansen']],
  ['.pdf', []],
])('%s may stand for %j', (name, names) => expect(piecesOf(name).map(({ text }) => text)).toEqual(names))

test('with the case, its documents are forgotten, those too that were taken away', async () => {
  const before = await partsLeft()
  const one = await owing({ email: 'weg@klant.nl' })
  const document = await given(one, pdfOf('gestuurd'))
  await given(one, pdfOf('gebleven'), { kind: 'other' })
  await sendText(one, 'met-factuur')
  await remove(one, document)
  expect(await partsLeft()).toBe(before + 2)
  await app.db.transaction().execute((tx) => forgetCases(tx, batch.customerId, [one.id], app.clock.now()))
  expect(await partsLeft()).toBe(before)
  expect(await list(one)).toEqual([])
})

test('until the virus scanner has looked nobody gets a document, and one with a virus is gone', async () => {
  const scanner = await openClamdPeer()
  const scanned = await openTestApp({ start: '2026-06-03T09:00:00Z', env: { VIRUS_SCANNER: scanner.address } })
  try {
    const its = await scanned.build.batch()
    const by = await scanned.build.staff({ rights, customers: [its.customerId] })
    const one = await scanned.build.case({ batch: its, name: 'Ada', outstanding_cents: 1_000 })
    const add = async (content: Buffer) =>
      (
        await uploadTo(scanned, by, `/cases/${one.id}/documents`, { name: 'a.pdf', content, fields: { kind: 'invoice' } })
      ).json<CaseDocument>()
    const clean = await add(pdfOf('schoon'))
    await add(Buffer.concat([pdfOf('besmet'), Buffer.from(testVirus)]))
    const get = () => scanned.call(caseDocumentApi.get, { params: { caseID: one.id, documentID: clean.documentID } }).as(by)
    expect(clean.isWaiting).toBe(true)
    expect((await get()).status).toBe(409)
    expect(await listInvoices(scanned.db, { customerId: its.customerId, caseId: one.id })).toEqual([])
    await scanFiles(scanned.services, { document: (tx, file) => goOnAfterScan(tx, file, scanned.clock.now()) })
    expect((await get()).bytes).toEqual(pdfOf('schoon'))
    expect((await scanned.call(caseDocumentApi.list, { params: { caseID: one.id } }).as(by)).body).toMatchObject([{ isWaiting: false }])
    // One that came before the scanner did.
    const { fileId } = (await listInvoices(scanned.db, { customerId: its.customerId, caseId: one.id }))[0] ?? { fileId: 0 }
    await scanned.db.updateTable('files').set({ scanned_at: null }).where('id', '=', fileId).execute()
    expect((await get()).status).toBe(409)
    expect(await listInvoices(scanned.db, { customerId: its.customerId, caseId: one.id }, true)).toEqual([])
    const events = await scanned.db.selectFrom('timeline').select('event').where('case_id', '=', one.id).orderBy('id').execute()
    expect(events.map(({ event }) => event)).toEqual(['invoiceAdded', 'invoiceAdded', 'documentInfected'])
  } finally {
    await scanned.close()
    await scanner.close()
  }
})

test('a mail waits until the virus scanner has looked at its invoice; with a virus it never leaves', async () => {
  const scanner = await openClamdPeer()
  const env = { VIRUS_SCANNER: scanner.address, SMTP_URL: sink.url }
  const scanned = await openTestApp({ start: '2026-06-03T09:00:00Z', env })
  try {
    const its = await scanned.build.batch()
    const by = await scanned.build.staff({ rights, customers: [its.customerId] })
    const send = async (email: string, content: Buffer) => {
      const one = await scanned.build.case({ batch: its, name: 'Ada', outstanding_cents: 1_000, email })
      await uploadTo(scanned, by, `/cases/${one.id}/documents`, { name: 'a.pdf', content, fields: { kind: 'invoice' } })
      // As one that came before the scanner did.
      await scanned.db.updateTable('files').set({ state: 'kept', scanned_at: null }).where('state', '=', 'waiting').execute()
      const body = { channel: 'email', key: randomUUID(), subject: 'Factuur', text: 'Hierbij', withInvoices: true } as const
      expect((await scanned.call(manualMessageApi.send, { params: { caseID: one.id }, body }).as(by)).status).toBe(200)
      return one.id
    }
    const drained = async () => openOutbox(scanned.services, await registerEngine(scanned.services.db), 'email').drain()
    const stands = (caseId: number) =>
      scanned.db.selectFrom('communications').select(['state', 'reason']).where('case_id', '=', caseId).executeTakeFirstOrThrow()
    const clean = await send('gekeurd@klant.nl', pdfOf('schoon'))
    const infected = await send('besmet@klant.nl', Buffer.concat([pdfOf('besmet'), Buffer.from(testVirus)]))
    await drained()
    for (const one of [clean, infected]) expect(await stands(one)).toEqual({ state: 'queued', reason: 'notScanned' })
    await scanFiles(scanned.services, { document: (tx, file) => goOnAfterScan(tx, file, scanned.clock.now()) })
    scanned.clock.advance(61_000)
    await drained()
    expect(await stands(clean)).toMatchObject({ state: 'sent' })
    expect(await stands(infected)).toMatchObject({ state: 'refused', reason: expect.stringMatching(/^fileGone/) as string })
    expect([mailsTo({ email: 'gekeurd@klant.nl' }).length, mailsTo({ email: 'besmet@klant.nl' }).length]).toEqual([1, 0])
  } finally {
    await scanned.close()
    await scanner.close()
  }
})

test('a case of nobody gets no document, from its screen nor by the number in a name', async () => {
  const one = await owing({ status: 'closed' })
  await given(one, pdfOf('van gesloten zaak'))
  await app.db.transaction().execute((tx) => forgetCases(tx, batch.customerId, [one.id], app.clock.now()))
  const refused = await give(one, pdfOf('te laat'))
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { error: 'case.anonymous' }])
  const placed = await uploadTo(app, staff, `/batches/${batch.id}/invoices`, { name: `anoniem-${one.id}.pdf`, content: pdfOf('te laat') })
  expect(placed.json()).toEqual({ outcome: 'noCase', found: null })
})

test('of a document that was forgotten or taken away no name stays', async () => {
  const one = await owing({ status: 'closed' })
  await given(one, pdfOf('naam'), { name: 'Factuur Quirijn Zwart.pdf' })
  await remove(one, await given(one, pdfOf('weg'), { name: 'Brief Quirijn Zwart.pdf', kind: 'other' }))
  await app.db.transaction().execute((tx) => forgetCases(tx, batch.customerId, [one.id], app.clock.now()))
  const rows = await app.db.selectFrom('files').select('name').where('name', 'like', '%Quirijn%').execute()
  expect(rows).toEqual([])
})

test('with the texts of its messages goes a document that only they still carried', async () => {
  const before = await partsLeft()
  const one = await owing({ email: 'teksten@klant.nl' })
  const document = await given(one, pdfOf('alleen in de mail'))
  await given(one, pdfOf('blijft'), { kind: 'other' })
  await sendText(one, 'met-factuur')
  await remove(one, document)
  await app.db.transaction().execute((tx) => forgetCaseTexts(tx, batch.customerId, [one.id], app.clock.now()))
  expect(await partsLeft()).toBe(before + 1)
  expect(await list(one)).toHaveLength(1)
})

test('a name of more than 200 letters keeps its ending', async () => {
  const one = await owing()
  const { fileName } = await given(one, pdfOf('lang'), { name: `${'Factuur '.repeat(40)}17.PDF` })
  expect(fileName).toMatch(/^Factuur .*\.PDF$/)
  expect(fileName).toHaveLength(200)
})

test('the longest number that stands in a name counts: not a piece of it, nor a word beside it', async () => {
  const own = await app.build.batch({ customerId: batch.customerId } as never)
  const numbers = ['D_17', '17', 'KL 2024 0003', '2024', '0003', '3']
  for (const case_number of numbers) await app.build.case({ batch: own, name: 'Ada', outstanding_cents: 1_000, case_number })
  const place = async (name: string) => {
    const placed = (await uploadTo(app, staff, `/batches/${own.id}/invoices`, { name, content: pdfOf(name) })).json<PlacedInvoice>()
    return placed.found?.caseNumber ?? placed.outcome
  }
  expect(await place('D_17.pdf')).toBe('D_17')
  expect(await place('Factuur D_17.pdf')).toBe('D_17')
  expect(await place('Factuur_17.pdf')).toBe('17')
  expect(await place('KL 2024 0003.pdf')).toBe('KL 2024 0003')
  expect(await place('Factuur KL 2024 0003 Jansen.pdf')).toBe('KL 2024 0003')
  // Two numbers beside each other are two cases.
  expect(await place('2024 3.pdf')).toBe('severalCases')
  expect(await place('KL 2024 0003 3.pdf')).toBe('severalCases')
})

test('two uploads at once leave no more than there is room for, and the same file once', async () => {
  const one = await owing()
  const four = await Promise.all([1, 2, 3, 4].map((no) => give(one, pdfOf(`tegelijk ${no}`))))
  expect(four.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 422])
  const two = await owing()
  await Promise.all([1, 2, 3].map(() => give(two, pdfOf('hetzelfde'))))
  expect(await list(two)).toHaveLength(1)
})

test('a document of a locked batch is neither added, placed nor removed; one that goes while a mail is made leaves with it or keeps it here', async () => {
  const own = await app.build.batch({ customerId: batch.customerId } as never)
  const one = await app.build.case({ batch: own, name: 'Ada', outstanding_cents: 1_000, case_number: 'SLOT-1' })
  const document = await given(one)
  await app.db
    .updateTable('batches')
    .set({ locked_by: 'mees', locked_at: app.clock.now(), lock_reason: 'controle' })
    .where('id', '=', own.id)
    .execute()
  expect((await give(one, pdfOf('nog een'))).json()).toMatchObject({ error: 'batch.locked' })
  expect((await remove(one, document)).body).toMatchObject({ error: 'batch.locked' })
  const placed = await uploadTo(app, staff, `/batches/${own.id}/invoices`, { name: 'SLOT-1.pdf', content: pdfOf('nog een') })
  expect(placed.json()).toMatchObject({ error: 'batch.locked' })
  for (let turn = 0; turn < 5; turn++) {
    const email = `race${turn}@klant.nl`
    const two = await owing({ email })
    const its = await given(two, pdfOf(`race ${turn}`))
    await Promise.all([sendText(two, 'met-factuur'), remove(two, its)])
    await drain()
    const refused = (await outcomesOf(two)).filter(({ state }) => state === 'refused')
    expect(mailsTo({ email }).length + refused.length).toBe(1)
  }
})

test('own files and the invoices go with one mail while together they are no larger than it takes', async () => {
  const one = await owing({ email: 'groot@klant.nl' })
  await given(one, Buffer.concat([pdfOf('groot'), Buffer.alloc(4 * 1024 * 1024)]))
  const attachmentIDs = [
    await uploadFor(app, staff, one, { name: 'eigen.pdf', content: Buffer.concat([pdfOf('eigen'), Buffer.alloc(8 * 1024 * 1024)]) }),
  ]
  const sent = await app
    .call(manualMessageApi.send, {
      params: { caseID: one.id },
      body: { channel: 'email', key: randomUUID(), template: 'met-factuur', attachmentIDs },
    })
    .as(staff)
  expect([sent.status, sent.body]).toMatchObject([413, { error: 'attachment.tooLarge' }])
})

test('a mail whose invoice turns out to have a virus fails at once, and the mails behind it leave', async () => {
  const [infected, clean] = [await owing({ email: 'virus@klant.nl' }), await owing({ email: 'schoon@klant.nl' })]
  await given(infected, pdfOf('virus'))
  await given(clean, pdfOf('schoon'))
  await sendText(infected, 'met-factuur')
  await sendText(clean, 'met-factuur')
  const [file] = await listInvoices(app.db, { customerId: batch.customerId, caseId: infected.id })
  await app.db.transaction().execute((tx) => removeFileContent(tx, { customer_id: batch.customerId, file_id: file?.fileId ?? 0 }))
  await drain()
  expect([mailsTo({ email: 'virus@klant.nl' }).length, mailsTo({ email: 'schoon@klant.nl' }).length]).toEqual([0, 1])
  const { state } = await app.db.selectFrom('communications').select('state').where('case_id', '=', infected.id).executeTakeFirstOrThrow()
  expect(state).toBe('refused')
  const [message] = await messageOf(infected)
  const of = { caseID: infected.id, communicationID: message?.id ?? 0 }
  expect((await app.call(caseApi.communication, { params: of }).as(staff)).body.failure).toMatchObject({ cause: 'fileGone' })
})
