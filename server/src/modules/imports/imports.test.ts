import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openImportStory } from '../../../test/import-story.ts'
import { cancelImport } from './cancel-import.ts'
import { changeMapping } from './change-mapping.ts'
import { confirmImport } from './confirm-import.ts'
import { openErrorFile } from './error-file.ts'
import { importBatch } from './import-batch.ts'

let story: Awaited<ReturnType<typeof openImportStory>>
beforeAll(async () => {
  story = await openImportStory()
})
afterAll(() => story.drop())
beforeEach(async () => {
  await story.db.updateTable('scripts').set({ import_mapping: null }).execute()
})

let series = 0
/** Three good rows with numbers that no other test uses. */
function threeRows(head = 'dossiernummer;achternaam;mobiel;email;openstaand') {
  series += 1
  return `${head}\r\nA${series}-1;Jansen;0612345678;jan@example.nl;47,07\r\nA${series}-2;de Vries;;;1.250,00\r\nA${series}-3;Zoë;;zoe@example.nl;12,50\r\n`
}

async function errorsOf(importID: number, locale: 'nl' | 'eng' | 'fr' = 'nl') {
  const { stream, fileName } = await openErrorFile(story, story.caller, importID, locale)
  return { fileName, text: Buffer.concat(await stream.map((chunk: string) => Buffer.from(chunk)).toArray()).toString() }
}

test('a file is checked before anything exists, and becomes a batch when confirmed', async () => {
  const before = (await story.casesOf()).length
  const checked = await story.uploadAndCheck(threeRows())
  expect(checked).toMatchObject({
    status: 'ready',
    encoding: 'utf-8',
    separator: ';',
    decimalMark: ',',
    counts: { rows: 3, new: 3, duplicate: 0, invalid: 0, unreachable: 1, byReason: [] },
    missing: [],
  })
  expect(checked.preview).toMatchObject([
    { row: 2, values: { achternaam: 'Jansen', openstaand: '47,07' }, reason: null },
    { row: 3 },
    { row: 4 },
  ])
  expect((await story.casesOf()).length).toBe(before)

  const done = await story.importAll(checked.importID)
  expect(done).toMatchObject({ status: 'done', progress: { done: 3, total: 3 } })
  const cases = (await story.casesOf()).filter(({ batch_id }) => batch_id === done.batchID)
  expect(cases).toMatchObject([
    { name: 'Jansen', mobile: '+31612345678', email: 'jan@example.nl', outstanding_cents: 4707, status: 'open' },
    { name: 'de Vries', outstanding_cents: 125_000 },
    { name: 'Zoë' },
  ])
  const batch = await story.db.selectFrom('batches').selectAll().where('id', '=', done.batchID).executeTakeFirstOrThrow()
  expect(batch).toMatchObject({ status: 'open', import_id: checked.importID })
  expect(await story.db.selectFrom('batch_counters').select(['total', 'open']).where('batch_id', '=', batch.id).executeTakeFirst()).toEqual(
    { total: 3, open: 3 },
  )
  expect(await story.db.selectFrom('case_runs').select(['step', 'state']).where('batch_id', '=', batch.id).execute()).toEqual(
    Array(3).fill({ step: 'klaar', state: 'ready' }),
  )
  const told = await story.db
    .selectFrom('timeline')
    .select(['kind', 'event', 'params', 'by_user'])
    .where('case_id', '=', cases[0]?.id ?? 0)
    .execute()
  expect(told).toEqual([{ kind: 'imported', event: 'imported', params: { file: 'debiteuren.csv' }, by_user: 'mees' }])
  expect(await story.db.selectFrom('import_rows').selectAll().execute()).toEqual([])
})

test('the same file again is all duplicates and changes nothing', async () => {
  const file = threeRows()
  await story.importAll((await story.uploadAndCheck(file)).importID)
  const before = await story.casesOf()
  const again = await story.uploadAndCheck(file)
  expect(again).toMatchObject({
    status: 'ready',
    counts: { rows: 3, new: 0, duplicate: 3, invalid: 0, byReason: [{ reason: 'duplicateExisting', count: 3 }] },
  })
  await expect(confirmImport(story, story.caller, again.importID, { name: 'Nog eens', startLater: false })).rejects.toMatchObject({
    code: 'import.nothingToImport',
  })
  expect(await story.casesOf()).toEqual(before)
})

test('a number that stands twice in the file counts once, the first', async () => {
  const file = `${threeRows()}A${series}-1;Ander;;;9,00\r\n`
  expect(await story.uploadAndCheck(file)).toMatchObject({
    counts: { new: 3, duplicate: 1 },
    issues: [{ row: 5, reason: 'duplicateInFile', column: 'dossiernummer', value: `A${series}-1` }],
  })
})

test('rows in error are named by row and reason, and come back as a file to mend and upload again', async () => {
  const good = threeRows()
  const file = `${good}B${series}-1;=1+1;;;5,00\r\nB${series}-2;Bakker;3,16E+10;;5,00\r\nB${series}-3;Smit;;;-5,00\r\nB${series}-4;Kok;;;\r\nB${series}-5;Mulder;;;5,00;extra\r\nTotaal;;;;1.309,57\r\n`
  const checked = await story.uploadAndCheck(file)
  expect(checked.counts).toMatchObject({ rows: 9, new: 3, invalid: 6 })
  expect(checked.issues.map(({ row, reason, column }) => [row, reason, column])).toEqual([
    [5, 'formula', 'achternaam'],
    [6, 'phoneScientific', 'mobiel'],
    [7, 'amountNegative', 'openstaand'],
    [8, 'amountMissing', 'openstaand'],
    [9, 'tooManyColumns', null],
    [10, 'totalsRow', null],
  ])
  const { fileName, text } = await errorsOf(checked.importID)
  expect(fileName).toBe('debiteuren-fouten.csv')
  expect(text.split('\r\n').slice(0, 4)).toEqual([
    '\uFEFFdossiernummer;achternaam;mobiel;email;openstaand;regel;reden',
    `B${series}-1;'=1+1;;;5,00;5;achternaam: cel bevat een formule`,
    `B${series}-2;Bakker;3,16E+10;;5,00;6;mobiel: telefoonnummer is afgerond door Excel: kolom als tekst opslaan`,
    `B${series}-3;Smit;;;'-5,00;7;openstaand: bedrag is negatief`,
  ])
  expect((await errorsOf(checked.importID, 'fr')).text).toContain('openstaand: le montant est négatif')

  await story.importAll(checked.importID)
  expect((await errorsOf(checked.importID)).text).toBe(text)
  const mended = text
    .replace("'=1+1", 'Wit')
    .replace('3,16E+10', '0612345679')
    .replace("'-5,00", '5,00')
    .replace('Kok;;;;', 'Kok;;;8,00;')
    .replace(';extra', '')
    .replace(/Totaal.*\r\n/, '')
  expect(await story.uploadAndCheck(mended)).toMatchObject({ status: 'ready', counts: { rows: 5, new: 5, invalid: 0 } })
})

test.each([
  ['only a heading', 'dossiernummer;openstaand\r\n', { error: 'file.headerOnly' }],
  ['blank lines', '\r\n \r\n', { error: 'file.empty' }],
  ['no separator', 'dossiernummer\r\n1', { error: 'file.noSeparator' }],
  ['a heading twice', 'dossiernummer;Naam;naam\r\n1;2;3', { error: 'file.headingsDuplicate', params: { heading: 'naam' } }],
  ['an empty heading', 'dossiernummer;;naam\r\n1;2;3', { error: 'file.headingEmpty', params: { column: 2 } }],
  ['an open quotation mark', 'dossiernummer;openstaand\r\n1;"2\r\n3;4', { error: 'file.quoteUnclosed', params: { line: 2 } }],
  ['broken encoding', Buffer.concat([Buffer.from('dossiernummer;naam\r\n1;René Zoë '), Buffer.of(0xe9)]), { error: 'file.encodingBroken' }],
])('a file that is no table is refused as a whole: %s', async (_, content, failure) => {
  const checked = await story.uploadAndCheck(content)
  expect(checked).toMatchObject({ status: 'failed', failure, counts: null })
  expect(await story.db.selectFrom('import_rows').selectAll().where('import_id', '=', checked.importID).execute()).toEqual([])
})

test.each([
  ['nothing', new Uint8Array(), 'file.empty'],
  ['a workbook named .csv', Buffer.from('PK\x03\x04xl'), 'file.typeUnsupported'],
  ['UTF-16', Buffer.from('\uFEFFa;b', 'utf16le'), 'file.encodingBroken'],
  ['10 MB and a byte', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'file.tooLarge'],
])('an upload is refused at the door: %s', async (_, content, code) => {
  await expect(story.upload(content)).rejects.toMatchObject({ code })
})

test('10 MB exactly is taken', async () => {
  await expect(story.upload(Buffer.alloc(10 * 1024 * 1024, 'a'))).resolves.toBeGreaterThan(0)
})

test('what the file does not say is asked: columns, date order and decimal mark', async () => {
  series += 1
  const file = `debtor,invoice,due,total\nC${series},77${series},3/4/2025,1.250\n`
  const asked = await story.uploadAndCheck(file)
  expect(asked).toMatchObject({
    status: 'mapping',
    missing: ['caseNumber', 'amount'],
    columns: [{ name: 'debtor', target: null, samples: [`C${series}`] }, { target: 'factuurnummer' }, { target: null }, { target: null }],
  })
  const columns = ['klantnummer', 'dossiernummer', 'vervaldatum', 'openstaand'].map((target, index) => ({ index, target }))
  await changeMapping(story, story.caller, asked.importID, { columns, dateOrder: null, decimalMark: null })
  expect(await story.check(asked.importID)).toMatchObject({ status: 'mapping', missing: ['dateOrder', 'decimalMark'] })
  await changeMapping(story, story.caller, asked.importID, { columns, dateOrder: 'mdy', decimalMark: ',' })
  const checked = await story.check(asked.importID)
  expect(checked).toMatchObject({ status: 'ready', counts: { new: 1, unreachable: 1 }, dateOrder: 'mdy' })
  const { batchID } = await story.importAll(checked.importID)
  const [made] = (await story.casesOf()).filter(({ batch_id }) => batch_id === batchID)
  expect(made).toMatchObject({
    case_number: `77${series}`,
    outstanding_cents: 125_000,
    fields: { vervaldatum: '2025-03-04', klantnummer: `C${series}` },
  })

  const next = await story.uploadAndCheck(`debtor,invoice,due,total\nX,88${series},3/4/2025,1.250\n`)
  expect(next).toMatchObject({ status: 'ready', dateOrder: 'mdy', decimalMark: ',', counts: { new: 1 } })
})

test('two date orders in one column are asked, and the rows of the other order are in error', async () => {
  series += 1
  const asked = await story.uploadAndCheck(
    `dossiernummer;vervaldatum;openstaand\nD${series}a;26/01/2025;1,00\nD${series}b;01/26/2025;1,00\nD${series}c;31-02-2025;1,00\n`,
  )
  expect(asked).toMatchObject({ status: 'mapping', missing: ['dateOrder'] })
  await changeMapping(story, story.caller, asked.importID, {
    columns: asked.columns.map(({ index, target }) => ({ index, target })),
    dateOrder: 'dmy',
    decimalMark: null,
  })
  expect((await story.check(asked.importID)).issues).toMatchObject([
    { row: 3, reason: 'dateOrderMixed', value: '01/26/2025' },
    { row: 4, reason: 'dateInvalid' },
  ])
})

test.each([
  [
    'a field twice',
    [
      { index: 0, target: 'openstaand' },
      { index: 1, target: 'openstaand' },
    ],
  ],
  ['a column that is not there', [{ index: 99, target: 'openstaand' }]],
  ['a field that is not there', [{ index: 0, target: '__proto__' }]],
])('a mapping that does not fit is refused: %s', async (_, columns) => {
  const { importID } = await story.uploadAndCheck(threeRows())
  await expect(changeMapping(story, story.caller, importID, { columns, dateOrder: null, decimalMark: null })).rejects.toMatchObject({
    code: 'import.mappingInvalid',
  })
})

test('start later leaves the batch paused until somebody resumes it', async () => {
  const { importID } = await story.uploadAndCheck(threeRows())
  const { batchID } = await story.importAll(importID, { startLater: true })
  expect(await story.db.selectFrom('batches').select(['status', 'paused_until']).where('id', '=', batchID).executeTakeFirst()).toEqual({
    status: 'paused',
    paused_until: null,
  })
})

test('confirmed twice is imported once; the job run twice changes nothing', async () => {
  const { importID } = await story.uploadAndCheck(threeRows())
  const confirm = () => confirmImport(story, story.caller, importID, { name: 'Een', startLater: false })
  const answers = await Promise.allSettled([confirm(), confirm()])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const run = () => importBatch(story, { importId: importID, customerId: story.customerId })
  const before = (await story.casesOf()).length
  await Promise.all([run(), run()])
  await run()
  expect((await story.casesOf()).length).toBe(before + 3)
})

test('an import that breaks off leaves nothing, and the next try starts anew', async () => {
  const { importID } = await story.uploadAndCheck(threeRows())
  await confirmImport(story, story.caller, importID, { name: 'Half', startLater: false })
  const before = (await story.casesOf()).length
  await story.pool.query(`create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
    create trigger break_off before update of status on batches for each row execute function break_off()`)
  const run = (isLastAttempt: boolean) =>
    importBatch(story, { importId: importID, customerId: story.customerId }, { isLastAttempt, signal: new AbortController().signal })
  await expect(run(false)).rejects.toThrow('broken off')
  expect((await story.casesOf()).length).toBe(before)
  expect(await story.look(importID)).toMatchObject({ status: 'importing' })
  await story.pool.query('drop function break_off cascade')
  await run(false)
  expect((await story.casesOf()).length).toBe(before + 3)
})

test('an import that fails for good takes its batch with it', async () => {
  const { importID } = await story.uploadAndCheck(threeRows())
  await confirmImport(story, story.caller, importID, { name: 'Kansloos', startLater: false })
  await expect(
    importBatch(
      story,
      { importId: importID, customerId: story.customerId },
      { isLastAttempt: true, signal: AbortSignal.abort(new Error('stopped')) },
    ),
  ).rejects.toThrow('stopped')
  expect(await story.look(importID)).toMatchObject({ status: 'failed', failure: { error: 'error.unexpected' }, batchID: null })
  expect(await story.db.selectFrom('batches').selectAll().where('import_id', '=', importID).execute()).toEqual([])
})

test('staged rows that a crash of the database took away are read again', async () => {
  const { importID } = await story.uploadAndCheck(threeRows())
  await story.db.deleteFrom('import_rows').execute()
  expect(await story.importAll(importID)).toMatchObject({ status: 'done', counts: { new: 3 } })
})

test('a number that another import brought meanwhile is skipped and counted', async () => {
  const file = threeRows()
  const first = await story.uploadAndCheck(file)
  const second = await story.uploadAndCheck(`${file}E${series};Extra;;;3,00\r\n`)
  await story.importAll(first.importID)
  expect(await story.importAll(second.importID)).toMatchObject({
    status: 'done',
    counts: { rows: 4, new: 1, duplicate: 3, byReason: [{ reason: 'duplicateExisting', count: 3 }] },
  })
})

test('a cancelled import cannot be confirmed, a confirmed one not cancelled', async () => {
  const { importID } = await story.uploadAndCheck(threeRows())
  await cancelImport(story, story.caller, importID)
  expect(await story.look(importID)).toMatchObject({ status: 'cancelled' })
  await expect(confirmImport(story, story.caller, importID, { name: 'x', startLater: false })).rejects.toMatchObject({
    code: 'import.notReady',
  })
  const other = await story.uploadAndCheck(threeRows())
  await story.importAll(other.importID)
  await expect(cancelImport(story, story.caller, other.importID)).rejects.toMatchObject({ code: 'import.alreadyConfirmed' })
})

test("another customer's import does not exist", async () => {
  const { importID } = await story.uploadAndCheck(threeRows())
  const stranger = { ...story.caller, customerIds: [] }
  await expect(cancelImport(story, stranger, importID)).rejects.toMatchObject({ code: 'import.notFound' })
  await expect(openErrorFile(story, stranger, importID, 'nl')).rejects.toMatchObject({ code: 'import.notFound' })
  await expect(confirmImport(story, stranger, importID, { name: 'x', startLater: false })).rejects.toMatchObject({
    code: 'import.notFound',
  })
})

test.each(['../../etc/passwd', 'C:\\tmp\\lijst.csv', 'a\u0000b\u202Ecsv', '..', 'x'.repeat(5_000)])(
  'the name %j is shown, never used as a path',
  async (name) => {
    const { fileName } = await story.look(await story.upload(threeRows(), name))
    expect(fileName).not.toMatch(/[/\\\0\u202E]/)
    expect(fileName.length).toBeLessThanOrEqual(200)
  },
)
