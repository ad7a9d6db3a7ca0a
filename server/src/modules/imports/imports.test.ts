import { usualTrial } from '@regie/contract/batches.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openImportStory, threeRows } from '../../../test/import-story.ts'
import { withCustomers } from '../../platform/db/scope.ts'
import { cancelImport } from './cancel-import.ts'
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
beforeEach(() => {
  series += 1
})

test('a file is checked before anything exists, and becomes a batch when confirmed', async () => {
  const before = (await story.casesOf()).length
  const checked = await story.uploadAndCheck(threeRows(series))
  expect(checked).toMatchObject({
    status: 'ready',
    encoding: 'utf-8',
    separator: ';',
    decimalMark: ',',
    counts: { rows: 3, new: 3, duplicate: 0, invalid: 0, unreachable: 1, byReason: [] },
    missing: [],
  })
  expect(checked.preview).toMatchObject([
    { row: 2, values: { achternaam: 'Jansen', openstaand: '47,07' }, reasons: [] },
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
  const found = await story.db
    .selectFrom('timeline')
    .select(['kind', 'event', 'params', 'by_user'])
    .where('case_id', '=', cases[0]?.id ?? 0)
    .execute()
  expect(found).toEqual([{ kind: 'imported', event: 'imported', params: { file: 'debiteuren.csv' }, by_user: 'mees' }])
  expect(await story.db.selectFrom('import_rows').selectAll().execute()).toEqual([])
})

test('the same file again is all duplicates and changes nothing', async () => {
  const file = threeRows(series)
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
  const file = `${threeRows(series)}A${series}-1;Ander;;;9,00\r\n`
  expect(await story.uploadAndCheck(file)).toMatchObject({
    counts: { new: 3, duplicate: 1 },
    issues: [{ row: 5, faults: [{ reason: 'duplicateInFile', column: 'dossiernummer', value: `A${series}-1` }] }],
  })
})

test('start later leaves the batch paused until somebody resumes it', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(series))
  const { batchID } = await story.importAll(importID, { startLater: true })
  expect(await story.db.selectFrom('batches').select(['status', 'paused_until']).where('id', '=', batchID).executeTakeFirst()).toEqual({
    status: 'paused',
    paused_until: null,
  })
})

test('with a trial run the batch begins with its first cases, and the rest waits', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(series))
  const { batchID } = await story.importAll(importID, { trial: { ...usualTrial, size: 2 } })
  const cases = await story.db.selectFrom('cases').select('id').where('batch_id', '=', batchID).orderBy('id').execute()
  const batch = await story.db
    .selectFrom('batches')
    .select(['status', 'trial', 'trial_until_case'])
    .where('id', '=', batchID)
    .executeTakeFirst()
  expect(batch).toMatchObject({ status: 'open', trial: { state: 'running', size: 2, waitMinutes: 120 }, trial_until_case: cases[1]?.id })
})

test('confirmed twice is imported once; the job run twice changes nothing', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(series))
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
  const { importID } = await story.uploadAndCheck(threeRows(series))
  await confirmImport(story, story.caller, importID, { name: 'Half', startLater: false })
  const before = (await story.casesOf()).length
  await story.owner.pool.query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
    create trigger break_off before update of status on batches for each row execute function break_off()`)
  const run = (isLastAttempt: boolean) =>
    importBatch(story, { importId: importID, customerId: story.customerId }, { isLastAttempt, signal: new AbortController().signal })
  await expect(run(false)).rejects.toThrow('broken off')
  expect((await story.casesOf()).length).toBe(before)
  expect(await story.look(importID)).toMatchObject({ status: 'importing' })
  await story.owner.pool.query('drop function break_off cascade')
  await run(false)
  expect((await story.casesOf()).length).toBe(before + 3)
})

test('an import that fails for good takes its batch with it', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(series))
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
  const { importID } = await story.uploadAndCheck(threeRows(series))
  await story.db.deleteFrom('import_rows').execute()
  expect(await story.importAll(importID)).toMatchObject({ status: 'done', counts: { new: 3 } })
})

test('staged rows are seen and written by who serves their customer', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(series))
  const seenBy = (customers: number[]) =>
    withCustomers(customers, () => story.db.selectFrom('import_rows').select('row_no').where('import_id', '=', importID).execute())
  expect(await seenBy([story.customerId])).toHaveLength(3)
  expect(await seenBy([story.customerId + 1])).toEqual([])
  const row = { customer_id: story.customerId, import_id: importID, check_no: 1, row_no: 4 }
  const write = (customers: number[]) => withCustomers(customers, () => story.db.insertInto('import_rows').values(row).execute())
  await expect(write([story.customerId + 1])).rejects.toThrow('row-level security')
  const push = () =>
    story.pool.query('insert into import_rows_staged (customer_id, import_id, check_no, row_no) values ($1, $2, 1, 4)', [
      story.customerId,
      importID,
    ])
  await expect(withCustomers([story.customerId], push)).rejects.toThrow('serves all customers')
  await expect(story.pool.query('select * from import_rows_staged')).rejects.toThrow('permission denied')
})

test('a number that another import brought meanwhile is skipped and counted', async () => {
  const file = threeRows(series)
  const first = await story.uploadAndCheck(file)
  const second = await story.uploadAndCheck(`${file}E${series};Extra;;;3,00\r\n`)
  await story.importAll(first.importID)
  expect(await story.importAll(second.importID)).toMatchObject({
    status: 'done',
    counts: { rows: 4, new: 1, duplicate: 3, byReason: [{ reason: 'duplicateExisting', count: 3 }] },
  })
})

test('a cancelled import cannot be confirmed, a confirmed one not cancelled', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(series))
  await cancelImport(story, story.caller, importID)
  expect(await story.look(importID)).toMatchObject({ status: 'cancelled' })
  await expect(confirmImport(story, story.caller, importID, { name: 'x', startLater: false })).rejects.toMatchObject({
    code: 'import.notReady',
  })
  const other = await story.uploadAndCheck(threeRows(series))
  await story.importAll(other.importID)
  await expect(cancelImport(story, story.caller, other.importID)).rejects.toMatchObject({ code: 'import.alreadyConfirmed' })
})

const lockUser = (isLocked: boolean) =>
  story.db
    .updateTable('users')
    .set({ locked_at: isLocked ? new Date() : null })
    .where('id', '=', story.caller.userId)
    .execute()

test('a file is not read for who is locked since the upload, and says so', async () => {
  const importID = await story.upload(threeRows(series))
  await lockUser(true)
  expect(await story.check(importID)).toMatchObject({ status: 'failed', failure: { error: 'import.rightsLost' } })
  await lockUser(false)
  expect(await story.db.selectFrom('import_rows').selectAll().where('import_id', '=', importID).execute()).toEqual([])
})

test('an import stops when its user may no longer work after part of the rows, and nothing half done is left', async () => {
  const before = await story.casesOf()
  const rows = Array.from({ length: 10_001 }, (_, row) => `L${series}-${row};Jansen;;jan@example.nl;10,00`)
  const { importID } = await story.uploadAndCheck(['dossiernummer;achternaam;mobiel;email;openstaand', ...rows, ''].join('\r\n'))
  await confirmImport(story, story.caller, importID, { name: 'Half', startLater: false })
  const setExpiry = (days: number | null) => story.db.updateTable('customers').set({ password_expiry_days: days }).execute()
  await story.db.updateTable('users').set({ customer_id: story.customerId }).where('id', '=', story.caller.userId).execute()
  await setExpiry(90)
  // The first question is asked today, the others after the password has expired.
  let asked = 0
  const clock = { now: () => new Date(Date.now() + (asked++ === 0 ? 0 : 91 * 24 * 60 * 60_000)) }
  await importBatch({ ...story, clock }, { importId: importID, customerId: story.customerId })
  await setExpiry(null)
  expect(await story.look(importID)).toMatchObject({ status: 'failed', failure: { error: 'import.rightsLost' }, batchID: null })
  // Once when the job begins, for the moment of the new cases, once after the first part, and for the notification that it failed.
  expect(asked).toBe(4)
  expect(await story.casesOf()).toEqual(before)
  expect(await story.db.selectFrom('batches').selectAll().where('import_id', '=', importID).execute()).toEqual([])
})

test("another customer's import does not exist", async () => {
  const { importID } = await story.uploadAndCheck(threeRows(series))
  const stranger = { ...story.caller, customerIds: [] }
  await expect(cancelImport(story, stranger, importID)).rejects.toMatchObject({ code: 'import.notFound' })
  await expect(openErrorFile(story, stranger, importID, 'nl')).rejects.toMatchObject({ code: 'import.notFound' })
  await expect(confirmImport(story, stranger, importID, { name: 'x', startLater: false })).rejects.toMatchObject({
    code: 'import.notFound',
  })
})
