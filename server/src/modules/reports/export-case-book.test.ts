import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildReaders } from '../../../test/build-readers.ts'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
let masked: Staff
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch({ cases: 0 })
  ;({ staff, masked } = await buildReaders(app, batch.customerId))
  const paid = { outstanding_cents: 123_456, paid_cents: 23_456, paid_on: '2026-03-29' }
  const of = (name: string, more: object) => app.build.case({ batch, name, phone: '+31201234567', ...more })
  await of('=HYPERLINK("http://x")', { ...paid, updated_at: new Date('2026-03-29T01:30:00Z'), result: 'TOEZ', attempts: 3 })
  for (let at = 0; at < 300; at++) await of(`Debiteur ${String(at).padStart(3, '0')}`, { outstanding_cents: 100 + at })
})
afterAll(() => app.close())

const ask = (who: Staff, more: object) =>
  app
    .call(reportApi.caseBook, { query: { customerID: batch.customerId, batchID: batch.id, locale: 'nl', columns: 'name', ...more } })
    .as(who)
async function rowsOf(bytes: Buffer) {
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(bytes, { sheet: 0 })) rows.push([...values])
  return rows
}

test('amounts and counts are numbers, days and moments are dates by the clock of Amsterdam, and a formula stays text', async () => {
  const columns = 'name,outstanding,paid,attempts,result,updatedAt,paidShare,promised'
  const { status, headers, bytes } = await ask(staff, { columns, result: 'TOEZ' })
  expect([status, headers['content-type']]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
  expect(headers['content-disposition']).toContain('.xlsx')
  const [heads, row, ...rest] = await rowsOf(bytes)
  expect(rest).toEqual([])
  expect(heads?.slice(0, 4)).toEqual(['Naam', 'Dossiernummer', 'Openstaand', 'Valuta'])
  expect(row?.[0]).toBe('=HYPERLINK("http://x")')
  expect(row?.slice(2, 8)).toEqual([1000, 'EUR', 234.56, new Date('2026-03-29T00:00:00Z'), 3, 'Betalingstoezegging'])
  expect(row?.[8]).toEqual(new Date('2026-03-29T03:30:00Z'))
  expect(row?.[9]).toBeCloseTo(0.19, 2)
  expect(bytes.toString('latin1')).not.toContain('<f>')
})

test('it has all pages in the order of the list, and the filters of what was searched', async () => {
  const all = await rowsOf((await ask(staff, { sort: 'name', direction: 'asc' })).bytes)
  expect(all).toHaveLength(302)
  const found = await rowsOf(
    (await ask(staff, { q: 'debiteur', minCents: '100', maxCents: '109', sort: 'outstanding', direction: 'desc' })).bytes,
  )
  expect(found.slice(1).map(([name]) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `Debiteur 00${9 - at}`))
})

test('it is masked as the list is, and refused where the list is', async () => {
  const rows = await rowsOf((await ask(masked, { columns: 'name,phone', result: 'TOEZ' })).bytes)
  expect(JSON.stringify(rows)).not.toContain('201234567')
  const without = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  expect((await ask(without, {})).status).toBe(403)
  const third = await app.build.staff({ rights: [Right.viewCases, Right.exportReports], customers: [batch.customerId] })
  expect((await ask(third, { columns: 'password' })).text).toContain('error.invalid')
})
