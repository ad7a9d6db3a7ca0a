import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openImportStory, threeRows } from '../../../test/import-story.ts'
import { withCustomers } from '../../platform/db/scope.ts'
import { cancelImport } from './cancel-import.ts'
import { listLeftImports } from './list-left-imports.ts'
import { removeOldFiles } from './remove-old-files.ts'

let story: Awaited<ReturnType<typeof openImportStory>>
beforeAll(async () => {
  story = await openImportStory()
})
afterAll(() => story.drop())
beforeEach(() => story.db.updateTable('imports').set({ status: 'cancelled' }).execute())

const left = (caller = story.caller) => listLeftImports(story, caller, story.customerId)

test('a check that was left is found again by who began it, with what it still needs', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(1).replace('47,07', 'veel'), 'april.csv')
  await story.upload('x;y\r\n1;2', 'mei.csv')
  expect(await left()).toMatchObject([
    { fileName: 'mei.csv', status: 'reading', checked: null, isMine: true },
    { importID, fileName: 'april.csv', scriptName: 'Herinnering', status: 'ready', checked: { rows: 3, invalid: 1 }, isMine: true },
  ])
})

test('a file whose columns are not known says which answer it waits for', async () => {
  await story.uploadAndCheck('x;y\r\n1;2', 'mei.csv')
  expect(await left()).toMatchObject([{ status: 'mapping', missing: ['caseNumber', 'amount'], checked: null }])
})

test('a colleague sees whose it is and does not drop it; of who is gone anybody may', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(2), 'april.csv')
  const { id } = await story.db
    .insertInto('users')
    .values({ username: 'tess', password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const colleague = { ...story.caller, userId: id, username: 'tess' }
  expect(await left(colleague)).toMatchObject([{ importID, isMine: false, by: 'mees' }])
  await expect(cancelImport(story, colleague, importID)).rejects.toMatchObject({ code: 'import.ofColleague' })
  expect((await story.look(importID)).status).toBe('ready')

  await story.db.updateTable('imports').set({ created_by: null }).where('id', '=', importID).execute()
  expect(await left(colleague)).toMatchObject([{ importID, isMine: false, by: '' }])
  await cancelImport(story, colleague, importID)
  expect(await left(colleague)).toEqual([])
})

test('a colleague who is at home with another customer is not nobody: their import is theirs, though their name is not shown', async () => {
  const { importID } = await story.uploadAndCheck(threeRows(5), 'april.csv')
  const { id: home } = await story.owner.db
    .insertInto('customers')
    .values({ name: 'Elders', compliance_profile: 'intern_demo' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await story.db.updateTable('users').set({ customer_id: home }).where('id', '=', story.caller.userId).execute()
  const asColleague = () => withCustomers([story.customerId], () => left({ ...story.caller, userId: 0, username: 'tess' }))
  expect(await asColleague()).toMatchObject([{ importID, isMine: false, isOfNobody: false, by: '' }])
  await story.db.updateTable('imports').set({ created_by: null }).where('id', '=', importID).execute()
  expect(await asColleague()).toMatchObject([{ importID, isMine: false, isOfNobody: true, by: '' }])
  await story.db.updateTable('users').set({ customer_id: null }).where('id', '=', story.caller.userId).execute()
})

test('what has an end is not left, and what nobody ends does so when its time is over', async () => {
  await story.importAll((await story.uploadAndCheck(threeRows(3))).importID)
  expect(await left()).toEqual([])
  await story.uploadAndCheck(threeRows(4))
  const [waiting] = await left()
  const end = Date.parse(waiting?.keptUntil ?? '')
  await removeOldFiles(story.db, new Date(end - 60_000))
  expect(await left()).toHaveLength(1)
  await removeOldFiles(story.db, new Date(end + 60_000))
  expect(await left()).toEqual([])
})

test('another customer has no list here', async () => {
  await expect(left({ ...story.caller, customerIds: [] })).rejects.toMatchObject({ code: 'customer.notFound' })
})
