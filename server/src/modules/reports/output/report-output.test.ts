import { batchApi } from '@regie/contract/batches.ts'
import { type ReportWish, reportRowsMax } from '@regie/contract/report-wish.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { streamXlsxRows } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
let reporter: Staff
let masked: Staff
const rights = [Right.reportBatches, Right.reportScripts, Right.viewCases, Right.exportReports]
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch({ cases: 0 })
  const customers = [batch.customerId]
  reporter = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers })
  masked = await app.build.staff({ rights, customers })
  const money = { outstanding_cents: 100_000, paid_cents: 25_000, paid_on: '2026-03-29' }
  // The night in which the clock goes forward, and the one in which it has an hour twice.
  await buildCase('=1+1', { ...money, phone: '+31201234567', created_at: new Date('2026-03-28T23:30:00Z') })
  await buildCase('Vries', { outstanding_cents: 5_050, created_at: new Date('2026-10-25T00:30:00Z') })
  await buildCase('Bakker', { outstanding_cents: 4_950, status: 'closed', created_at: new Date('2026-10-25T01:30:00Z') })
})
afterAll(() => app.close())

const buildCase = (name: string, more: object) =>
  app.build.case({ batch, name, fields: JSON.stringify({ hoofdsom: '12.5', klantnummer: '+1' }), ...more })
const columnsOf = (inputs: string) => inputs.split(' ').map((input) => ({ input, report: `Kop ${input}` }))
type More = Partial<Omit<Extract<ReportWish, { kind: 'batch' }>, 'kind'>>
const wish = (inputs: string, more: More = {}) => ({
  ...{ kind: 'batch' as const, batchIDs: [batch.id], locale: 'nl' as const, columns: columnsOf(inputs) },
  ...more,
})
const show = (who: Staff, body: ReturnType<typeof wish>) => app.call(reportApi.batchOutput, { body }).as(who)
const named = async (more: More) => (await show(reporter, wish('name', more))).body.rows.flat()

test('a report has the columns asked for, in that order and under those names, each as what it is', async () => {
  const { body } = await show(reporter, wish('outstanding name paidAt paidShare field:hoofdsom'))
  expect(body.columns.map(({ report, type }) => [report, type])).toEqual([
    ['Kop outstanding', 'amount'],
    ['Kop name', 'text'],
    ['Kop paidAt', 'day'],
    ['Kop paidShare', 'share'],
    ['Kop field:hoofdsom', 'amount'],
  ])
  expect(body.rows[0]).toEqual([75_000, '=1+1', '2026-03-29', 0.25, 1_250])
  expect(body).toMatchObject({ total: 3, truncated: false })
})

test('days of a period are Dutch days, also on those of the clock change', async () => {
  const on = (day: string) => named({ period: { from: day, to: day } })
  expect(await on('2026-03-29')).toEqual(['=1+1'])
  expect(await on('2026-03-28')).toEqual([])
  expect(await on('2026-10-25')).toEqual(['Vries', 'Bakker'])
  expect(await named({ period: { from: '2026-03-29', to: '2026-03-29' }, filters: { periodOf: 'paidAt' } })).toEqual(['=1+1'])
})

test('cases are added up by the hour, and the hour that the clock has twice stays two', async () => {
  const { body } = await show(reporter, wish('name outstanding', { granularity: 'hour', period: { from: '2026-10-25', to: '2026-10-25' } }))
  expect(body.columns.map(({ report }) => report)).toEqual(['Periode', 'Valuta', 'Dossiers', 'Kop outstanding'])
  expect(body.rows).toEqual([
    [expect.stringMatching('^2026-10-25T00:00'), 'EUR', 1, 5_050],
    [expect.stringMatching('^2026-10-25T01:00'), 'EUR', 1, 4_950],
  ])
  expect((await show(reporter, wish('outstanding', { granularity: 'month' }))).body.rows).toEqual([
    ['2026-03-01', 'EUR', 1, 75_000],
    ['2026-10-01', 'EUR', 2, 10_000],
  ])
})

test('filters leave the cases of a status and a result', async () => {
  expect(await named({ filters: { status: 'closed' } })).toEqual(['Bakker'])
  expect(await named({ filters: { result: '-' } })).toHaveLength(3)
  expect(await named({ filters: { result: "x' or '1" } })).toEqual([])
})

test('what cannot be reported is refused with its reason', async () => {
  const refusal = async (inputs: string, more: More = {}) => (await show(reporter, wish(inputs, more))).body
  expect(await refusal('name', { period: { from: '2026-03-02', to: '2026-03-01' } })).toMatchObject({ error: 'report.periodReversed' })
  expect(await refusal('name', { period: { from: '2016-03-02', to: '2026-03-01' } })).toMatchObject({ error: 'report.periodTooLong' })
  expect(await refusal('name', { granularity: 'hour', filters: { periodOf: 'paidAt' } })).toMatchObject({ error: 'report.hoursOfDay' })
  expect(await refusal('field:vroeger')).toMatchObject({ error: 'report.columnGone', params: { name: 'Kop field:vroeger' } })
  expect(await refusal('nextStep')).toMatchObject({ error: 'report.columnGone' })
  const twice = { columns: ['name', 'city'].map((input) => ({ input, report: input === 'name' ? 'Wie' : 'wie' })) }
  expect(await refusal('name', twice)).toMatchObject({ error: 'report.columnTwice' })
  const strange = await app.build.batch({ cases: 1 })
  expect(await refusal('name', { batchIDs: [batch.id, strange.id] })).toMatchObject({ error: 'batch.notFound' })
})

test('a report is made while its batch is being closed', async () => {
  const own = await app.build.batch({ script: batch.script, cases: 3 })
  const closer = await app.build.staff({ rights: [Right.closeBatches, Right.viewBatches], customers: [own.customerId] })
  const close = app.call(batchApi.close, { params: { batchID: own.id }, body: { resultCode: 'BSL' } }).as(closer)
  const reports = [show(reporter, wish('status', { batchIDs: [own.id] })), show(reporter, wish('status', { batchIDs: [own.id] }))]
  for (const { body, status } of await Promise.all(reports)) {
    expect(status).toBe(200)
    // One moment: the batch is open or closed, never half of it.
    expect(new Set(body.rows.flat()).size).toBe(1)
  }
  expect((await close).status).toBeLessThan(300)
  expect((await show(reporter, wish('status', { batchIDs: [own.id] }))).body.rows.flat()).toEqual(['Gesloten', 'Gesloten', 'Gesloten'])
})

test('a report of a script has the cases of all its batches', async () => {
  const script = await app.build.script({})
  const customers = [script.customerId]
  const who = await app.build.staff({ rights, customers })
  for (const name of ['Maart', 'April']) await app.build.batch({ script, name, cases: 2 })
  const body = { kind: 'script' as const, scriptID: script.id, locale: 'nl' as const, columns: columnsOf('batch') }
  const { rows } = (await app.call(reportApi.scriptOutput, { body }).as(who)).body
  expect(rows.flat()).toEqual(['Maart', 'Maart', 'April', 'April'])
  const other = await app.build.staff({ rights: [Right.reportBatches, Right.viewCases, Right.exportReports], customers })
  expect((await app.call(reportApi.csv, { body }).as(other)).body).toMatchObject({ error: 'error.rightMissing' })
})

test('the mapping says what each column has in it, masked as everywhere', async () => {
  const query = { batchID: batch.id, customerID: batch.customerId }
  const mapping = (await app.call(reportApi.batchMapping, { query }).as(masked)).body
  const of = (input: string) => mapping.find((column) => column.input === input)
  expect(of('phone')).toMatchObject({ example: '+312••••••67', personal: true, cells: ['+312••••••67', null, null] })
  expect(of('field:hoofdsom')).toMatchObject({ report: 'Hoofdsom', example: '12,50', type: 'amount' })
  // Only who may see the report of payments has it.
  expect(of('linkPaidAt')).toBeUndefined()
  expect(new Set(mapping.map(({ report }) => report.toLowerCase())).size).toBe(mapping.length)
  const foreign = await app.build.customer()
  const elsewhere = await app.build.staff({ rights, customers: [batch.customerId, foreign.id] })
  const wrong = await app.call(reportApi.batchMapping, { query: { ...query, customerID: foreign.id } }).as(elsewhere)
  expect(wrong.body).toMatchObject({ error: 'batch.notFound' })
})

test('files have the same cells, and neither a cell nor a heading is a formula', async () => {
  const body = { ...wish('name outstanding phone field:klantnummer importedAt') }
  body.columns.splice(0, 1, { input: 'name', report: '=2+2' })
  const csv = (await app.call(reportApi.csv, { body }).as(reporter)).text.replace('\uFEFF', '').split('\n')
  expect(csv[0]?.trim()).toBe("'=2+2;Kop outstanding;Kop phone;Kop field:klantnummer;Kop importedAt")
  expect(csv[1]).toBe("'=1+1;750,00;+31201234567;+1;29-03-2026 00:30")
  const { bytes } = await app.call(reportApi.excel, { body }).as(reporter)
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(bytes, { sheet: 0 })) rows.push([...values])
  expect(rows[0]?.[0]).toBe('=2+2')
  expect(rows[1]).toEqual(['=1+1', 750, '+31201234567', '+1', new Date('2026-03-29T00:30:00Z')])
  expect(rows).toHaveLength(4)
})

test('a text with quotes, backslashes and line ends comes whole out of the workbook', async () => {
  const own = await app.build.batch({ script: batch.script, cases: 0 })
  const name = 'a\\nb "c" \\ d\te\nf \\\\ ünï'
  await app.build.case({ batch: own, name })
  const { bytes } = await app.call(reportApi.excel, { body: wish('name', { batchIDs: [own.id] }) }).as(reporter)
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(bytes, { sheet: 0 })) rows.push([...values])
  expect(rows[1]?.[0]).toBe(name)
})

test('a screen shows five thousand rows and says how many there are', async () => {
  const own = await app.build.batch({ script: batch.script, cases: 0 })
  await sql`
    insert into cases (customer_id, batch_id, case_number, name)
    select ${own.customerId}, ${own.id}, 'V' || n, 'Veel' from generate_series(1, ${reportRowsMax + 1}) n`.execute(app.db)
  const { body } = await show(reporter, wish('name', { batchIDs: [own.id] }))
  expect([body.rows.length, body.total, body.truncated]).toEqual([reportRowsMax, reportRowsMax + 1, true])
})

test('batches to choose from come with their cases and money, those of demos not', async () => {
  const query = { customerID: batch.customerId }
  const { body } = await app.call(reportApi.batches, { query }).as(reporter)
  const own = body.find(({ batchID }) => batchID === batch.id)
  expect(own).toMatchObject({ cases: 3, open: 2, money: [{ currency: 'EUR', claimedCents: 110_000, paidCents: 25_000 }] })
  await app.db.updateTable('batches').set({ is_demo: true }).where('id', '=', batch.id).execute()
  const without = (await app.call(reportApi.batches, { query }).as(reporter)).body.map(({ batchID }) => batchID)
  await app.db.updateTable('batches').set({ is_demo: false }).where('id', '=', batch.id).execute()
  expect(without).not.toContain(batch.id)
})

test('who looked at a report stands in the audit log', async () => {
  await show(masked, wish('name'))
  const { rows } = await app.pool.query(`select 1 from audit where action = 'reports.batchOutput' and user_id = $1`, [masked.userId])
  expect(rows.length).toBeGreaterThan(0)
})
