import { Right } from '@regie/contract/right-codes.ts'
import { notificationApi } from '@regie/contract/notifications.ts'
import { type FileTab, fileUploadApi, storedFileApi, uploadPartBytes } from '@regie/contract/stored-files.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { caseFile, openFileStory } from '../../../test/file-story.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { removeOldFiles } from '../imports/remove-old-files.ts'
import { sweepFiles } from './sweep-files.ts'

let app: TestApp
let batch: BuiltBatch
let leader: Staff
let story: ReturnType<typeof openFileStory>
const all = [Right.viewFiles, Right.uploadFiles, Right.downloadBatchFiles, Right.downloadReports, Right.downloadResults, Right.removeFiles]
const data = [Right.viewCases, Right.viewPersonalData]
const reports = [Right.reportBatches, Right.reportScripts, Right.exportReports]
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch({ cases: 3 })
  leader = await app.build.staff({ rights: [...all, ...data, ...reports], customers: [batch.customerId] })
  story = openFileStory(app, batch)
})
afterAll(() => app.close())

const list = (who: Staff, tab: FileTab, more: object = {}) =>
  app.call(storedFileApi.list, { query: { customerID: batch.customerId, tab, ...more } }).as(who)
const fetched = (who: Staff, fileID: number) => app.call(storedFileApi.download, { params: { fileID } }).as(who)
const zipOf = (who: Staff, fileIDs: number[]) =>
  app.call(storedFileApi.zip, { query: { customerID: batch.customerId, fileIDs: JSON.stringify(fileIDs) as never } }).as(who)
const remove = (who: Staff, fileID: number) => app.call(storedFileApi.remove, { params: { fileID } }).as(who)
const staffWith = (rights: number[], customers = [batch.customerId]) => app.build.staff({ rights, customers })
/** A file whose import has ended, so that nothing uses it. */
const upload = async (series: string, fileName = `${series}.csv`) => {
  const { fileID, importID } = await story.upload(leader, caseFile(series), fileName)
  await app.db.updateTable('imports').set({ status: 'done' }).where('id', '=', importID).execute()
  return fileID
}
const code = (answer: { body: unknown }) => (answer.body as { error?: string } | undefined)?.error

test('an uploaded file is listed with who, when and until when, and is fetched as it came; who fetched it is kept and audited', async () => {
  const content = caseFile('A')
  const { fileID } = await story.upload(leader, content)
  const [row] = (await list(leader, 'batch')).body.rows
  expect(row).toMatchObject({
    fileID,
    name: 'april.csv',
    format: 'csv',
    bytes: content.length,
    state: 'kept',
    isInUse: true,
    mayFetch: true,
  })
  expect(row?.fetches).toBe(0)
  const days = (Date.parse(row?.expiresAt ?? '') - Date.parse(row?.createdAt ?? '')) / 86_400_000
  expect(Math.round(days)).toBe(30)
  const answer = await fetched(leader, fileID)
  expect(answer.bytes.equals(content)).toBe(true)
  expect(answer.headers['content-disposition']).toContain('april.csv')
  const [again] = (await list(leader, 'batch')).body.rows
  expect(again).toMatchObject({ fetches: 1, lastFetches: [{ by: leader.username }] })
  const { rows: lines } = await app.pool.query(`select entity_id from audit where action = 'storedFiles.download'`)
  expect(lines).toEqual([{ entity_id: String(fileID) }])
})

test('rights are asked when a file is fetched: the tab, the data in it, the customer, and what was taken away since the list', async () => {
  const fileID = await upload('B')
  expect((await fetched(await staffWith([Right.viewFiles, ...data]), fileID)).status).toBe(403)
  const noData = await staffWith([...all])
  expect((await list(noData, 'batch')).body.rows.find((row) => row.fileID === fileID)?.mayFetch).toBe(false)
  expect((await fetched(noData, fileID)).status).toBe(403)
  const elsewhere = await app.build.batch()
  const stranger = await staffWith([...all, ...data], [elsewhere.customerId])
  expect([(await fetched(stranger, fileID)).status, (await zipOf(stranger, [fileID])).status]).toEqual([404, 404])
  expect((await list(stranger, 'batch')).status).toBe(404)
  expect((await remove(stranger, fileID)).status).toBe(404)

  const fresh = await staffWith([...all, ...data])
  expect((await list(fresh, 'batch')).body.rows.find((row) => row.fileID === fileID)?.mayFetch).toBe(true)
  await sql`
    delete from right_group_objects
    where object_id = (select id from right_objects where code = ${Right.viewPersonalData})
      and group_id in (select group_id from right_group_members where user_id = ${fresh.userId})`.execute(app.db)
  // The api hears of it a moment later.
  await expect.poll(async () => (await fetched(fresh, fileID)).status).toBe(403)
  expect((await zipOf(fresh, [fileID])).status).toBe(403)
})

test('a file is deleted once nothing uses it; its batch data stays, and it is found nowhere any more', async () => {
  const { fileID, importID } = await story.upload(leader, caseFile('C'))
  expect([(await remove(leader, fileID)).status, code(await remove(leader, fileID))]).toEqual([409, 'file.inUse'])
  await app.db.updateTable('imports').set({ status: 'done' }).where('id', '=', importID).execute()
  expect((await remove(await staffWith([Right.viewFiles, ...data]), fileID)).status).toBe(403)
  expect((await remove(leader, fileID)).status).toBe(204)
  expect([(await remove(leader, fileID)).status, (await fetched(leader, fileID)).status]).toEqual([404, 404])
  expect((await list(leader, 'batch')).body.rows.some((row) => row.fileID === fileID)).toBe(false)
  const { rows } = await app.pool.query(
    'select removed_by, (select count(*)::int from file_parts where file_id = f.id) as parts from files f where id = $1',
    [fileID],
  )
  expect(rows).toEqual([{ removed_by: leader.userId, parts: 0 }])
  expect(await app.db.selectFrom('imports').select('status').where('id', '=', importID).executeTakeFirst()).toEqual({ status: 'done' })
})

test('several come as one zip, under names that are safe and that no two share', async () => {
  const ids = [await upload('D', 'Lijst.csv'), await upload('E', 'lijst.csv'), await upload('F', 'con.csv')]
  const answer = await zipOf(leader, ids)
  expect(answer.status).toBe(200)
  const zip = await fromBufferPromise(answer.bytes, { lazyEntries: true })
  const entries = []
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry, {})) chunks.push(chunk as Buffer)
    entries.push([entry.fileName, Buffer.concat(chunks).toString('utf8')])
  }
  expect(entries).toEqual([
    ['Lijst.csv', caseFile('D').toString()],
    ['lijst (2).csv', caseFile('E').toString()],
    ['_con.csv', caseFile('F').toString()],
  ])
  expect(code(await zipOf(leader, []))).toBe('file.zipCount')
  expect((await zipOf(leader, [...ids, 999_999])).status).toBe(404)
})

test('the list is sorted, searched and paged without a gap', async () => {
  const names = (await list(leader, 'batch', { sort: 'name', direction: 'asc', limit: 250 })).body.rows.map(({ fileID }) => fileID)
  const paged: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await list(leader, 'batch', { sort: 'name', direction: 'asc', limit: 2, ...(cursor && { cursor }) })
    paged.push(...body.rows.map(({ fileID }) => fileID))
    cursor = body.nextCursor
  }
  expect(paged).toEqual(names)
  expect((await list(leader, 'batch', { q: 'con 50%' })).body.rows).toEqual([])
  expect((await list(leader, 'batch', { q: 'CON' })).body.rows.map(({ name }) => name)).toEqual(['con.csv'])
  const { nextCursor } = (await list(leader, 'batch', { limit: 1 })).body
  expect((await list(leader, 'batch', { sort: 'bytes', cursor: nextCursor ?? '' })).status).toBe(400)
})

test('an upload that breaks off goes on where it was, also begun anew, and is one file', async () => {
  const content = caseFile('G', 2.5 * uploadPartBytes)
  const { body: begun } = await story.begin(leader, content)
  await story.send(leader, begun.fileID, 0, content.subarray(0, uploadPartBytes))
  // It breaks off here; the same file is chosen again, under another name.
  const { body: again } = await story.begin(leader, content, { fileName: 'kopie.csv' })
  expect(again).toMatchObject({ fileID: begun.fileID, offset: uploadPartBytes, fileName: 'april.csv' })
  expect((await app.call(fileUploadApi.left, { query: { customerID: batch.customerId } }).as(leader)).body).toMatchObject([
    { fileID: begun.fileID },
  ])
  expect(code(await story.finish(leader, begun.fileID))).toBe('file.notWhole')
  await story.sendRest(leader, begun.fileID, content, again.offset)
  const [one, two] = await Promise.all([story.finish(leader, begun.fileID), story.finish(leader, begun.fileID)])
  expect([one.status, two.body.importID]).toEqual([200, one.body.importID])
  expect((await fetched(leader, begun.fileID)).bytes.equals(content)).toBe(true)
  expect((await list(leader, 'batch', { q: 'kopie' })).body.rows).toEqual([])
})

test('two that send the same place: one is taken, the other hears where to go on', async () => {
  const content = caseFile('H', 1.5 * uploadPartBytes)
  const { body } = await story.begin(leader, content)
  const part = content.subarray(0, uploadPartBytes)
  const answers = await Promise.all([story.send(leader, body.fileID, 0, part), story.send(leader, body.fileID, 0, part)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)?.body as unknown as { error: string; params: object }
  expect(refused).toMatchObject({ error: 'file.otherPlace', params: { offset: uploadPartBytes } })
  // Crumbs, more than was said, and an empty part.
  const send = (offset: number, bytes: Buffer) => story.send(leader, body.fileID, offset, bytes)
  expect((await send(uploadPartBytes, Buffer.from('x'))).status).toBe(400)
  expect((await send(uploadPartBytes, Buffer.alloc(uploadPartBytes, 'x'))).status).toBe(400)
  expect((await send(uploadPartBytes, Buffer.alloc(0))).status).toBe(422)
  expect((await send(-1, part)).status).toBe(400)
})

test('an upload is of who began it: a colleague neither sees, sends nor drops it', async () => {
  const content = caseFile('I')
  const { body } = await story.begin(leader, content)
  const colleague = await staffWith([Right.uploadFiles])
  const params = { fileID: body.fileID }
  expect((await app.call(fileUploadApi.look, { params }).as(colleague)).status).toBe(404)
  expect((await story.send(colleague, body.fileID, 0, content)).status).toBe(404)
  expect((await story.finish(colleague, body.fileID)).status).toBe(404)
  expect((await app.call(fileUploadApi.drop, { params }).as(colleague)).status).toBe(404)
  expect((await story.begin(colleague, content)).body.fileID).not.toBe(body.fileID)
  expect((await app.call(fileUploadApi.drop, { params }).as(leader)).status).toBe(204)
  expect((await story.send(leader, body.fileID, 0, content)).status).toBe(404)
})

test('a program that calls itself a workbook is refused and leaves nothing; so is a file that arrives other than it left', async () => {
  const program = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00', 'latin1'), Buffer.alloc(300)])
  const { body: begun } = await story.begin(leader, program, { fileName: 'lijst.xlsx' })
  const refused = await story.send(leader, begun.fileID, 0, program)
  expect([refused.status, code(refused)]).toEqual([415, 'file.typeUnsupported'])
  expect((await app.call(fileUploadApi.look, { params: { fileID: begun.fileID } }).as(leader)).status).toBe(404)

  const content = caseFile('J')
  const { body } = await story.begin(leader, content, { sha256: 'a'.repeat(64) })
  await story.sendRest(leader, body.fileID, content)
  expect(code(await story.finish(leader, body.fileID))).toBe('file.damaged')
  expect((await story.finish(leader, body.fileID)).status).toBe(404)
  expect((await story.begin(leader, Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413)
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Temp\\lijst "mei".csv', 'lijst "mei".csv'],
  ['лист‮vsc.exe', 'листvsc.exe'],
  ['é'.normalize('NFD') + '.csv', 'é.csv'],
  ['x'.repeat(255), 'x'.repeat(200)],
  ['..', 'bestand.csv'],
])('the name %j is kept as %j', async (given, kept) => {
  const { body } = await story.begin(leader, caseFile(`K${given.length}${kept.length}`), { fileName: given })
  expect(body.fileName).toBe(kept)
})

test('the same file twice is told, with what came of the first', async () => {
  const content = caseFile('L')
  const first = await story.upload(leader, content)
  expect(first.twin).toBeNull()
  expect((await story.upload(leader, content, 'anders.csv')).twin).toMatchObject({ by: leader.username, batchID: null })
})

test('a report is made by a job and kept under results, masked as its maker may see it; who lacks what went into it does not take it along', async () => {
  const wish = { kind: 'batch' as const, batchIDs: [batch.id], locale: 'nl' as const }
  const { status, body } = await app.call(storedFileApi.make, { body: { format: 'csv', wish } }).as(leader)
  expect([status, body.tab]).toEqual([200, 'result'])
  expect((await list(leader, 'result')).body.rows).toMatchObject([{ fileID: body.fileID, state: 'making' }])
  expect(code(await fetched(leader, body.fileID))).toBe('file.notMade')
  await runJobs(app.services)
  const [row] = (await list(leader, 'result')).body.rows
  expect(row).toMatchObject({ state: 'kept', format: 'csv', by: leader.username })
  const notices = async (by: Staff) =>
    (await app.call(notificationApi.list, { query: { customerID: batch.customerId } }).as(by)).body.rows.map(
      ({ kind, fileID, fileTab, about }) => ({ kind, fileID, fileTab, about }),
    )
  expect(await notices(leader)).toEqual([{ kind: 'fileReady', fileID: body.fileID, fileTab: 'result', about: row?.name }])
  expect(Math.round((Date.parse(row?.expiresAt ?? '') - Date.parse(row?.createdAt ?? '')) / 86_400_000)).toBe(90)
  const { text } = await fetched(leader, body.fileID)
  expect(text.trim().split('\n')).toHaveLength(4)
  const masked = await staffWith([...all, ...reports, Right.viewCases])
  expect((await fetched(masked, body.fileID)).status).toBe(403)
  const { body: theirs } = await app.call(storedFileApi.make, { body: { format: 'xlsx', wish } }).as(masked)
  await runJobs(app.services)
  expect((await fetched(masked, theirs.fileID)).bytes.subarray(0, 2).toString()).toBe('PK')
  expect((await remove(leader, theirs.fileID)).status).toBe(204)
})

test('a report is not made with rights that its maker lost meanwhile, nor for a batch of another customer', async () => {
  const wish = { kind: 'script' as const, scriptID: batch.script.id, locale: 'nl' as const }
  const maker = await staffWith([...all, ...data, ...reports])
  const { body } = await app.call(storedFileApi.make, { body: { format: 'csv', wish } }).as(maker)
  await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', maker.userId).execute()
  await runJobs(app.services)
  expect((await list(leader, 'report')).body.rows).toMatchObject([
    { fileID: body.fileID, state: 'failed', fault: 'error.rightMissing', bytes: 0 },
  ])
  const { rows: notices } = await app.pool.query('select kind, user_id from notifications where file_id = $1', [body.fileID])
  // A locked account is told nothing.
  expect(notices).toEqual([])
  const stranger = await staffWith([...all, ...data, ...reports], [(await app.build.batch()).customerId])
  expect((await app.call(storedFileApi.make, { body: { format: 'csv', wish } }).as(stranger)).status).toBe(404)
})

test('files end by their kind, once; uploads that nobody goes on with end after a day', async () => {
  const done = await upload('M')
  const { body: partial } = await story.begin(leader, caseFile('N'))
  const { body: made } = await app
    .call(storedFileApi.make, { body: { format: 'csv', wish: { kind: 'batch', batchIDs: [batch.id], locale: 'nl' } } })
    .as(leader)
  await runJobs(app.services)
  const kept = async () => {
    const { rows } = await app.pool.query('select id from files where removed_at is null and id = any($1) order by id', [
      [done, partial.fileID, made.fileID],
    ])
    return rows.map(({ id }: { id: number }) => Number(id))
  }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const sweep = async (at: Date) => {
    await removeOldFiles(app.services.db, at)
    await sweepFiles(app.services.db, at)
  }
  await sweep(inDays(0.9))
  expect(await kept()).toEqual([done, partial.fileID, made.fileID])
  await sweep(inDays(2))
  expect(await kept()).toEqual([done, made.fileID])
  await sweep(inDays(31))
  await sweep(inDays(31))
  expect(await kept()).toEqual([made.fileID])
  await sweep(inDays(91))
  expect(await kept()).toEqual([])
  // What was made of it stays.
  expect(await app.db.selectFrom('imports').select('status').where('file_id', '=', done).executeTakeFirst()).toEqual({ status: 'done' })
})
