import { usualDuplicateRule } from '@regie/contract/import-columns.ts'
import { readWorkbook, writeWorkbook } from '../../platform/documents/xlsx.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openImportStory, threeRows } from '../../../test/import-story.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { changeMapping } from './change-mapping.ts'
import { openErrorFile } from './error-file.ts'

let story: Awaited<ReturnType<typeof openImportStory>>
beforeAll(async () => {
  story = await openImportStory()
})
afterAll(() => story.drop())
beforeEach(async () => {
  await story.db.updateTable('scripts').set({ import_mapping: null }).execute()
})

const plain = { constants: [], duplicates: usualDuplicateRule }
let series = 0
beforeEach(() => {
  series += 1
})

async function errorsOf(importID: number, locale: 'nl' | 'eng' | 'fr' = 'nl') {
  const { stream, fileName } = await openErrorFile(story, story.caller, importID, locale)
  const rows = (await readWorkbook(Buffer.concat(await stream.toArray()))).map(({ cells }) => cells)
  return { fileName, rows }
}

test('rows in error are named by row and reason, and come back as a file to mend and upload again', async () => {
  const good = threeRows(series)
  const file = `${good}B${series}-1;=1+1;;;5,00\r\nB${series}-2;Bakker;3,16E+10;;5,00\r\nB${series}-3;Smit;;;-5,00\r\nB${series}-4;Kok;;;\r\nB${series}-5;Mulder;;;5,00;extra\r\nTotaal;;;;1.309,57\r\n`
  const checked = await story.uploadAndCheck(file)
  expect(checked.counts).toMatchObject({ rows: 9, new: 3, invalid: 6 })
  expect(checked.issues.flatMap(({ row, faults }) => faults.map(({ reason, column }) => [row, reason, column]))).toEqual([
    [5, 'formula', 'achternaam'],
    [6, 'phoneScientific', 'mobiel'],
    [7, 'amountNegative', 'openstaand'],
    [8, 'amountMissing', 'openstaand'],
    [9, 'tooManyColumns', null],
    [10, 'totalsRow', null],
  ])
  const { fileName, rows } = await errorsOf(checked.importID)
  expect(fileName).toBe('fouten.xlsx')
  expect(rows.slice(0, 4)).toEqual([
    ['dossiernummer', 'achternaam', 'mobiel', 'email', 'openstaand', 'regel', 'reden'],
    [`B${series}-1`, '=1+1', '', '', '5,00', '5', 'achternaam: cel bevat een formule'],
    [`B${series}-2`, 'Bakker', '3,16E+10', '', '5,00', '6', 'mobiel: telefoonnummer is afgerond door Excel: kolom als tekst opslaan'],
    [`B${series}-3`, 'Smit', '', '', '-5,00', '7', 'openstaand: bedrag is negatief'],
  ])
  expect((await errorsOf(checked.importID, 'fr')).rows[3]).toContain('openstaand: le montant est négatif')

  await story.importAll(checked.importID)
  expect((await errorsOf(checked.importID)).rows).toEqual(rows)
  const [head = [], ...wrong] = rows
  const right = ['Wit;0612345678', 'Bakker;0612345679', 'Smit;', 'Kok;', 'Mulder;'].map((mended, at) => {
    const [name = '', phone = ''] = mended.split(';')
    return [wrong[at]?.[0] ?? '', name, phone, '', '8,00', ...(wrong[at]?.slice(5, 7) ?? [])]
  })
  const columns = head.map((heading) => ({ heading, comment: '' }))
  const again = await story.uploadAndCheck(await writeWorkbook('Fouten', columns, right), 'fouten.xlsx')
  expect(again).toMatchObject({ status: 'ready', format: 'xlsx', counts: { rows: 5, new: 5, invalid: 0 } })
})

test('a row in error names all that is wrong with it, in the answer and in the error file', async () => {
  const file = `${threeRows(series)}A${series}-1;=1+1;123;geen;veel\r\n;Bakker;;;-1\r\n`
  const checked = await story.uploadAndCheck(file)
  expect(checked.counts).toMatchObject({ rows: 5, new: 3, invalid: 2, duplicate: 0 })
  expect(checked.counts?.byReason).toHaveLength(7)
  expect(checked.issues.map(({ row, faults }) => [row, faults.map(({ reason, column }) => `${column}: ${reason}`)])).toEqual([
    [
      5,
      ['achternaam: formula', 'mobiel: phoneInvalid', 'email: emailInvalid', 'openstaand: amountInvalid', 'dossiernummer: duplicateInFile'],
    ],
    [6, ['dossiernummer: required', 'openstaand: amountNegative']],
  ])
  expect(checked.preview.at(-1)?.reasons).toEqual(['required', 'amountNegative'])
  expect((await errorsOf(checked.importID)).rows[2]?.at(-1)).toBe('dossiernummer: verplicht veld is leeg; openstaand: bedrag is negatief')
})

test('a row in error whose number is taken says so as well', async () => {
  await story.importAll((await story.uploadAndCheck(threeRows(series))).importID)
  const checked = await story.uploadAndCheck(`dossiernummer;openstaand\r\nA${series}-1;veel\r\nE${series};x\r\nE${series};y\r\n`)
  expect(checked.counts).toMatchObject({ new: 0, invalid: 3, duplicate: 0 })
  expect(checked.issues.map(({ faults }) => faults.map(({ reason }) => reason))).toEqual([
    ['amountInvalid', 'duplicateExisting'],
    ['amountInvalid'],
    ['amountInvalid', 'duplicateInFile'],
  ])
})

test('a cell that is cut within a character is kept and shown', async () => {
  const cut = `${'x'.repeat(99)}😀`
  const checked = await story.uploadAndCheck(`dossiernummer;openstaand\r\nZ${series}-1;${cut}\r\n`)
  expect(checked).toMatchObject({ status: 'ready', counts: { invalid: 1 } })
  expect(checked.issues[0]?.faults[0]?.value).toBe(`${'x'.repeat(99)}\uFFFD`)
})

test('a value that is none of the choices is answered with the choices', async () => {
  const file = `dossiernummer;aanhef;openstaand\r\nK${series}-1;mevrouw;5,00\r\nK${series}-2;keizer;5,00\r\n`
  const checked = await story.uploadAndCheck(file)
  const choices = ['dhr', 'mevr', 'fam', 'geen']
  expect(checked.issues).toEqual([{ row: 3, faults: [{ reason: 'choiceInvalid', column: 'aanhef', value: 'keizer', choices }] }])
  expect((await errorsOf(checked.importID)).rows[1]?.at(-1)).toBe('aanhef: waarde is niet een van de keuzes (dhr, mevr, fam, geen)')
})

test('of many choices the error file names the first and counts the others', async () => {
  const choices = Array.from({ length: 15 }, (_, index) => `keuze${index + 1}`)
  const label = { nl: 'Soort', eng: 'Kind', fr: 'Genre' }
  const kind = { key: 'soort', label, type: 'choice' as const, required: false, maxLength: 20, aliases: [], choices }
  const before = await story.db.selectFrom('scripts').select('fields').where('id', '=', story.scriptId).executeTakeFirstOrThrow()
  const fields = JSON.stringify([...fieldsOf(before.fields), kind])
  await story.db.updateTable('scripts').set({ fields }).where('id', '=', story.scriptId).execute()
  const checked = await story.uploadAndCheck(`dossiernummer;soort;openstaand\r\nL${series}-1;anders;5,00\r\n`)
  expect((await errorsOf(checked.importID)).rows[1]?.at(-1)).toContain('(keuze1, keuze2,')
  expect((await errorsOf(checked.importID)).rows[1]?.at(-1)).toMatch(/keuze12 en nog 3\)$/)
  await story.db
    .updateTable('scripts')
    .set({ fields: before.fields as never })
    .where('id', '=', story.scriptId)
    .execute()
})

test('duplicates stand in the error file too', async () => {
  const file = threeRows(series)
  await story.importAll((await story.uploadAndCheck(file)).importID)
  const again = await story.uploadAndCheck(file)
  expect((await errorsOf(again.importID)).rows[1]).toEqual([
    ...[`A${series}-1`, 'Jansen', '0612345678', 'jan@example.nl', '47,07', '2', 'dossiernummer: dit dossiernummer bestaat al'],
  ])
})

test.each([
  ['only a heading', 'dossiernummer;openstaand\r\n', { error: 'file.headerOnly' }],
  ['blank lines', '\r\n \r\n', { error: 'file.empty' }],
  ['no separator', 'dossiernummer\r\n1', { error: 'file.noSeparator' }],
  ['a heading twice', 'dossiernummer;Naam;naam\r\n1;2;3', { error: 'file.headingsDuplicate', params: { heading: 'naam' } }],
  ['an empty heading', 'dossiernummer;;naam\r\n1;2;3', { error: 'file.headingEmpty', params: { column: 2 } }],
  ['an open quotation mark', 'dossiernummer;openstaand\r\n1;"2\r\n3;4', { error: 'file.quoteUnclosed', params: { line: 2 } }],
  [
    'broken encoding',
    Buffer.concat([Buffer.from('dossiernummer;naam\r\n1;René Zoë '), Buffer.of(0xe9)]),
    { error: 'file.encodingMixed', params: { row: 2 } },
  ],
  ['a million columns', `${'a;'.repeat(1_000_000)}b\r\n1;2`, { error: 'file.tooManyColumns', params: { max: 500 } }],
])('a file that is no table is refused as a whole: %s', async (_, content, failure) => {
  const checked = await story.uploadAndCheck(content)
  expect(checked).toMatchObject({ status: 'failed', failure, counts: null })
  expect(await story.db.selectFrom('import_rows').selectAll().where('import_id', '=', checked.importID).execute()).toEqual([])
})

test.each([
  ['nothing', new Uint8Array(), 'file.empty'],
  ['a ZIP that is none', Buffer.from('PK\x03\x04xl'), 'file.zipBroken'],
  ['a PDF named .csv', Buffer.from('%PDF-1.7'), 'file.typeUnsupported'],
  ['UTF-16', Buffer.from('\uFEFFa;b', 'utf16le'), 'file.encodingBroken'],
  ['10 MB and a byte', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'file.tooLarge'],
])('an upload is refused at the door: %s', async (_, content, code) => {
  await expect(story.upload(content)).rejects.toMatchObject({ code })
})

test('10 MB exactly is taken', async () => {
  await expect(story.upload(Buffer.alloc(10 * 1024 * 1024, 'a'))).resolves.toBeGreaterThan(0)
})

test('what the file does not say is asked: columns, date order and decimal mark', async () => {
  const file = `party,invoice,due,total\nC${series},77${series},3/4/2025,1.250\n`
  const asked = await story.uploadAndCheck(file)
  expect(asked).toMatchObject({
    status: 'mapping',
    missing: ['caseNumber', 'amount'],
    columns: [
      { name: 'party', fields: [], samples: [`C${series}`] },
      { fields: [{ field: 'factuurnummer' }] },
      { fields: [] },
      { fields: [] },
    ],
  })
  const columns = ['klantnummer', 'dossiernummer', 'vervaldatum', 'openstaand'].map((field, index) => ({
    index,
    fields: [{ field, transform: null }],
  }))
  await changeMapping(story, story.caller, asked.importID, { ...plain, columns, dateOrder: null, decimalMark: null })
  expect(await story.check(asked.importID)).toMatchObject({ status: 'mapping', missing: ['dateOrder', 'decimalMark'] })
  await changeMapping(story, story.caller, asked.importID, { ...plain, columns, dateOrder: 'mdy', decimalMark: ',' })
  const checked = await story.check(asked.importID)
  expect(checked).toMatchObject({ status: 'ready', counts: { new: 1, unreachable: 1 }, dateOrder: 'mdy' })
  const { batchID } = await story.importAll(checked.importID)
  const [made] = (await story.casesOf()).filter(({ batch_id }) => batch_id === batchID)
  expect(made).toMatchObject({
    case_number: `77${series}`,
    outstanding_cents: 125_000,
    fields: { vervaldatum: '2025-03-04', klantnummer: `C${series}` },
  })

  // The columns are remembered; how an earlier file wrote its dates and amounts says nothing of this one.
  const next = await story.uploadAndCheck(`party,invoice,due,total\nX,88${series},3/4/2025,1.250\n`)
  expect(next).toMatchObject({ status: 'mapping', missing: ['dateOrder', 'decimalMark'], dateOrder: null, decimalMark: null })
})

test('two date orders in one column are asked, and the rows of the other order are in error', async () => {
  const asked = await story.uploadAndCheck(
    `dossiernummer;vervaldatum;openstaand\nD${series}a;26/01/2025;1,00\nD${series}b;01/26/2025;1,00\nD${series}c;31-02-2025;1,00\n`,
  )
  expect(asked).toMatchObject({ status: 'mapping', missing: ['dateOrder'] })
  await changeMapping(story, story.caller, asked.importID, {
    ...plain,
    columns: asked.columns.map(({ index, fields }) => ({ index, fields })),
    dateOrder: 'dmy',
    decimalMark: null,
  })
  expect((await story.check(asked.importID)).issues).toMatchObject([
    { row: 3, faults: [{ reason: 'dateOrderMixed', value: '01/26/2025' }] },
    { row: 4, faults: [{ reason: 'dateInvalid' }] },
  ])
})

test.each([
  [
    'a field twice',
    [
      { index: 0, fields: [{ field: 'openstaand', transform: null }] },
      { index: 1, fields: [{ field: 'openstaand', transform: null }] },
    ],
  ],
  ['a column that is not there', [{ index: 99, fields: [{ field: 'openstaand', transform: null }] }]],
  ['a field that is not there', [{ index: 0, fields: [{ field: '__proto__', transform: null }] }]],
])('a mapping that does not fit is refused: %s', async (_, columns) => {
  const { importID } = await story.uploadAndCheck(threeRows(series))
  await expect(
    changeMapping(story, story.caller, importID, { ...plain, columns, dateOrder: null, decimalMark: null }),
  ).rejects.toMatchObject({
    code: 'import.mappingInvalid',
  })
})

test.each(['../../etc/passwd', 'C:\\tmp\\lijst.csv', 'a\u0000b\u202Ecsv', '..', 'x'.repeat(5_000)])(
  'the name %j is shown, never used as a path',
  async (name) => {
    const { fileName } = await story.look(await story.upload(threeRows(series), name))
    expect(fileName).not.toMatch(/[/\\\0\u202E]/)
    expect(fileName.length).toBeLessThanOrEqual(200)
  },
)
