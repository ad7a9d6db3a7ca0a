import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImportStory } from '../../../test/import-story.ts'
import { listRefused, repairRows } from './refused-rows.ts'

let story: Awaited<ReturnType<typeof openImportStory>>
beforeAll(async () => {
  story = await openImportStory()
})
afterAll(() => story.drop())

const file = [
  'dossiernummer;achternaam;openstaand;email',
  'R1;Jansen;10,00;jan@example.nl',
  'R2;de Vries;tien;vries@example.nl',
  'R3;Bakker;12,50;geen adres',
  'R4;Smit',
  'R1;Mulder;3,00;',
].join('\r\n')

const refusedOf = async (importID: number, after = 0) =>
  (await listRefused(story, story.caller, importID, { after })).rows.map(({ row, faults, cells }) => ({
    row,
    faults: faults.map(({ reason, column }) => (column === null ? reason : `${column}: ${reason}`)),
    cells,
  }))

test('refused rows are repaired in place, checked by the same rules, and imported with the others', async () => {
  const checked = await story.uploadAndCheck(file)
  expect(checked.counts).toMatchObject({ rows: 5, new: 1, invalid: 3, duplicate: 1 })
  expect(await refusedOf(checked.importID)).toEqual([
    { row: 3, faults: ['openstaand: amountInvalid'], cells: ['R2', 'de Vries', 'tien', 'vries@example.nl'] },
    { row: 4, faults: ['email: emailInvalid'], cells: ['R3', 'Bakker', '12,50', 'geen adres'] },
    { row: 5, faults: ['tooFewColumns', 'openstaand: amountMissing'], cells: ['R4', 'Smit'] },
    { row: 6, faults: ['dossiernummer: duplicateInFile'], cells: ['R1', 'Mulder', '3,00', ''] },
  ])
  expect((await refusedOf(checked.importID, 4)).map(({ row }) => row)).toEqual([5, 6])
  const begun = await repairRows(story, story.caller, checked.importID, [
    { row: 3, cells: [{ index: 2, value: '10,50' }] },
    // Still wrong: it comes back as it was repaired.
    { row: 4, cells: [{ index: 3, value: 'nog steeds' }] },
    { row: 5, cells: [{ index: 2, value: '7,25' }] },
    { row: 6, cells: [{ index: 0, value: 'R5' }] },
  ])
  expect(begun).toMatchObject({ status: 'checking', checkNo: checked.checkNo + 1, repaired: 4, counts: null })
  await expect(repairRows(story, story.caller, checked.importID, [{ row: 3, cells: [{ index: 0, value: 'x' }] }])).rejects.toMatchObject({
    code: 'import.notReady',
  })
  const again = await story.check(checked.importID)
  expect(again.counts).toMatchObject({ rows: 5, new: 4, invalid: 1, duplicate: 0 })
  expect(await refusedOf(checked.importID)).toEqual([
    { row: 4, faults: ['email: emailInvalid'], cells: ['R3', 'Bakker', '12,50', 'nog steeds'] },
  ])
  await repairRows(story, story.caller, checked.importID, [{ row: 4, cells: [{ index: 3, value: 'bakker@example.nl' }] }])
  expect((await story.check(checked.importID)).counts).toMatchObject({ new: 5, invalid: 0 })
  const done = await story.importAll(checked.importID)
  const cases = (await story.casesOf()).filter(({ batch_id }) => batch_id === done.batchID)
  expect(cases.map(({ case_number, outstanding_cents, email }) => [case_number, outstanding_cents, email])).toEqual([
    ['R1', 1000, 'jan@example.nl'],
    ['R2', 1050, 'vries@example.nl'],
    ['R3', 1250, 'bakker@example.nl'],
    ['R4', 725, null],
    ['R5', 300, null],
  ])
})

test('a repair holds when a crash of the database takes the staged rows away', async () => {
  const { importID } = await story.uploadAndCheck('dossiernummer;openstaand\r\nC1;1,00\r\nC2;x')
  await repairRows(story, story.caller, importID, [{ row: 3, cells: [{ index: 1, value: '2,00' }] }])
  await story.check(importID)
  await story.db.deleteFrom('import_rows').where('import_id', '=', importID).execute()
  expect(await story.importAll(importID)).toMatchObject({ status: 'done', counts: { new: 2 } })
})

test('who did not upload the file and may not see personal data sees and repairs no row of it', async () => {
  const { importID } = await story.uploadAndCheck('dossiernummer;openstaand\r\nM1;x')
  const other = { ...story.caller, userId: story.caller.userId + 1 }
  await expect(listRefused(story, other, importID, {})).rejects.toMatchObject({ code: 'error.rightMissing' })
  await expect(repairRows(story, other, importID, [{ row: 2, cells: [{ index: 1, value: '1,00' }] }])).rejects.toMatchObject({
    code: 'error.rightMissing',
  })
  await expect(listRefused(story, { ...story.caller, customerIds: [] }, importID, {})).rejects.toMatchObject({ code: 'import.notFound' })
})

test('only rows that are refused, or were repaired, are repaired, and only cells that they have', async () => {
  const { importID } = await story.uploadAndCheck('dossiernummer;openstaand\r\nN1;1,00\r\nN2;x\r\nN3;2,00;te;veel')
  const repair = (row: number, index: number) => repairRows(story, story.caller, importID, [{ row, cells: [{ index, value: '9,00' }] }])
  await expect(repair(2, 1)).rejects.toMatchObject({ code: 'import.rowNotRefused', params: { row: 2 } })
  await expect(repair(999_999, 1)).rejects.toMatchObject({ code: 'import.rowNotRefused', params: { row: 999_999 } })
  await expect(repair(3, 2)).rejects.toMatchObject({ code: 'import.rowNotRefused', params: { row: 3 } })
  await repair(3, 1)
  expect(await story.check(importID)).toMatchObject({ repaired: 1, counts: { new: 2 } })
  // What was repaired and is good may be repaired once more; a row that is too long loses what it has too much.
  await repair(3, 1)
  await story.check(importID)
  const emptied = [2, 3].map((index) => ({ index, value: '' }))
  await repairRows(story, story.caller, importID, [{ row: 4, cells: emptied }])
  expect(await story.check(importID)).toMatchObject({ repaired: 2, counts: { new: 3 } })
})

test('a thousand refused rows are listed page by page, by reason too, and repaired at once', async () => {
  const rows = Array.from({ length: 1200 }, (_, no) => `G${no};${no % 3 === 0 ? 'x' : '1,00'};${no % 2 === 0 ? 'geen' : ''}`)
  const { importID, counts } = await story.uploadAndCheck(['dossiernummer;openstaand;email', ...rows].join('\r\n'))
  expect(counts).toMatchObject({ new: 400, invalid: 800 })
  const all = async (query: { reason?: 'amountInvalid' }) => {
    const seen: Awaited<ReturnType<typeof listRefused>>['rows'] = []
    for (let after = 0, hasMore = true; hasMore; after = seen.at(-1)?.row ?? 0) {
      const page = await listRefused(story, story.caller, importID, { ...query, after })
      expect(page.rows.length).toBeLessThanOrEqual(100)
      seen.push(...page.rows)
      hasMore = page.hasMore
    }
    return seen
  }
  expect(await all({ reason: 'amountInvalid' })).toHaveLength(400)
  const refused = await all({})
  expect(refused).toHaveLength(800)
  await repairRows(
    story,
    story.caller,
    importID,
    refused.map(({ row, faults }) => ({
      row,
      cells: faults.map(({ column }) => (column === 'email' ? { index: 2, value: '' } : { index: 1, value: '2,00' })),
    })),
  )
  expect(await story.check(importID)).toMatchObject({ repaired: 800, counts: { new: 1200, invalid: 0 } })
})

test('more text than two million characters is not repaired here', async () => {
  const rows = Array.from({ length: 700 }, (_, no) => `L${no};x;;;;`)
  const { importID } = await story.uploadAndCheck(['dossiernummer;openstaand;a;b;c;d', ...rows].join('\r\n'))
  const repair = (from: number, count: number) =>
    repairRows(
      story,
      story.caller,
      importID,
      Array.from({ length: count }, (_, no) => ({
        row: from + no,
        cells: [2, 3, 4, 5].map((index) => ({ index, value: 'w'.repeat(1000) })),
      })),
    )
  await repair(2, 450)
  await story.check(importID)
  await expect(repair(452, 100)).rejects.toMatchObject({ code: 'import.tooManyRepairs' })
  expect(await story.look(importID)).toMatchObject({ status: 'ready', repaired: 450 })
  const first = await listRefused(story, story.caller, importID, {})
  expect(first.rows.length).toBe(100)
})

test('a page of refused rows ends at a megabyte of text', async () => {
  const wide = 'w'.repeat(30_000)
  const rows = Array.from({ length: 60 }, (_, no) => `P${no};x;${wide}`)
  const { importID } = await story.uploadAndCheck(['dossiernummer;openstaand;opmerking', ...rows].join('\r\n'))
  const seen: number[] = []
  for (let after = 0, hasMore = true; hasMore; ) {
    const page = await listRefused(story, story.caller, importID, { after })
    expect(JSON.stringify(page.rows).length).toBeLessThan(1_200_000)
    seen.push(...page.rows.map(({ row }) => row))
    after = seen.at(-1) ?? 0
    hasMore = page.hasMore && page.rows.length > 0
  }
  expect(seen).toHaveLength(60)
})

test('what is confirmed is the check that was seen', async () => {
  const { importID, checkNo } = await story.uploadAndCheck('dossiernummer;openstaand\r\nQ1;1,00\r\nQ2;x')
  await repairRows(story, story.caller, importID, [{ row: 3, cells: [{ index: 1, value: '900,00' }] }])
  await story.check(importID)
  await expect(story.importAll(importID, { checkNo })).rejects.toMatchObject({ code: 'error.conflict' })
  expect(await story.importAll(importID, { checkNo: checkNo + 1 })).toMatchObject({ status: 'done' })
})
