import { bulkApi } from '@regie/contract/bulk.ts'
import { noResult } from '@regie/contract/case-filter.ts'
import { caseApi } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../../test/builders.ts'
import { defaultFields } from '../../fields/default-fields.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
let other: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp()
  const script = await app.build.script({ profile: 'incasso_wki' })
  batch = await app.build.batch({ script, cases: 0 })
  other = await app.build.batch({ script, cases: 0 })
  const rights = [Right.viewCases, Right.viewPersonalData, Right.changeCases, Right.closeCases]
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const of = (batchOf: BuiltBatch, case_number: string, more: object) => app.build.case({ batch: batchOf, case_number, ...more })
  await of(batch, 'FILTER-a', { result: 'TOEZ', last_answer: 'mens', outstanding_cents: 10_000 })
  await of(batch, 'FILTER-b', { result: 'TOEZ', last_answer: 'voicemail', outstanding_cents: 25_000, status: 'paused' })
  await of(batch, 'FILTER-c', { result: 'TOEZ', last_answer: 'mens', outstanding_cents: 50_000, paid_cents: 49_000, status: 'closed' })
  await of(batch, 'FILTER-d', { outstanding_cents: 60_000 })
  await of(batch, 'FILTER-e', { outstanding_cents: null })
  await of(other, 'FILTER-f', { result: 'TOEZ', last_answer: 'mens', outstanding_cents: 10_000 })
  const steps = { a: 'bel', b: 'bel', c: 'bel', d: 'mail', e: 'bel' }
  for (const [name, step] of Object.entries(steps))
    await app.db
      .updateTable('case_runs')
      .set({ step, state: name === 'e' ? 'finished' : 'ready' })
      .where('case_id', 'in', (eb) => eb.selectFrom('cases').select('id').where('case_number', '=', `FILTER-${name}`))
      .execute()
})
afterAll(() => app.close())

type Filter = RequestOf<typeof caseApi.list>['query']
const lettersOf = (rows: readonly { caseNumber: string }[]) => rows.map(({ caseNumber }) => caseNumber.slice(-1)).join('')
const asked = (filter: Partial<Filter>) =>
  ({ customerID: batch.customerId, batchID: batch.id, sort: 'caseNumber', direction: 'asc', ...filter }) as const

const filters: [string, Partial<Filter>, string][] = [
  ['a result', { result: 'TOEZ' }, 'abc'],
  ['no result', { result: noResult }, 'de'],
  ['how the last call ended', { answer: 'mens' }, 'ac'],
  ['the next step, which closed and finished cases have not', { step: 'bel' }, 'ab'],
  ['what is open at least', { minCents: 25_000 }, 'bd'],
  ['what is open at most, of which there is a claim', { maxCents: 10_000 }, 'ac'],
  ['an amount from and to', { minCents: 2_000, maxCents: 30_000 }, 'ab'],
  ['several at once', { result: 'TOEZ', answer: 'mens', status: 'open' }, 'a'],
]

test.each(filters)('a batch is filtered by %s, with an exact total', async (_name, filter, expected) => {
  const { body } = await app.call(caseApi.list, { query: asked(filter) }).as(staff)
  expect([lettersOf(body.rows), body.total]).toEqual([expected, { value: expected.length, exact: true }])
})

test.each(filters)('what a search finds is filtered by %s', async (_name, filter, expected) => {
  const { body } = await app.call(caseApi.search, { query: { ...asked(filter), q: 'filter-' } }).as(staff)
  expect([lettersOf(body.rows), body.total.value]).toEqual([expected, expected.length])
})

test.each(filters)('all cases that a filter shows are those that are counted for many: %s', async (_name, filter, expected) => {
  const { body } = await app
    .call(bulkApi.count, { body: { customerID: batch.customerId, filter: { batchID: batch.id, ...filter } } })
    .as(staff)
  expect(body.total).toBe(expected.length)
})

test('an invoice is found by its whole number when asked by it, and by its beginning when not', async () => {
  const { id } = await app.build.case({ batch: other, invoice_number: 'INV-2026-77' })
  await app.build.case({ batch: other, invoice_number: 'INV-2026-770', name: 'INV-2026-77' })
  const find = async (q: string, by?: 'invoice') => {
    const { body } = await app.call(caseApi.search, { query: { customerID: batch.customerId, q, ...(by && { by }) } }).as(staff)
    return body.rows.map(({ caseID }) => caseID)
  }
  expect(await find('inv-2026-77', 'invoice')).toEqual([id])
  expect(await find('inv-2026-7', 'invoice')).toEqual([])
  expect(await find('inv-2026-7')).toHaveLength(2)
})

test('asked by invoice, a number that the script masks is confirmed to nobody who may not see it, whatever else finds the case', async () => {
  const hidden = await app.build.batch({ customerId: batch.customerId })
  const fields = JSON.stringify(defaultFields.map((field) => (field.key === 'factuurnummer' ? { ...field, mask: 'last4' } : field)))
  await app.db.updateTable('scripts').set({ fields }).where('id', '=', hidden.script.id).execute()
  const { id } = await app.build.case({ batch: hidden, invoice_number: 'GEHEIM-4711', case_number: 'GEHEIM-4711' })
  const viewers = { customers: [batch.customerId] }
  const masked = await app.build.staff({ rights: [Right.viewCases], ...viewers })
  const whole = await app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], ...viewers })
  const find = async (by: typeof masked, how: { by?: 'invoice' } = {}) => {
    const { body } = await app.call(caseApi.search, { query: { customerID: batch.customerId, q: 'geheim-4711', ...how } }).as(by)
    return body.rows.map(({ caseID }) => caseID)
  }
  expect(await find(masked)).toEqual([id])
  expect(await find(masked, { by: 'invoice' })).toEqual([])
  expect(await find(whole, { by: 'invoice' })).toEqual([id])
})

test('a filtered list goes on page by page in every order', async () => {
  for (const sort of ['caseID', 'name', 'outstanding', 'status'] as const) {
    const query = { ...asked({ result: 'TOEZ' }), sort, limit: 2 }
    const first = (await app.call(caseApi.list, { query }).as(staff)).body
    const second = (await app.call(caseApi.list, { query: { ...query, cursor: first.nextCursor ?? '' } }).as(staff)).body
    const letters = lettersOf([...first.rows, ...second.rows])
      .split('')
      .toSorted()
      .join('')
    expect(letters, sort).toBe('abc')
    expect(second.nextCursor).toBeNull()
  }
})

test('a filter asks for a batch, and one of this customer', async () => {
  const query = { customerID: batch.customerId, result: 'TOEZ' }
  expect((await app.call(caseApi.list, { query }).as(staff)).body).toMatchObject({ error: 'error.invalid', field: 'batchID' })
  const none = await app.call(caseApi.list, { query: { ...query, batchID: 987_654 } }).as(staff)
  expect(none.body).toMatchObject({ error: 'batch.notFound' })
})

test('the choices are what the cases of the batch have, each with its number', async () => {
  const { body } = await app.call(caseApi.choices, { params: { batchID: batch.id } }).as(staff)
  expect(body.results).toEqual([
    { result: 'TOEZ', count: 3 },
    { result: noResult, count: 2 },
  ])
  expect(body.answers).toEqual([
    { answer: 'mens', count: 2 },
    { answer: 'voicemail', count: 1 },
  ])
  expect(body.steps.map(({ step, count }) => [step, count])).toEqual([
    ['bel', 2],
    ['mail', 1],
  ])
})

test('what was found by a filter is pinned when many are worked on', async () => {
  const body = {
    customerID: batch.customerId,
    filter: { batchID: batch.id, answer: 'mens' as const },
    action: { kind: 'pause' as const, until: null },
  }
  const job = (await app.call(bulkApi.cases, { body }).as(staff)).body
  expect(job).toMatchObject({ total: 2 })
  const { filter } = await app.db.selectFrom('bulk_jobs').select('filter').where('id', '=', job.bulkID).executeTakeFirstOrThrow()
  expect(filter).toMatchObject({ caseIDs: [expect.any(Number), expect.any(Number)] })
})
