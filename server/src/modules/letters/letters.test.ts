import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { caseDocumentApi } from '@regie/contract/case-documents.ts'
import { type Letter, letterApi } from '@regie/contract/letters.ts'
import { type PrintShop, printShopApi } from '@regie/contract/print-shops.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { insertTemplate } from '../../../test/insert-template.ts'
import { makeTempFolder } from '../../../test/make-temp-folder.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { openSftpServer } from '../../../test/sftp-server.ts'
import { forgetCases } from '../retention/forget-cases.ts'
import { handOverLetters } from './hand-over.ts'

const root = makeTempFolder('print')
const remote = makeTempFolder('print-sftp')
const rights = [Right.viewCases, Right.changeCases, Right.viewPersonalData, Right.sendEmail, Right.changeWebhooks]
const text = 'Beste {{naam}},\n\nBetaal {{bedrag}} binnen 14 dagen nadat deze brief bij u is bezorgd.'
let app: TestApp
let machine: Awaited<ReturnType<typeof openSftpServer>>
let batch: BuiltBatch
let staff: Staff
let dir: string

beforeAll(async () => {
  machine = await openSftpServer(remote)
  const env = { DELIVERIES_DIR: root, ALLOW_PRIVATE_HOSTS: `127.0.0.1:${machine.port}` }
  app = await openTestApp({ start: '2026-06-03T09:00:00Z', env })
})
afterAll(async () => {
  await app?.close()
  await machine.close()
})
beforeEach(async () => {
  Object.assign(machine, { isReadOnly: false, on: () => true })
  batch = await app.build.batch()
  const { customerId } = batch
  // A customer on trial reaches nobody outside.
  await app.db.updateTable('customers').set({ compliance_profile: 'incasso_wki' }).where('id', '=', customerId).execute()
  staff = await app.build.staff({ rights, customers: [customerId] })
  dir = path.join(root, String(customerId), 'drukker')
  mkdirSync(dir, { recursive: true })
  await insertTemplate(app.db, {
    customerId,
    key: 'aanmaning',
    kind: 'email',
    texts: { nl: { subject: 'Aanmaning {{dossiernummer}}', text } },
  })
  await insertTemplate(app.db, { customerId, key: 'alleen-mail', kind: 'email', texts: { nl: { subject: 'Mail', text } } })
  await app.db
    .updateTable('template_revisions as r')
    .set({ options: JSON.stringify({ byPost: true }) })
    .where('r.customer_id', '=', customerId)
    .where('r.template_id', '=', (eb) =>
      eb.selectFrom('templates').select('id').where('customer_id', '=', customerId).where('key', '=', 'aanmaning'),
    )
    .execute()
})

const lives = { straat: 'Dorpsstraat', huisnummer: '12', toevoeging: 'B', postcode: '1234ab', plaats: 'Utrecht' }
const owing = (more: Partial<Parameters<TestApp['build']['case']>[0]> = {}) =>
  app.build.case({ batch, name: 'Ada Jansen', outstanding_cents: 12_000, fields: JSON.stringify(lives), ...more })
const send = (
  { id }: BuiltCase,
  { key = randomUUID(), template = 'aanmaning', by = staff }: { key?: string; template?: string; by?: Staff } = {},
) => app.call(letterApi.send, { params: { caseID: id }, body: { key, template } }).as(by)
const sent = async (...args: Parameters<typeof send>) => {
  const { status, body } = await send(...args)
  expect([status, body]).toEqual([200, expect.objectContaining({ state: 'queued' })])
  return body
}
const errorOf = async (call: Promise<{ body: unknown }>) => ((await call).body as { error: string }).error
const lettersOf = async ({ id }: BuiltCase, by = staff) => (await app.call(letterApi.list, { params: { caseID: id } }).as(by)).body
const documentsOf = async ({ id }: BuiltCase) => (await app.call(caseDocumentApi.list, { params: { caseID: id } }).as(staff)).body
const textsOf = async ({ id }: BuiltCase, by = staff) =>
  (await app.call(letterApi.texts, { params: { caseID: id }, query: {} }).as(by)).body
const handOver = () => handOverLetters(app.services, new AbortController().signal)
const eventsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('timeline').select(['event', 'kind', 'simulated']).where('case_id', '=', id).orderBy('id').execute()).map(
    ({ event, kind, simulated }) => [event, kind, simulated],
  )
const place = {
  isOn: true,
  kind: 'folder' as 'folder' | 'sftp',
  host: '',
  port: 22,
  username: '',
  signIn: 'password' as const,
  folder: 'drukker',
  letterCents: null as number | null,
}
const shopOf = async () => (await app.call(printShopApi.get, { params: { customerID: batch.customerId } }).as(staff)).body
const setShop = async (wanted: Partial<typeof place> & { secret?: string } = {}) =>
  app
    .call(printShopApi.change, {
      params: { customerID: batch.customerId },
      body: { ...place, ...wanted, version: (await shopOf()).version },
    })
    .as(staff)
const testShop = (trustedKey?: string) =>
  app.call(printShopApi.test, { params: { customerID: batch.customerId }, body: trustedKey === undefined ? {} : { trustedKey } }).as(staff)
const priceOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('letters').select('price_cents').where('case_id', '=', id).executeTakeFirstOrThrow()).price_cents
const pdfOf = (letter: Letter) => `brief-${letter.letterID}.pdf`
const indexes = (where = dir) => readdirSync(where).filter((name) => name.startsWith('adressen-'))

test('a letter is drawn with the address in its window, kept once for its key, and stands with the case', async () => {
  const one = await owing()
  expect(await textsOf(one)).toMatchObject({
    ...{ ok: true, address: ['Ada Jansen', 'Dorpsstraat 12 B', '1234 AB  UTRECHT'], simulated: true },
    texts: [{ key: 'aanmaning', missing: [] }],
  })
  const key = randomUUID()
  const [{ body: letter }, { body: twin }] = await Promise.all([send(one, { key }), send(one, { key })])
  expect([twin, (await send(one, { key })).body]).toEqual([letter, letter])
  expect(await lettersOf(one)).toEqual([letter])
  const [document, ...others] = await documentsOf(one)
  expect([document, others]).toMatchObject([
    { documentID: letter.documentID, kind: 'letter', fileName: expect.stringMatching(/^Brief .*\.pdf$/) },
    [],
  ])
  const { bytes } = await app.call(caseDocumentApi.get, { params: { caseID: one.id, documentID: letter.documentID } }).as(staff)
  const shown = readPdf(Buffer.from(bytes))
  for (const words of ['Ada Jansen', 'Dorpsstraat 12 B', 'UTRECHT', '14 dagen', '120,00'])
    expect(shown.text.replaceAll('\u00a0', ' ')).toContain(words)
  expect([shown.pages, letter.pages]).toEqual([1, 1])
  expect(await eventsOf(one)).toEqual([['letterQueued', 'letter', true]])
  // What a person got on paper is not taken away.
  const params = { caseID: one.id, documentID: letter.documentID }
  expect(await errorOf(app.call(caseDocumentApi.remove, { params }).as(staff))).toBe('letter.hasLeft')
})

test('who may not send mails sends no letter, who sees no personal data sees no PDF and no street, another customer sees nothing', async () => {
  const one = await owing()
  const without = (right: number) => app.build.staff({ rights: rights.filter((held) => held !== right), customers: [batch.customerId] })
  expect((await send(one, { by: await without(Right.sendEmail) })).status).toBe(403)
  const masked = await without(Right.viewPersonalData)
  const preview = (by: Staff) => app.call(letterApi.preview, { params: { caseID: one.id }, body: { template: 'aanmaning' } }).as(by)
  expect([(await preview(masked)).status, (await preview(staff)).status]).toEqual([403, 200])
  expect(JSON.stringify(await textsOf(one, masked))).not.toMatch(/Dorpsstraat|1234/)
  const stranger = await app.build.staff({ rights, customers: [(await app.build.batch()).customerId] })
  expect([(await send(one, { by: stranger })).status, (await preview(stranger)).status]).toEqual([404, 404])
  expect(await app.db.selectFrom('letters').select('id').where('case_id', '=', one.id).execute()).toEqual([])
})

test('whether a letter may go is decided as for every message', async () => {
  const refusalOf = async (one: BuiltCase) => {
    expect(await errorOf(send(one))).toBe('payment.contactRefused')
    return (await textsOf(one)).reason
  }
  expect(await refusalOf(await owing({ fields: JSON.stringify({ ...lives, plaats: '' }) }))).toBe('noPostalAddress')
  const paused = await owing({ status: 'paused', paused_until: new Date('2026-06-10T00:00:00Z') } as never)
  expect(await refusalOf(paused)).toBe('casePaused')
  const closed = await owing({ status: 'closed' } as never)
  expect(await errorOf(send(closed))).toMatch(/closed|status/i)
  expect(await errorOf(send(await owing(), { template: 'alleen-mail' }))).toBe('message.textIncomplete')
  expect(await errorOf(send(await owing({ name: 'Ada 🙂' })))).toBe('letter.signMissing')
  expect(await errorOf(send(await owing({ outstanding_cents: null })))).toBe('message.textIncomplete')
})

test('without a print shop nothing leaves, and says so', async () => {
  const one = await owing()
  await setShop({ isOn: false, letterCents: 105 })
  await sent(one)
  await handOver()
  expect(await lettersOf(one)).toMatchObject([{ state: 'handedOver', simulated: true, handedAt: app.clock.now().toISOString() }])
  expect(await eventsOf(one)).toEqual([
    ['letterQueued', 'letter', true],
    ['letterHandedOver', 'letter', true],
  ])
  expect([readdirSync(dir), await priceOf(one)]).toEqual([[], null])
})

test('a letter that waits is taken back with its PDF; one that has left is not', async () => {
  const one = await owing()
  const letter = await sent(one)
  const cancel = ({ letterID }: Letter) => app.call(letterApi.cancel, { params: { caseID: one.id, letterID } }).as(staff)
  expect([(await cancel(letter)).body.state, (await cancel(letter)).body.state]).toEqual(['cancelled', 'cancelled'])
  expect(await documentsOf(one)).toEqual([])
  await handOver()
  expect((await lettersOf(one))[0]?.state).toBe('cancelled')
  const second = await sent(one)
  await handOver()
  expect(await errorOf(cancel(second))).toBe('letter.hasLeft')
})

test('a case that closes meanwhile gets no letter; one that is paused gets it later', async () => {
  await setShop()
  const [closing, pausing] = [await owing(), await owing()]
  await sent(closing)
  const waits = await sent(pausing)
  const set = (one: BuiltCase, change: object) => app.db.updateTable('cases').set(change).where('id', '=', one.id).execute()
  await set(closing, { status: 'closed' })
  await set(pausing, { status: 'paused', paused_until: new Date(app.clock.now().getTime() + 86_400_000) })
  await handOver()
  expect(await lettersOf(closing)).toMatchObject([{ state: 'refused', reason: 'caseClosed' }])
  expect(await documentsOf(closing)).toEqual([])
  expect(await lettersOf(pausing)).toMatchObject([{ state: 'queued', reason: 'casePaused' }])
  expect(readdirSync(dir)).toEqual([])
  await set(pausing, { status: 'open', paused_until: null })
  app.clock.advance(86_400_000)
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  await handOver()
  expect(await lettersOf(pausing)).toMatchObject([{ state: 'handedOver', simulated: false }])
  expect(existsSync(path.join(dir, pdfOf(waits)))).toBe(true)
})

test('letters lie in the folder with an index of their addresses, which comes last', async () => {
  await setShop({ letterCents: 105 })
  const [one, two] = [await owing(), await owing({ name: '=Boze & Zn; "BV"' })]
  const letters = [await sent(one), await sent(two)]
  await handOver()
  expect(readdirSync(dir).toSorted()).toEqual([...indexes(), ...letters.map(pdfOf)].toSorted())
  const [index = ''] = indexes()
  const lines = readFileSync(path.join(dir, index), 'utf8').split('\r\n')
  expect(lines).toEqual([
    '\uFEFFbestand;naam;straat;postcode;plaats;land;paginas;dossier;brief',
    `${pdfOf(letters[0] as Letter)};Ada Jansen;Dorpsstraat 12 B;1234 AB;Utrecht;NL;1;${one.id};${letters[0]?.letterID}`,
    expect.stringContaining(`"'=Boze & Zn; ""BV"""`),
    '',
  ])
  expect(await shopOf()).toMatchObject({ waiting: 0, fault: null, handedAt: app.clock.now().toISOString(), letterCents: 105 })
  // Another price holds for what is handed over from then on.
  await setShop({ letterCents: 120 })
  expect([await priceOf(one), await priceOf(two)]).toEqual([105, 105])
  // A second run finds nothing to do.
  rmSync(path.join(dir, index))
  await handOver()
  expect(indexes()).toEqual([])
})

/** As a process that ended in the middle: what it had claimed is free again. */
const asAfterKill = () => app.clock.advance(6 * 60_000)

test('a run that was killed before the index writes nothing twice, and one killed after it does not hand over again', async () => {
  await setShop()
  const letter = await sent(await owing())
  const { customerId } = batch
  // Killed with the PDF written and the index not.
  renameSync(dir, `${dir}-weg`)
  await handOver()
  expect((await shopOf()).fault).toBe('folderMissing')
  renameSync(`${dir}-weg`, dir)
  asAfterKill()
  await handOver()
  const [index = ''] = indexes()
  expect(readdirSync(dir).toSorted()).toEqual([index, pdfOf(letter)].toSorted())
  // Killed when the index had its name and nobody had written that down; the print shop has fetched all of it meanwhile.
  const undone = async () => {
    const batches = app.db.updateTable('print_batches').set({ done_at: null }).where('customer_id', '=', customerId)
    await batches.execute()
    const its = app.db.updateTable('letters').set({ state: 'queued', handed_at: null }).where('customer_id', '=', customerId)
    await its.execute()
  }
  await undone()
  const content = readFileSync(path.join(dir, index))
  for (const name of readdirSync(dir)) rmSync(path.join(dir, name))
  await handOver()
  expect(readdirSync(dir)).toEqual([])
  expect((await shopOf()).waiting).toBe(0)
  // Killed when that was written down and the index had no name yet.
  await undone()
  writeFileSync(path.join(dir, `.${index}.part`), content)
  await handOver()
  expect(readdirSync(dir)).toEqual([index])
  expect((await shopOf()).waiting).toBe(0)
})

test('a print shop that cannot be reached is tried again later or by hand, and says since when', async () => {
  await setShop()
  renameSync(dir, `${dir}-weg`)
  const one = await owing()
  await sent(one)
  await handOver()
  expect(await lettersOf(one)).toMatchObject([{ state: 'failed', fault: 'folderMissing' }])
  expect(await shopOf()).toMatchObject({ fault: 'folderMissing', failingSince: app.clock.now().toISOString(), waiting: 1 })
  renameSync(`${dir}-weg`, dir)
  await handOver()
  expect((await lettersOf(one))[0]?.state).toBe('failed')
  await app.call(printShopApi.retry, { params: { customerID: batch.customerId } }).as(staff)
  await handOver()
  expect((await lettersOf(one))[0]?.state).toBe('handedOver')
  expect(await shopOf()).toMatchObject({ fault: null, failingSince: null, waiting: 0 })
})

test('another place gets what the first one does not have; where the first one may have it the place stays', async () => {
  await setShop()
  renameSync(dir, `${dir}-weg`)
  const one = await owing()
  const letter = await sent(one)
  await handOver()
  mkdirSync(path.join(root, String(batch.customerId), 'ander'))
  await app.db.updateTable('print_batches').set({ index_at: app.clock.now() }).where('customer_id', '=', batch.customerId).execute()
  expect((await setShop({ folder: 'ander' })).body).toMatchObject({ error: 'letter.hasLeft' })
  await app.db.updateTable('print_batches').set({ index_at: null }).where('customer_id', '=', batch.customerId).execute()
  expect((await setShop({ folder: 'ander' })).status).toBe(200)
  await handOver()
  expect(readdirSync(path.join(root, String(batch.customerId), 'ander'))).toContain(pdfOf(letter))
})

test('over SFTP: the key of the machine is asked first, a wrong password is no fault of the letters, and then they lie there', async () => {
  const { port } = machine
  const sftp = { kind: 'sftp' as const, host: '127.0.0.1', port, username: 'regie', folder: '' }
  await setShop({ ...sftp, secret: 'fout' })
  const first = (await testShop()).body
  expect(first.fault).toBe('hostKeyNew')
  expect((await testShop(first.hostKey ?? '')).body.fault).toBe('signIn')
  const letter = await sent(await owing())
  await handOver()
  expect((await shopOf()).fault).toBe('signIn')
  expect(JSON.stringify((await setShop({ ...sftp, secret: 'geheim' })).body as PrintShop)).not.toContain('geheim')
  expect((await testShop()).body.fault).toBe(null)
  await handOver()
  expect(readdirSync(remote).toSorted()).toEqual([...indexes(remote), pdfOf(letter)].toSorted())
  expect(
    readFileSync(path.join(remote, pdfOf(letter)))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  // One that may not be written to.
  machine.isReadOnly = true
  const second = await sent(await owing())
  await handOver()
  expect((await shopOf()).fault).toBe('notAllowed')
  machine.isReadOnly = false
  asAfterKill()
  await handOver()
  expect(existsSync(path.join(remote, pdfOf(second)))).toBe(true)
})

test('with its case a letter is forgotten', async () => {
  const one = await owing()
  await sent(one)
  await handOver()
  await app.db.updateTable('cases').set({ status: 'closed' }).where('id', '=', one.id).execute()
  await app.db.transaction().execute((tx) => forgetCases(tx, batch.customerId, [one.id], app.clock.now()))
  expect(await app.db.selectFrom('letters').select('id').where('case_id', '=', one.id).execute()).toEqual([])
})
