import { blacklistApi } from '@regie/contract/blacklist.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { endListings } from './end-listings.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.changeCases, Right.closeCases, Right.viewPersonalData]
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights: [...rights, Right.removeFromBlacklist], customers: [batch.customerId] })
})
afterAll(() => app.close())

const params = ({ id }: BuiltCase) => ({ params: { caseID: id } })
const versionOf = async (one: BuiltCase) => (await app.call(caseApi.get, { ...params(one), query: {} }).as(staff)).body.version
const give = async (one: BuiltCase, resultCode: string) => {
  app.clock.advance(60_000)
  const body = { version: await versionOf(one), resultCode, retention: '1y' as const }
  return app.call(caseActionApi.setResult, { ...params(one), body }).as(staff)
}
const listed = async (one: BuiltCase) =>
  (await app.call(blacklistApi.ofCase, params(one)).as(staff)).body.map(({ reason, value }) => `${reason} ${value}`)
const email = async (one: BuiltCase) => (await app.call(caseActionApi.permission, params(one)).as(staff)).body.email
const undoLast = async () => {
  app.clock.advance(60_000)
  const { body } = await app.call(undoApi.list, {}).as(staff)
  return app.call(undoApi.undo, { params: { token: body[0]?.token ?? '' } }).as(staff)
}
const eventsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('timeline').select('event').where('case_id', '=', id).orderBy('id').execute()).map(({ event }) => event)

test('a closing that is undone takes its own entry off, and not the one that stood there before', async () => {
  const [first, second] = [await app.build.case({ batch, email: 'een@x.nl' }), await app.build.case({ batch, email: 'een@x.nl' })]
  await give(first, 'AFM')
  await give(second, 'OVL')
  expect(await listed(second)).toEqual(['AFM een@x.nl', 'OVL een@x.nl'])
  expect((await undoLast()).body).toMatchObject({ restored: 1 })
  expect(await listed(second)).toEqual(['AFM een@x.nl'])
  expect(await email(second)).toMatchObject({ ok: false, reason: 'blacklisted' })
  expect(await eventsOf(second)).toContain('personUnlisted')
})

test('a result that blacklists without closing can be undone as well', async () => {
  const one = await app.build.case({ batch, email: 'twee@x.nl' })
  await give(one, 'AFM')
  await undoLast()
  expect(await listed(one)).toEqual([])
})

test('reopening takes the entry of the closing off; undone, it stands there again', async () => {
  const one = await app.build.case({ batch, email: 'drie@x.nl' })
  await give(one, 'OVL')
  app.clock.advance(15 * 60_000)
  const body = { version: await versionOf(one), restart: false }
  await app.call(caseActionApi.reopen, { ...params(one), body }).as(staff)
  expect(await listed(one)).toEqual([])
  await undoLast()
  expect(await listed(one)).toEqual(['OVL drie@x.nl'])
})

test('an entry is removed by hand with a reason, by who holds the right; who did it and why stays', async () => {
  const one = await app.build.case({ batch, email: 'vier@x.nl' })
  await give(one, 'AFM')
  const [entry] = (await app.call(blacklistApi.ofCase, params(one)).as(staff)).body
  const ask = (reason: string) =>
    app.call(blacklistApi.remove, { params: { caseID: one.id, blacklistID: entry?.blacklistID ?? 0 }, body: { reason } })
  const agent = await app.build.staff({ rights, customers: [batch.customerId] })
  expect((await ask('Vergissing').as(agent)).status).toBe(403)
  expect((await ask(' ').as(staff)).body).toMatchObject({ error: 'blacklist.reasonMissing' })
  expect((await ask('Vergissing').as(staff)).body).toEqual([])
  expect((await ask('Vergissing').as(staff)).body).toMatchObject({ error: 'blacklist.notFound' })
  const kept = await app.db.selectFrom('blacklist').select(['removed_by', 'removed_reason']).where('case_id', '=', one.id).execute()
  expect(kept).toEqual([{ removed_by: staff.username, removed_reason: 'Vergissing' }])
  const { rows } = await app.pool.query(
    `select count(*)::int as lines from audit where entity = 'blacklist' and after::text like '%Vergissing%'`,
  )
  expect(rows).toEqual([{ lines: 1 }])
  const elsewhere = await app.build.case({ batch, email: 'vijf@x.nl' })
  expect(
    (
      await app
        .call(blacklistApi.remove, { params: { caseID: elsewhere.id, blacklistID: entry?.blacklistID ?? 0 }, body: { reason: 'x' } })
        .as(staff)
    ).status,
  ).toBe(404)
})

const wakeAt = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('case_runs').select('due_at').where('case_id', '=', id).executeTakeFirstOrThrow()).due_at
const removeFirst = async (one: BuiltCase) => {
  const [entry] = (await app.call(blacklistApi.ofCase, params(one)).as(staff)).body
  const removal = { params: { caseID: one.id, blacklistID: entry?.blacklistID ?? 0 }, body: { reason: 'Vergissing' } }
  return app.call(blacklistApi.remove, removal).as(staff)
}

test('removing an entry wakes every case that it held, whichever of its numbers it was', async () => {
  const one = await app.build.case({ batch, mobile: '+31612340001', phone: '+31201234000' })
  const [other, elsewhere] = [
    await app.build.case({ batch, phone: '+31612340001' }),
    await app.build.case({ batch: await app.build.batch({ script: batch.script }), mobile: '+31201234000' }),
  ]
  await give(one, 'AFM')
  const later = new Date(app.clock.now().getTime() + 6 * 3_600_000)
  const held = { state: 'sleeping', held: 'blacklisted', due_at: later }
  const ids = [one.id, other.id, elsewhere.id]
  await app.db.updateTable('case_runs').set(held).where('case_id', 'in', ids).execute()
  expect((await removeFirst(one)).status).toBe(200)
  expect((await removeFirst(one)).status).toBe(200)
  expect(await listed(one)).toEqual([])
  const now = app.clock.now()
  expect(await Promise.all([one, other, elsewhere].map(wakeAt))).toEqual([now, now, now])
})

test('an entry that ends by its day wakes the cases that it held, once', async () => {
  const one = await app.build.case({ batch, email: 'tot-dan@x.nl' })
  await give(one, 'AFM')
  app.clock.advance(366 * 24 * 3_600_000)
  const later = new Date(app.clock.now().getTime() + 6 * 3_600_000)
  const hold = () =>
    app.db.updateTable('case_runs').set({ state: 'sleeping', held: 'blacklisted', due_at: later }).where('case_id', '=', one.id)
  await hold().execute()
  expect(await endListings(app.services.db, app.clock.now())).toBeGreaterThan(0)
  expect(await wakeAt(one)).toEqual(app.clock.now())
  await hold().execute()
  expect(await endListings(app.services.db, app.clock.now())).toBe(0)
  expect(await wakeAt(one)).toEqual(later)
  staff = { ...staff, secret: await app.build.session(staff.userId) }
})

test('a second number that only a field holds is shown on its case and can be removed there', async () => {
  const fields = JSON.stringify({ telefoon1: '+31201234001', telefoon2: '+31201234002' })
  const one = await app.build.case({ batch, phone: '+31201234001', fields })
  await give(one, 'AFM')
  expect((await listed(one)).toSorted()).toEqual(['AFM +31201234001', 'AFM +31201234002'])
  await removeFirst(one)
  expect((await removeFirst(one)).body).toEqual([])
})
