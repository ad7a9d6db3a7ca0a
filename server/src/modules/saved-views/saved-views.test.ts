import { Right } from '@regie/contract/right-codes.ts'
import { rightsOfLists, SavedView, savedViewApi, savedViewsMax } from '@regie/contract/saved-views.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { sweepViews } from './undo-view.ts'

let app: TestApp
let customerID: number
let maker: Staff
let colleague: Staff
let masked: Staff
let sharer: Staff
beforeAll(async () => {
  app = await openTestApp()
  customerID = (await app.build.customer()).id
  const customers = [customerID]
  const rights = [Right.viewCases, Right.viewBatches]
  maker = await app.build.staff({ rights: [...rights, Right.viewPersonalData, Right.shareViews], customers })
  colleague = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers })
  masked = await app.build.staff({ rights, customers })
  sharer = await app.build.staff({ rights: [...rights, Right.shareViews], customers })
})
afterAll(() => app.close())

const parts = (name: string, more: Partial<Pick<SavedView, 'shared' | 'filters'>> = {}) => ({
  ...{ name, shared: false, filters: { status: 'open', sort: '-outstanding' }, columns: [] },
  ...more,
})
const add = (who: Staff, body: ReturnType<typeof parts>, list: SavedView['list'] = 'cases') =>
  app.call(savedViewApi.add, { body: { customerID, list, ...body } }).as(who)
const change = (who: Staff, { viewID }: SavedView, body: ReturnType<typeof parts>, version = 1) =>
  app.call(savedViewApi.change, { params: { viewID }, body: { ...body, version } }).as(who)
const remove = (who: Staff, { viewID }: SavedView) => app.call(savedViewApi.remove, { params: { viewID } }).as(who)
const namesOf = async (who: Staff, list: SavedView['list'] = 'cases') =>
  (await app.call(savedViewApi.list, { query: { customerID, list } }).as(who)).body.map(({ name }) => name)
const undoFirst = async (who: Staff) => {
  const [first] = (await app.call(undoApi.list, {}).as(who)).body
  return app.call(undoApi.undo, { params: { token: first?.token ?? '' } }).as(who)
}

test('a view is its maker’s until it is shared, and sharing asks its right', async () => {
  const { body: view } = await add(maker, parts('Van mij'))
  expect(view).toMatchObject({ name: 'Van mij', mine: true, mayChange: true, filters: { status: 'open', sort: '-outstanding' } })
  expect(await namesOf(colleague)).not.toContain('Van mij')
  expect((await change(colleague, view, parts('Van mij'))).body).toMatchObject({ error: 'view.notFound' })
  expect((await add(colleague, parts('Van ons', { shared: true }))).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await change(maker, view, parts('Van ons', { shared: true }))).status).toBe(200)
  expect(await namesOf(colleague)).toContain('Van ons')
  expect((await change(colleague, view, parts('Anders', { shared: true }), 2)).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await change(sharer, view, parts('Van allen', { shared: true }), 2)).status).toBe(200)
})

test('what somebody searched for is not shown to who sees people masked', async () => {
  await add(maker, parts('Familie Jansen', { shared: true, filters: { q: 'Jansen' } }))
  expect(await namesOf(colleague)).toContain('Familie Jansen')
  expect(await namesOf(masked)).not.toContain('Familie Jansen')
})

test('views of a list are for who may see the list', async () => {
  await add(maker, parts('Batches', { shared: true }), 'batches')
  const few = await app.build.staff({ rights: [Right.viewCases], customers: [customerID] })
  expect((await app.call(savedViewApi.list, { query: { customerID, list: 'batches' } }).as(few)).status).toBe(403)
  expect((await add(few, parts('Meer'), 'batches')).status).toBe(403)
})

test('every list keeps views', async () => {
  const all = await app.build.staff({ rights: [...new Set(Object.values(rightsOfLists))], customers: [customerID] })
  for (const list of SavedView.shape.list.options) {
    expect((await add(all, parts(`Van ${list}`), list)).status).toBe(200)
    expect(await namesOf(all, list)).toContain(`Van ${list}`)
  }
})

test('a definition of a report keeps as many columns as a report may have, each with a long name', async () => {
  const columns = Array.from({ length: 90 }, (_, at) => `field:veld${at}~${`Een lange naam ${at} `.repeat(5).slice(0, 80)}`).join(',')
  const { status, body } = await add(maker, parts('Alle kolommen', { filters: { columns } }), 'reports')
  expect([status, body.filters]).toEqual([200, { columns }])
})

test('who saves on an older version is told what stands there now', async () => {
  const { body: view } = await add(maker, parts('Tegelijk', { shared: true }))
  expect((await change(sharer, view, parts('Eerst', { shared: true }))).status).toBe(200)
  const refused = await change(maker, view, parts('Later', { shared: true }))
  expect(refused.body).toMatchObject({ error: 'error.conflict', current: { name: 'Eerst', version: 2 }, lastSave: { by: sharer.username } })
})

test('a name is used once, whatever its capitals, and no user keeps more than the limit', async () => {
  const fresh = await app.build.staff({ rights: [Right.viewCases], customers: [customerID] })
  await Promise.all(Array.from({ length: savedViewsMax - 1 }, (_, at) => add(fresh, parts(`Weergave ${at}`))))
  expect((await add(fresh, parts('WEERGAVE 1'))).body).toMatchObject({ error: 'view.nameTaken', field: 'name' })
  const last = await Promise.all([add(fresh, parts('Een')), add(fresh, parts('Twee'))])
  expect(last.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await namesOf(fresh)).filter((name) => /^(Weergave|Een|Twee)/.test(name))).toHaveLength(savedViewsMax)
})

test('renaming and removing are taken back by the one undo, unless somebody changed it since', async () => {
  const { body: view } = await add(maker, parts('Eerste naam', { shared: true }))
  await change(maker, view, parts('Tweede naam', { shared: true }))
  expect((await undoFirst(maker)).body).toMatchObject({ restored: 1, leftAlone: 0 })
  expect(await namesOf(maker)).toContain('Eerste naam')
  await remove(maker, view)
  expect(await namesOf(maker)).not.toContain('Eerste naam')
  expect((await undoFirst(maker)).body).toMatchObject({ restored: 1 })
  expect(await namesOf(maker)).toContain('Eerste naam')
  await change(maker, view, parts('Derde naam', { shared: true }), 5)
  await change(sharer, view, parts('Van een ander', { shared: true }), 6)
  expect((await undoFirst(maker)).body).toMatchObject({ restored: 0, reasons: [{ reason: 'viewChanged', count: 1 }] })
})

test('a removed view is forgotten when it can no longer be undone', async () => {
  const { body: view } = await add(maker, parts('Weg'))
  await remove(maker, view)
  const rows = () => app.db.selectFrom('saved_views').select('id').where('id', '=', view.viewID).execute()
  await sweepViews(app.db, app.clock.now())
  expect(await rows()).toHaveLength(1)
  await sweepViews(app.db, new Date(app.clock.now().getTime() + 11 * 60_000))
  expect(await rows()).toHaveLength(0)
})

test('what a colleague shared stays when they leave, and what they kept to themselves goes', async () => {
  const leaver = await app.build.staff({ rights: [Right.viewBatches, Right.shareViews], customers: [customerID] })
  await add(leaver, parts('Voor allen', { shared: true }), 'batches')
  await add(leaver, parts('Voor zichzelf'), 'batches')
  await app.db.deleteFrom('users').where('id', '=', leaver.userId).execute()
  await sweepViews(app.db, app.clock.now())
  const { body } = await app.call(savedViewApi.list, { query: { customerID, list: 'batches' } }).as(sharer)
  expect(body.find(({ name }) => name === 'Voor allen')).toMatchObject({ by: leaver.username, mine: false, mayChange: true })
  const left = await app.db.selectFrom('saved_views').select('name').where('by_user', '=', leaver.username).execute()
  expect(left).toEqual([{ name: 'Voor allen' }])
})
