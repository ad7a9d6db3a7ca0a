import { arrangementApi } from '@regie/contract/arrangements.ts'
import { auditApi } from '@regie/contract/audit.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { loginApi } from '@regie/contract/login.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../open-test-app.ts'
import { type FormerVersion, readFormerVersion, upgradeFormerVersion } from './open-former-version.ts'

// Version 35, written by the product of that time: a file of 14 cases was imported, their mails left, one paid and another stands at
// the bank; a promise, a plan, a complaint and a dispute; two closed, one of those taken back and the other reopened; one on the
// blacklist, two linked; the batch paused. Beside it the demo.
const password = 'Proef-2026-proef!'
const secretKey = Buffer.alloc(32, 7).toString('base64')
const now = '2026-11-22T01:38:30Z'
const batchID = 3

let app: TestApp
let former: FormerVersion
let applied: string[]

beforeAll(async () => {
  former = readFormerVersion(35)
  app = await openTestApp({
    start: now,
    env: { SECRET_KEY: secretKey },
    fill: async (ownerUrl) => {
      applied = await upgradeFormerVersion(ownerUrl, former)
    },
  })
})
afterAll(() => app.close())

const signIn = async () => {
  const { status, headers } = await app.call(loginApi.logIn, { body: { username: 'beheer', password } }).asNobody()
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  return { status, cookie }
}
const asManager = async () => (await signIn()).cookie

/** Every table of that time by the name that it has now. */
const renamed: Record<string, string> = {
  deeds: 'undo_entries',
  deed_cases: 'undo_cases',
  promises: 'payment_promises',
  promise_parts: 'payment_promise_parts',
}

/** Rights that came since: providers, for the group that holds every right; booking payments, sharing views, forwarding and teams, for team leads and administrators too. */
const cameSince: Record<string, number> = { right_objects: 6, right_group_objects: 1 + 3 + 3 + 3 + 3 + 2 }

test('the migrations that came since have run', () => {
  expect(applied.length).toBeGreaterThan(0)
  expect(applied[0]).toMatch(/^0036-/)
})

test('every row of every table is still there', async () => {
  for (const [table, rows] of Object.entries(former.tables)) {
    const { rows: counted } = await app.pool.query<{ count: string }>(`select count(*) from ${renamed[table] ?? table}`)
    expect({ table, rows: Number(counted[0]?.count) }).toEqual({ table, rows: rows.length + (cameSince[table] ?? 0) })
  }
})

test('the sums of money are the same', async () => {
  const sum = (table: string, column: string) => (former.tables[table] ?? []).reduce((total, row) => total + Number(row[column] ?? 0), 0)
  const found = await app.pool.query<{ outstanding: string; links: string; promised: string }>(`
    select
      (select sum(outstanding_cents) from cases) as outstanding,
      (select sum(amount_cents) from payment_links) as links,
      (select sum(amount_cents) from payment_promise_parts) as promised`)
  expect(found.rows[0]).toEqual({
    outstanding: sum('cases', 'outstanding_cents'),
    links: sum('payment_links', 'amount_cents'),
    promised: sum('promise_parts', 'amount_cents'),
  })
})

test('the counters of the batches are still those that a recount finds', async () => {
  const { rows } = await app.pool.query(
    `select *
     from batch_counters_recounted r
     full join batch_counters k using (customer_id, batch_id)
     where r.open is distinct from k.open or r.closed is distinct from k.closed`,
  )
  expect(rows).toEqual([])
})

test('staff sign in with the password that they had', async () => {
  expect((await signIn()).status).toBe(200)
})

test('the batch and its cases are listed as they stood', async () => {
  const cookie = await asManager()
  const { body: batch } = await app.call(batchApi.get, { params: { batchID } }).asNobody({ cookie })
  expect(batch).toMatchObject({ name: 'Oude batch', status: 'paused', counts: { total: 14, open: 8, closed: 1, paused: 5, paid: 1 } })
  const paid = former.tables['cases']?.find((row) => row['case_number'] === 'V1013')
  const params = { caseID: Number(paid?.['id']) }
  const { body: found } = await app.call(caseApi.get, { query: {}, params }).asNobody({ cookie })
  expect(found).toMatchObject({ caseNumber: 'V1013', status: 'closed', result: 'BET', outstandingCents: 0 })
  const { body: payments } = await app.call(caseApi.payments, { params }).asNobody({ cookie })
  expect(found.paidCents).toBe(payments.links.find(({ state }) => state === 'paid')?.amountCents)
})

test('what was arranged stands with its case', async () => {
  const cookie = await asManager()
  const promise = former.tables['promises']?.find((row) => row['kind'] === 'plan')
  const { body } = await app.call(arrangementApi.list, { params: { caseID: Number(promise?.['case_id']) } }).asNobody({ cookie })
  expect(body.promises).toMatchObject([{ kind: 'plan', state: 'open', parts: [{ amountCents: 1000 }, { amountCents: 1300 }] }])
  const complaint = former.tables['complaints']?.find((row) => row['kind'] === 'complaint')
  const { body: other } = await app.call(arrangementApi.list, { params: { caseID: Number(complaint?.['case_id']) } }).asNobody({ cookie })
  expect(other.complaints).toMatchObject([{ kind: 'complaint', state: 'open', text: 'Ik ben niet tevreden' }])
})

test('what could be taken back then can be taken back now', async () => {
  const cookie = await asManager()
  const { body: entries } = await app.call(undoApi.list).asNobody({ cookie })
  expect(entries.length).toBeGreaterThan(0)
  const [newest] = entries
  const { status } = await app.call(undoApi.undo, { params: { token: newest?.token ?? '' } }).asNobody({ cookie })
  expect(status).toBe(200)
})

test('entries of the audit log read by their present names, and their chain is whole', async () => {
  const cookie = await asManager()
  const { body } = await app.call(auditApi.list, { query: { action: 'cases.close', limit: 50 } }).asNobody({ cookie })
  expect(body.rows.map(({ action }) => action)).toEqual(['cases.close', 'cases.close'])
  const { body: chain } = await app.call(auditApi.chain).asNobody({ cookie })
  expect(chain).toMatchObject({ intact: true })
})
