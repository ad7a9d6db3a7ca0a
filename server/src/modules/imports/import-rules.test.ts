import { type DuplicateRule, usualDuplicateRule } from '@regie/contract/import-columns.ts'
import type { ImportMapping } from '@regie/contract/files.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openImportStory, threeRows } from '../../../test/import-story.ts'
import { closeExpiredCases } from '../cases/many/close-expired-cases.ts'
import { cancelImport } from './cancel-import.ts'
import { changeMapping } from './change-mapping.ts'
import { confirmImport } from './confirm-import.ts'
import { removeOldFiles } from './remove-old-files.ts'

let story: Awaited<ReturnType<typeof openImportStory>>
beforeAll(async () => {
  story = await openImportStory()
})
afterAll(() => story.drop())
let series = 0
beforeEach(async () => {
  series += 1
  await story.db.updateTable('scripts').set({ import_mapping: null }).execute()
})

const rowsOf = (heading: string, ...rows: string[]) => [heading, ...rows, ''].join('\r\n')
const caseOf = async (number: string) => (await story.casesOf()).find(({ case_number }) => case_number === number)

async function recheck(importID: number, change: Partial<ImportMapping>) {
  const { columns } = await story.look(importID)
  const mapping = { columns: columns.map(({ index, fields }) => ({ index, fields })), constants: [], duplicates: usualDuplicateRule }
  await changeMapping(story, story.caller, importID, { ...mapping, dateOrder: null, decimalMark: null, ...change })
  return story.check(importID)
}

const withRule = (importID: number, rule: Partial<DuplicateRule>) => recheck(importID, { duplicates: { ...usualDuplicateRule, ...rule } })

async function kept(importID: number) {
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select from file_parts p where p.file_id = f.id) as kept
    from files f
    join imports i on i.file_id = f.id where i.id = ${importID}`.execute(story.db)
  return rows[0]?.kept
}

test('who is disputed, dead or blocked by the file is not contacted, and the case says why', async () => {
  const flags = ['Betwist', 'Overleden', 'Geblokkeerd', 'Kwetsbaar', 'Klacht']
  const checked = await story.uploadAndCheck(
    rowsOf(
      `dossiernummer;openstaand;${flags.join(';')}`,
      ...flags.map((_, at) => `F${series}-${at};5,00;${flags.map((__, other) => (other === at ? 'Ja' : 'Nee')).join(';')}`),
      `F${series}-9;5,00;Nee;Nee;Nee;Nee;Nee`,
    ),
  )
  expect(checked.counts).toMatchObject({ new: 6, amounts: [{ currency: 'EUR', cents: 3000 }] })
  expect(checked.counts?.byFlag.map(({ flag }) => flag).sort()).toEqual(['betwist', 'geblokkeerd', 'klacht', 'kwetsbaar', 'overleden'])
  const { batchID } = await story.importAll(checked.importID)
  const made = (await story.casesOf()).filter(({ batch_id }) => batch_id === batchID)
  expect(made.map(({ status, result, last_result, paused_for }) => [status, result, last_result, paused_for])).toEqual([
    ['paused', null, 'DISP', 'dispute'],
    ['closed', 'OVL', 'OVL', null],
    ['paused', null, null, 'blocked'],
    ['paused', null, 'KWB', 'vulnerable'],
    ['paused', null, 'KLA', 'complaint'],
    ['open', null, null, null],
  ])
  const runs = await story.db.selectFrom('case_runs').select('state').where('batch_id', '=', batchID).orderBy('case_id').execute()
  expect(runs.map(({ state }) => state)).toEqual(['ready', 'finished', 'ready', 'ready', 'ready', 'ready'])
  const complaints = await story.db.selectFrom('complaints').select(['kind', 'state', 'confirm_before']).orderBy('id').execute()
  expect(complaints).toMatchObject([
    { kind: 'dispute', state: 'open', confirm_before: null },
    { kind: 'complaint', state: 'open', confirm_before: expect.any(Date) },
  ])
  const recorded = await story.db
    .selectFrom('timeline')
    .select('params')
    .where('case_id', '=', made[1]?.id ?? 0)
    .where('event', '=', 'importFlagged')
    .executeTakeFirst()
  expect(recorded?.params).toEqual({ flag: 'overleden', file: 'debiteuren.csv' })
  const counters = await story.db
    .selectFrom('batch_counters')
    .select(['total', 'open', 'closed', 'paused'])
    .where('batch_id', '=', batchID)
    .executeTakeFirst()
  expect(counters).toEqual({ total: 6, open: 1, closed: 1, paused: 4 })
})

test('a changed amount is shown, and taken over when that was chosen', async () => {
  await story.importAll((await story.uploadAndCheck(threeRows(series))).importID)
  const before = await caseOf(`A${series}-1`)
  await story.db
    .insertInto('payment_links')
    .values({
      ...{ customer_id: story.customerId, case_id: before?.id ?? 0, batch_id: before?.batch_id ?? 0, amount_cents: 4707 },
      ...{ token: 'o'.repeat(22), idempotency_key: 'old amount', provider: 'simulated', simulated: true },
      expires_at: new Date('2099-01-01T00:00:00Z'),
    })
    .execute()
  const again = await story.uploadAndCheck(threeRows(series).replace('47,07', '40,00'))
  expect(again).toMatchObject({
    counts: { new: 0, duplicate: 3, changed: 1, updated: 0 },
    changes: [{ row: 2, caseNumber: `A${series}-1`, oldCents: 4707, newCents: 4000 }],
  })
  const chosen = await withRule(again.importID, { action: 'update' })
  expect(chosen.counts).toMatchObject({ new: 0, updated: 1, duplicate: 2, changed: 0 })
  const done = await story.importAll(again.importID)
  expect(done).toMatchObject({ status: 'done', batchID: null, counts: { updated: 1 } })
  const changed = await caseOf(`A${series}-1`)
  expect(changed).toMatchObject({ outstanding_cents: 4000, fields: { openstaand: '40.00' } })
  const recorded = await story.db
    .selectFrom('timeline')
    .select('params')
    .where('case_id', '=', changed?.id ?? 0)
    .where('event', '=', 'amountTakenOver')
    .executeTakeFirst()
  expect(recorded?.params).toEqual({ oldCents: 4707, newCents: 4000, file: 'debiteuren.csv' })
  const link = await story.db.selectFrom('payment_links').select(['state', 'ended_for']).executeTakeFirst()
  expect(link).toEqual({ state: 'expired', ended_for: 'amountChanged' })
  const ended = await story.db.selectFrom('timeline').select('params').where('event', '=', 'paymentLinkEnded').executeTakeFirst()
  expect(ended?.params).toEqual({ amountCents: 4707, currency: 'EUR', reason: 'amountChanged' })
  expect(await story.db.selectFrom('batches').select('id').where('import_id', '=', again.importID).execute()).toEqual([])
})

test('an amount that was changed by somebody after it was shown is left alone', async () => {
  await story.importAll((await story.uploadAndCheck(threeRows(series))).importID)
  const { importID } = await story.uploadAndCheck(`${threeRows(series).replace('47,07', '40,00')}G${series};Nieuw;;;1,00\r\n`)
  await withRule(importID, { action: 'update' })
  await story.db.updateTable('cases').set({ outstanding_cents: 100 }).where('case_number', '=', `A${series}-1`).execute()
  expect(await story.importAll(importID)).toMatchObject({ counts: { new: 1, updated: 0, duplicate: 3 } })
  expect(await caseOf(`A${series}-1`)).toMatchObject({ outstanding_cents: 100 })
})

test.each([
  ['phone', 'duplicatePerson', '+31612345678'],
  ['email', 'duplicatePerson', 'jan@example.nl'],
] as const)('somebody who has a case is found by %s, when that was chosen', async (by, reason, value) => {
  await story.importAll((await story.uploadAndCheck(threeRows(series))).importID)
  const other = rowsOf(
    'dossiernummer;mobiel;email;openstaand',
    `H${series}-1;0612345678;JAN@example.nl;5,00`,
    `H${series}-2;0687654321;x@y.nl;5,00`,
  )
  const first = await story.uploadAndCheck(other)
  expect(first.counts).toMatchObject({ new: 2, duplicate: 0 })
  const checked = await withRule(first.importID, { by })
  expect(checked).toMatchObject({ counts: { new: 1, duplicate: 1 }, issues: [{ row: 2, faults: [{ reason, column: null, value }] }] })
  expect((await withRule(first.importID, { by, scope: 'file' })).counts).toMatchObject({ new: 2 })
  expect((await withRule(first.importID, { by, scope: 'batch' })).counts).toMatchObject({ new: 1 })
  expect((await withRule(first.importID, { by, action: 'new' })).counts).toMatchObject({ new: 2 })
})

test('one person twice in a file is one case, when phones were chosen', async () => {
  const { importID } = await story.uploadAndCheck(
    rowsOf('dossiernummer;mobiel;openstaand', `I${series}-1;0611111111;5,00`, `I${series}-2;06 1111 1111;6,00`),
  )
  const checked = await withRule(importID, { by: 'phone', scope: 'file' })
  expect(checked).toMatchObject({ counts: { new: 1, duplicate: 1 }, issues: [{ row: 3, faults: [{ reason: 'duplicatePersonInFile' }] }] })
  await expect(withRule(importID, { by: 'number', action: 'new' })).rejects.toMatchObject({ code: 'import.mappingInvalid' })
})

test('one column fills two fields, and a field may have the same value everywhere', async () => {
  const { importID } = await story.uploadAndCheck(rowsOf('factuur;bedrag', `J${series};5,00`))
  const both = ['dossiernummer', 'factuurnummer'].map((field) => ({ field, transform: null }))
  const columns = [
    { index: 0, fields: both },
    { index: 1, fields: [{ field: 'openstaand', transform: null }] },
  ]
  const checked = await recheck(importID, { columns, constants: [{ field: 'opdrachtgever', value: 'Energie Direct' }] })
  expect(checked).toMatchObject({ status: 'ready', counts: { new: 1 } })
  await story.importAll(importID)
  expect(await caseOf(`J${series}`)).toMatchObject({
    invoice_number: `J${series}`,
    fields: { dossiernummer: `J${series}`, factuurnummer: `J${series}`, opdrachtgever: 'Energie Direct' },
  })
  const next = await story.uploadAndCheck(rowsOf('factuur;bedrag', `K${series};5,00`))
  expect(next).toMatchObject({ status: 'ready', columns: [{ fields: both }, {}] })
  await expect(recheck(next.importID, { columns, constants: [{ field: 'email', value: 'geen' }] })).rejects.toMatchObject({
    code: 'import.constantInvalid',
  })
})

test('a file may say when a case starts, how urgent it is and what it belongs to', async () => {
  const checked = await story.uploadAndCheck(
    rowsOf(
      'dossiernummer;openstaand;start_op;vervalt_op;prioriteit;gekoppeld_dossier',
      `L${series}-1;5,00;;31-12-2090;9;L${series}-2`,
      `L${series}-2;5,00;01-03-2090;;1;`,
      `L${series}-3;5,00;;;;ONBEKEND`,
    ),
  )
  expect(checked.counts).toMatchObject({ new: 3, unlinked: 1 })
  const { batchID } = await story.importAll(checked.importID)
  const [one, two, three] = (await story.casesOf()).filter(({ batch_id }) => batch_id === batchID)
  expect(one).toMatchObject({ status: 'open', linked_case_id: two?.id })
  expect(two).toMatchObject({ status: 'paused', paused_for: 'start', paused_until: new Date('2090-02-28T23:00:00Z') })
  expect(three).toMatchObject({ linked_case_id: null })
  const order = await story.db.selectFrom('case_runs').select('case_id').where('batch_id', '=', batchID).orderBy('due_at').execute()
  expect(order.map(({ case_id }) => case_id)).toEqual([two?.id, three?.id, one?.id])
  await closeExpiredCases(story.db, new Date('2090-12-31T12:00:00Z'))
  expect(await caseOf(`L${series}-1`)).toMatchObject({ status: 'open' })
  await closeExpiredCases(story.db, new Date('2091-01-01T12:00:00Z'))
  expect(await caseOf(`L${series}-1`)).toMatchObject({ status: 'closed', result: 'RET' })
})

test('numbers and addresses on the blacklist are counted before anything is made', async () => {
  await story.db
    .insertInto('blacklist')
    .values([
      { customer_id: story.customerId, kind: 'phone', value: '+31622222222', retention: 'forever', added_by: 'mees' },
      { customer_id: story.customerId, kind: 'email', value: 'af@example.nl', retention: 'forever', added_by: 'mees' },
    ])
    .execute()
  const file = rowsOf(
    'dossiernummer;mobiel;email;openstaand',
    `M${series}-1;0622222222;AF@example.nl;5,00`,
    `M${series}-2;0633333333;;5,00`,
  )
  expect((await story.uploadAndCheck(file)).counts).toMatchObject({ new: 2, blacklistedPhone: 1, blacklistedEmail: 1 })
})

test.each([
  ['by its heading', 'dossiernummer;BSN;openstaand', ['N1;1;5,00']],
  [
    'by its numbers',
    'dossiernummer;kenmerk2;openstaand',
    ['N1;111222333;1,00', 'N2;123456782;1,00', 'N3;999990019;1,00', 'N4;100000010;1,00', 'N5;100000022;1,00'],
  ],
] as const)('a file with citizen service numbers is refused, %s, and not kept', async (_, heading, rows) => {
  const refused = await story.uploadAndCheck(rowsOf(heading, ...rows))
  expect(refused).toMatchObject({
    status: 'failed',
    failure: { error: 'import.citizenNumbers', params: { heading: heading.split(';')[1] } },
  })
  expect(await kept(refused.importID)).toBe(false)
})

test('files of failed and cancelled imports are removed, and those that are a month old', async () => {
  const failed = await story.uploadAndCheck('dossiernummer\r\n1')
  expect(await kept(failed.importID)).toBe(false)
  const cancelled = await story.uploadAndCheck(threeRows(series))
  expect(await kept(cancelled.importID)).toBe(true)
  await cancelImport(story, story.caller, cancelled.importID)
  expect(await kept(cancelled.importID)).toBe(false)
  const left = await story.uploadAndCheck(threeRows(series))
  await removeOldFiles(story.db, new Date(Date.now() + 29 * 86_400_000))
  expect(await kept(left.importID)).toBe(true)
  await removeOldFiles(story.db, new Date(Date.now() + 31 * 86_400_000))
  expect(await kept(left.importID)).toBe(false)
  expect(await story.look(left.importID)).toMatchObject({ status: 'cancelled' })
})

test('a customer who keeps too much is refused, and may upload again when something went', async () => {
  const large = Buffer.from(`dossiernummer;openstaand\r\n${'x'.repeat(900_000)};1`)
  const first = await story.upload(large, 'groot.csv', 1)
  await expect(story.upload(large, 'groot.csv', 1)).rejects.toMatchObject({ code: 'file.quotaExceeded', params: { megabytes: 1 } })
  await cancelImport(story, story.caller, first)
  await expect(story.upload(large, 'groot.csv', 1)).resolves.toBeGreaterThan(0)
})

test('a file on which two processes ended is not given to a third', async () => {
  const importID = await story.upload(threeRows(series))
  await story.db.updateTable('imports').set({ tries: 2 }).where('id', '=', importID).execute()
  expect(await story.check(importID)).toMatchObject({ status: 'failed', failure: { error: 'file.tooComplex' } })
  await expect(confirmImport(story, story.caller, importID, { name: 'x', startLater: false })).rejects.toMatchObject({
    code: 'import.notReady',
  })
})
