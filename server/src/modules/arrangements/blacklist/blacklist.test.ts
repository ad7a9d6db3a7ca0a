import { blacklistApi } from '@regie/contract/blacklist.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'

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
