import { Right } from '@regie/contract/right-codes.ts'
import { caseListColumns, reportApi } from '@regie/contract/reports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
let masked: Staff
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch({ cases: 0 })
  const rights = [Right.viewCases, Right.exportReports]
  const customers = [batch.customerId]
  staff = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers })
  masked = await app.build.staff({ rights, customers })
  const names = ['Jansen', '=HYPERLINK("x")', ...Array.from({ length: 300 }, (_, at) => `Debiteur ${String(at).padStart(3, '0')}`)]
  for (const name of names) await app.build.case({ batch, name, phone: '+31201234567' })
})
afterAll(() => app.close())

const ask = async (who: Staff, more: object) => {
  const query = { customerID: batch.customerId, locale: 'nl' as const, columns: 'name,phone,status', ...more }
  const { status, text } = await app.call(reportApi.cases, { query }).as(who)
  return { status, text, lines: text.replace('\uFEFF', '').trimEnd().split('\r\n') }
}

test('the file has the columns that are shown, in their order, over all pages, and no formula', async () => {
  const { lines } = await ask(staff, { batchID: batch.id, sort: 'name', direction: 'asc' })
  expect(lines).toHaveLength(303)
  expect(lines[0]).toBe('Naam;Dossiernummer;Telefoon;Status')
  expect(lines.find((line) => line.includes('HYPERLINK'))).toMatch(/^"?'=HYPERLINK/)
  const debtors = lines.filter((line) => line.startsWith('Debiteur'))
  expect(debtors).toEqual(debtors.toSorted())
  expect(debtors).toHaveLength(300)
})

test('filters and what was searched for are those of the list', async () => {
  expect((await ask(staff, { q: 'jansen' })).lines.slice(1)).toEqual([expect.stringMatching(/^Jansen;[^;]+;\+31201234567;Open$/)])
  expect((await ask(staff, { batchID: batch.id, status: 'closed' })).lines).toHaveLength(1)
})

test('every column of the list is in the file', async () => {
  const { lines } = await ask(staff, { q: 'jansen', columns: caseListColumns.join(',') })
  expect(lines[0]?.split(';')).toEqual(
    expect.arrayContaining(['Volgende stap', 'Volgende stap op', '% betaald', 'Toegezegd bedrag', 'Toegezegd op']),
  )
  expect(lines[1]?.split(';')).toHaveLength(lines[0]?.split(';').length ?? 0)
})

test('it is masked as the list is', async () => {
  const { text, lines } = await ask(masked, { batchID: batch.id })
  expect(lines).toHaveLength(303)
  expect(text).not.toContain('+31201234567')
})

test('who may not export is refused, and so are columns that no list has', async () => {
  const without = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  expect((await ask(without, { batchID: batch.id })).status).toBe(403)
  const other = await app.build.staff({ rights: [Right.viewCases, Right.exportReports], customers: [batch.customerId] })
  expect((await ask(other, { columns: 'password' })).text).toContain('error.invalid')
})

test('that somebody took the list is written down', async () => {
  const { rows } = await app.pool.query(`select 1 from audit where action = 'reports.cases' and user_id = $1`, [staff.userId])
  expect(rows.length).toBeGreaterThan(0)
})
