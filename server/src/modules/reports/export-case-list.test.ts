import { Right } from '@regie/contract/right-codes.ts'
import { caseListColumns, reportApi } from '@regie/contract/reports.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildReaders } from '../../../test/build-readers.ts'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { amountSql, amountText, daySql, dayText, momentSql, momentText } from '../../platform/documents/cell-formats.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
let masked: Staff
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch({ cases: 0 })
  ;({ staff, masked } = await buildReaders(app, batch.customerId))
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
  expect((await ask(staff, { q: 'jansen', status: 'closed' })).lines).toHaveLength(1)
})

test('what was found is searched once, however many parts the file has, in the order of the list', async () => {
  const { busy, who } = await buildBusy()
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const { lines } = await ask(who, {
    ...{ customerID: busy.customerId, q: 'zoektocht', sort: 'name', direction: 'desc', columns: 'name,result' },
  })
  const searches = statements.mock.calls.filter(([query]) => JSON.stringify(query ?? '').includes('search_case_ids'))
  statements.mockRestore()
  expect(searches).toHaveLength(1)
  expect(lines).toHaveLength(2_501)
  const names = lines.slice(1).map((line) => line.split(';')[0] ?? '')
  expect(names).toEqual(names.toSorted().toReversed())
  expect(lines[1]).toMatch(/;Retour opdrachtgever$/)
})

test('what a filter leaves is looked for once, however many parts the file has, in the order of the list', async () => {
  const { busy, who } = await buildBusy()
  await app.build.case({ batch: busy, name: 'Zonder resultaat' })
  await app.build.case({ batch: busy, name: 'Gesloten', result: 'RET', status: 'closed' })
  const query = { customerID: busy.customerId, batchID: busy.id, result: 'RET', status: 'open', columns: 'name,result' }
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const { lines } = await ask(who, { ...query, sort: 'name', direction: 'desc' })
  const looks = statements.mock.calls.filter(([one]) => JSON.stringify(one ?? '').includes(`coalesce(c.result, '') =`))
  statements.mockRestore()
  expect(looks).toHaveLength(1)
  expect(lines).toHaveLength(2_501)
  const names = lines.slice(1).map((line) => line.split(';')[0] ?? '')
  expect(names).toEqual(names.toSorted().toReversed())
  expect(lines.slice(1).every((line) => line.endsWith(';Retour opdrachtgever'))).toBe(true)
})

test('a filtered file is refused as the list is: without a batch of that customer, or in an order of what is masked', async () => {
  const query = { batchID: batch.id, minCents: 1 }
  expect((await ask(staff, { ...query, batchID: undefined })).text).toContain('error.invalid')
  const strange = await app.build.batch({ cases: 0 })
  for (const batchID of [strange.id, 987_654]) {
    const { status, text } = await ask(staff, { ...query, batchID })
    expect(status).toBe(404)
    expect(text).toContain('batch.notFound')
  }
  const { text } = await ask(staff, { ...query, customerID: strange.customerId, batchID: strange.id })
  expect(text).toContain('customer.notFound')
  const script = await app.build.script({})
  const label = { nl: 'n', eng: 'n', fr: 'n' }
  const field = { key: 'achternaam', label, type: 'text', mask: 'all', required: false, maxLength: 100, aliases: [] }
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify([field]) })
    .where('id', '=', script.id)
    .execute()
  const hidden = await app.build.batch({ script, cases: 1 })
  const agent = await app.build.staff({ rights: [Right.viewCases, Right.exportReports], customers: [hidden.customerId] })
  const byName = await ask(agent, { customerID: hidden.customerId, batchID: hidden.id, minCents: 1, sort: 'name' })
  expect(byName.text).toContain('case.orderHidden')
})

async function buildBusy() {
  const busy = await app.build.batch({ cases: 0 })
  const who = await app.build.staff({
    rights: [Right.viewCases, Right.exportReports, Right.viewPersonalData],
    customers: [busy.customerId],
  })
  await sql`
    insert into cases (customer_id, batch_id, case_number, name, result)
    select ${busy.customerId}, ${busy.id}, 'Z' || n, 'Zoektocht ' || lpad((n * 7919 % 2500)::text, 4, '0'), 'RET'
    from generate_series(1, 2500) n`.execute(app.db)
  return { busy, who }
}

test('amounts and moments as the other report has them', async () => {
  for (const cents of [0, 5, 123_456, -250, 1_000_000_00]) {
    const { rows } = await sql<{ text: string }>`select ${sql.raw(amountSql(`${cents}::bigint`))} as text`.execute(app.db)
    expect(rows[0]?.text).toBe(amountText(cents))
  }
  for (const iso of ['2026-03-29T00:59:59.000Z', '2026-10-25T01:00:00.000Z', '2025-12-31T23:30:00.000Z', '2026-06-03T22:00:00.000Z']) {
    const { rows } = await sql<{ moment: string; day: string }>`
      select ${sql.raw(momentSql(`'${iso}'::timestamptz`))} as moment, ${sql.raw(daySql(`'${iso}'::date`))} as day`.execute(app.db)
    expect(rows[0]).toEqual({ moment: momentText(iso), day: dayText(iso.slice(0, 10)) })
  }
})

test('every column of the list is in the file', async () => {
  const { lines } = await ask(staff, { q: 'jansen', columns: caseListColumns.join(',') })
  expect(lines[0]?.split(';')).toEqual(
    expect.arrayContaining(['Volgende stap', 'Volgende stap op', '% betaald', 'Toegezegd', 'Toegezegd op']),
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
