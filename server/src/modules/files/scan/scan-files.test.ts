import { fileApi } from '@regie/contract/files.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { storedFileApi } from '@regie/contract/stored-files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../../test/builders.ts'
import { openClamdPeer, testVirus } from '../../../../test/clamd-peer.ts'
import { caseFile, openFileStory } from '../../../../test/file-story.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { runJobs } from '../../../../test/run-jobs.ts'

let peer: Awaited<ReturnType<typeof openClamdPeer>>
let app: TestApp
let batch: BuiltBatch
let leader: Staff
let story: ReturnType<typeof openFileStory>
beforeAll(async () => {
  peer = await openClamdPeer()
  app = await openTestApp({ env: { VIRUS_SCANNER: peer.address } })
  batch = await app.build.batch()
  const rights = [Right.viewFiles, Right.uploadFiles, Right.downloadBatchFiles, Right.viewCases, Right.viewPersonalData]
  leader = await app.build.staff({ rights, customers: [batch.customerId] })
  story = openFileStory(app, batch)
})
afterAll(async () => {
  await app.close()
  await peer.close()
})

const list = async () => (await app.call(storedFileApi.list, { query: { customerID: batch.customerId, tab: 'batch' } }).as(leader)).body
const fetched = (fileID: number) => app.call(storedFileApi.download, { params: { fileID } }).as(leader)
const look = async (importID: number) => (await app.call(fileApi.getImport, { params: { importID } }).as(leader)).body

test('nothing is read or handed out before the scanner called it clean', async () => {
  const content = caseFile('A')
  const { fileID, importID, scan } = await story.upload(leader, content)
  expect(scan).toBe('waiting')
  expect(await list()).toMatchObject({ scanner: 'on', rows: [{ state: 'waiting' }] })
  expect([(await fetched(fileID)).status, (await fetched(fileID)).body]).toMatchObject([409, { error: 'file.notScanned' }])
  expect(peer.scanned).toEqual([])
  await runJobs(app.services)
  expect(peer.scanned).toEqual([content.toString('latin1')])
  expect(await look(importID)).toMatchObject({ status: 'ready', scan: null })
  expect((await fetched(fileID)).status).toBe(200)
})

test('a file with a virus is refused by its name, and its bytes are gone', async () => {
  const { fileID, importID } = await story.upload(leader, Buffer.concat([caseFile('B'), Buffer.from(`B-9;${testVirus};1,00\r\n`)]))
  await runJobs(app.services)
  expect(await look(importID)).toMatchObject({
    status: 'failed',
    failure: { error: 'file.infected', params: { virus: 'Eicar-Test-Signature' } },
  })
  expect((await fetched(fileID)).status).toBe(404)
  const { rows } = await app.pool.query('select count(*)::int as parts from file_parts where file_id = $1', [fileID])
  expect(rows).toEqual([{ parts: 0 }])
})

test('while the scanner gives no verdict files wait and the screen says so; then they go on', async () => {
  peer.answerWith('INSTREAM size limit exceeded. ERROR')
  const { fileID, importID } = await story.upload(leader, caseFile('C'))
  await runJobs(app.services)
  expect(await list()).toMatchObject({ scanner: 'away' })
  expect(await look(importID)).toMatchObject({ status: 'reading', scan: 'away' })
  expect((await fetched(fileID)).status).toBe(409)
  peer.answerWith(null)
  const { allJobHandlers } = await import('../../../main/all-job-handlers.ts')
  await allJobHandlers(app.services).scanFiles({}, { id: 'x', attempt: 1, isLastAttempt: true, signal: new AbortController().signal })
  await runJobs(app.services)
  expect(await list()).toMatchObject({ scanner: 'on' })
  expect(await look(importID)).toMatchObject({ status: 'ready', scan: null })
})

test('a file from before the scanner is not handed out before it was looked at', async () => {
  const { fileID } = await story.upload(leader, caseFile('D'))
  await runJobs(app.services)
  await app.db.updateTable('files').set({ scanned_at: null }).where('id', '=', fileID).execute()
  expect((await fetched(fileID)).status).toBe(409)
})
