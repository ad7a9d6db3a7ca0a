import { caseApi } from '@regie/contract/cases.ts'
import { forecastMax, retentionApi } from '@regie/contract/retention.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { usualPeriods } from './periods.ts'
import { takeAwayOld } from './take-away-old.ts'

let app: TestApp
let batch: BuiltBatch
let keeper: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T00:15:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('retention_periods').execute()
  batch = await app.build.batch({ script: await app.build.script({ profile: 'incasso_wki' }) })
  keeper = await app.build.staff({ rights: [Right.changeRetention], customers: [batch.customerId] })
})

const monthsAgo = (months: number) => {
  const day = new Date(app.clock.now())
  day.setUTCMonth(day.getUTCMonth() - months)
  return day
}
const closedCase = (months: number, more = {}) =>
  app.build.case({
    batch,
    status: 'closed',
    status_at: monthsAgo(months),
    ...{ name: 'J. Jansen', phone: '+31612345678', email: 'jansen@example.nl', outstanding_cents: 10_000 },
    ...more,
  })
const night = (signal = new AbortController().signal) => takeAwayOld(app.services, { signal })
const periods = { ...usualPeriods }
const save = (change: Partial<typeof periods> = {}, version = 1, by = keeper, customerID = batch.customerId) =>
  app.call(retentionApi.change, { params: { customerID }, body: { periods: { ...periods, ...change }, version } }).as(by)
const caseOf = (id: number) => app.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const pay = (caseId: number, months: number) =>
  app.db
    .insertInto('payments')
    .values({
      ...{
        customer_id: batch.customerId,
        case_id: caseId,
        batch_id: batch.id,
        amount_cents: 2_500,
        currency: 'EUR',
        paid_on: '2020-01-02',
      },
      ...{ note: 'J. Jansen', booked_by: 'mees', method: 'bank', at: monthsAgo(months) },
    })
    .execute()
const sums = async () => {
  const { rows } = await sql`
    select (select jsonb_agg(b order by batch_id) from batch_counters b) as counters,
      (select jsonb_agg(b order by batch_id) from batch_counters_recounted b) as recounted,
      (select jsonb_agg(m order by batch_id) from batch_money_now m) as money,
      (select jsonb_agg(jsonb_build_array(day, cases, claimed, received) order by script_id, day) from (
        select script_id, day, sum(cases) as cases, sum(claimed_cents) as claimed, sum(received_cents) as received
        from money_days_now group by 1, 2) d) as days`.execute(app.db)
  return rows[0]
}

test('nothing goes before somebody has said how long things are kept', async () => {
  const old = await closedCase(120)
  await night()
  expect((await caseOf(old.id)).name).toBe('J. Jansen')
})

test('a case past its period becomes that of nobody, and every figure stays', async () => {
  const old = await closedCase(25)
  const young = await closedCase(23)
  await app.db
    .insertInto('case_notes')
    .values({ customer_id: batch.customerId, case_id: old.id, text: 'Zegt dat hij Jansen heet', by_user: 'mees', at: monthsAgo(26) })
    .execute()
  expect((await save()).status).toBe(200)
  const before = await sums()
  await night()
  const gone = await caseOf(old.id)
  expect(gone).toMatchObject({ name: '', phone: null, email: null, fields: {}, status: 'closed', outstanding_cents: 10_000 })
  expect(gone.case_number).toBe(`anoniem-${old.id}`)
  expect((await caseOf(young.id)).name).toBe('J. Jansen')
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const shown = async (caseID: number) => (await app.call(caseApi.get, { params: { caseID }, query: {} }).as(reader)).body
  expect(await shown(old.id)).toMatchObject({ anonymousAt: app.clock.now().toISOString() })
  expect(await shown(young.id)).toMatchObject({ anonymousAt: null, textsGoneAt: null })
  const { rows } = await sql`select text from case_notes where case_id = ${old.id}`.execute(app.db)
  expect(rows).toEqual([{ text: '–' }])
  const { rows: found } = await sql`select from case_search where case_id = ${old.id}`.execute(app.db)
  expect(found).toEqual([])
  expect(await sums()).toEqual(before)
  // A second night has nothing to do.
  await night()
  expect(await caseOf(old.id)).toEqual(gone)
})

test('what is not over stays, and the night says why', async () => {
  const arranged = { customer_id: batch.customerId, by_user: 'mees', at: monthsAgo(30) }
  const disputed = await closedCase(30)
  await app.db
    .insertInto('complaints')
    .values({ ...arranged, case_id: disputed.id, kind: 'dispute', text: 'Klopt niet', state: 'open' })
    .execute()
  const helped = await closedCase(30)
  await app.db
    .insertInto('debt_help')
    .values({ ...arranged, case_id: helped.id, kind: 'BEW', organisation: 'Bewind BV', began_on: '2024-01-01' })
    .execute()
  const planned = await closedCase(30)
  await app.db
    .insertInto('payment_promises')
    .values({ ...arranged, case_id: planned.id, kind: 'plan', state: 'open' })
    .execute()
  const open = await app.build.case({ batch, status: 'open', status_at: monthsAgo(60), name: 'J. Jansen' })
  await save()
  await night()
  for (const { id } of [disputed, helped, planned, open]) expect((await caseOf(id)).name).toBe('J. Jansen')
  const { body } = await app.call(retentionApi.get, { params: { customerID: batch.customerId } }).as(keeper)
  expect(body.runs.find((run) => run.class === 'cases')).toMatchObject({
    ...{ gone: 0, held: { dispute: 1, debtHelp: 1, plan: 1 } },
    finishedAt: expect.any(String),
  })
})

test('a case with money in the books waits for seven years since the last of it', async () => {
  const recent = await closedCase(90)
  await pay(recent.id, 80)
  const old = await closedCase(90)
  await pay(old.id, 89)
  await save()
  await night()
  expect((await caseOf(recent.id)).name).toBe('J. Jansen')
  expect(await caseOf(old.id)).toMatchObject({ name: '', paid_cents: 2_500 })
  const { rows } = await sql`select note, amount_cents::int as cents from payments where case_id = ${old.id}`.execute(app.db)
  expect(rows).toEqual([{ note: '', cents: 2_500 }])
})

test('a night that is stopped on the way goes on the next time, and is told as far as it came', async () => {
  for (let made = 0; made < 130; made++) await closedCase(40)
  await save()
  const stopped = new AbortController()
  // The second portion begins, and the process is told to stop.
  let portions = 0
  const services = {
    ...app.services,
    clock: app.clock,
    log: app.services.log,
  }
  const signal = new Proxy(stopped.signal, {
    get: (target, key) => {
      if (key === 'throwIfAborted' && ++portions === 2) stopped.abort()
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await expect(takeAwayOld(services, { signal })).rejects.toThrow()
  const gone = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from cases where customer_id = ${batch.customerId} and texts_gone_at is not null`.execute(app.db)
    return rows[0]?.count
  }
  expect(await gone()).toBe(100)
  const runOf = async () =>
    (await app.call(retentionApi.get, { params: { customerID: batch.customerId } }).as(keeper)).body.runs.find(
      (run) => run.class === 'texts',
    )
  expect(await runOf()).toMatchObject({ gone: 100, finishedAt: null })
  await night()
  expect(await gone()).toBe(130)
  expect(await runOf()).toMatchObject({ gone: 130, finishedAt: expect.any(String) })
})

test('bank lines lose who paid after their period, and never while they wait to be booked', async () => {
  const { id: statement } = await app.db
    .insertInto('bank_statements')
    .values({ customer_id: batch.customerId, file_id: 1, sha256: Buffer.alloc(32), uploaded_at: monthsAgo(30), state: 'done' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = async (key: string, cents: number, ignored: boolean) => {
    const { id } = await app.db
      .insertInto('bank_entries')
      .values({
        ...{ customer_id: batch.customerId, statement_id: statement, account: 'NL91', entry_key: key, amount_cents: cents },
        ...{ currency: 'EUR', booked_on: '2023-01-02', counter_name: 'J. Jansen', counter_iban: 'NL91ABNA0417164300', text: 'huur' },
        ...(ignored && { ignored_reason: 'Van Jansen', ignored_by: 'mees', ignored_at: monthsAgo(30) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const [aside, outgoing, waiting] = [await line('a', 100, true), await line('b', -100, false), await line('c', 100, false)]
  await save()
  const forecast = await app.call(retentionApi.forecast, { params: { customerID: batch.customerId }, body: { periods } }).as(keeper)
  expect(forecast.body.find((row) => row.class === 'otherBankLines')).toMatchObject({ gone: 2, held: { waiting: 1 } })
  await night()
  const names = await app.db.selectFrom('bank_entries').select(['id', 'counter_name as name', 'counter_iban as iban']).execute()
  const nameOf = (id: number) => names.find((row) => row.id === id)
  expect([nameOf(aside), nameOf(outgoing)]).toEqual([aside, outgoing].map((id) => ({ id, name: '', iban: null })))
  expect(nameOf(waiting)?.name).toBe('J. Jansen')
})

test('the dry run counts what the night then takes, and changes nothing', async () => {
  const [one, other] = [await closedCase(30), await closedCase(60)]
  await pay(other.id, 60)
  const { body } = await app.call(retentionApi.forecast, { params: { customerID: batch.customerId }, body: { periods } }).as(keeper)
  const counted = Object.fromEntries(body.map((row) => [row.class, row.gone]))
  expect(counted).toMatchObject({ texts: 2, cases: 1, paidCases: 0 })
  expect((await caseOf(one.id)).name).toBe('J. Jansen')
  await save()
  await night()
  const { body: after } = await app.call(retentionApi.get, { params: { customerID: batch.customerId } }).as(keeper)
  expect(Object.fromEntries(after.runs.map((run) => [run.class, run.gone]))).toMatchObject({ texts: 2, cases: 1 })
})

test('of more than ten thousand old ones a dry run counts the oldest, says that there are more, and since when', async () => {
  const oldest = await closedCase(90)
  const { case_number: _number, id: _id, ...like } = await caseOf(oldest.id)
  await app.db
    .insertInto('complaints')
    .values({
      ...{ customer_id: batch.customerId, by_user: 'mees', at: monthsAgo(90), case_id: oldest.id, kind: 'dispute', text: 'Klopt niet' },
      state: 'open',
    })
    .execute()
  const first = monthsAgo(60)
  for (let from = 0; from < forecastMax; from += 1000)
    await sql`
      insert into cases (customer_id, batch_id, case_number, status, status_at, name)
      select ${like.customer_id}, ${like.batch_id}, 'oud-' || n, 'closed',
        ${first}::timestamptz + make_interval(mins => n), 'J'
      from generate_series(${from}::int, ${from + 999}::int) n`.execute(app.db)
  const forecast = async () =>
    (await app.call(retentionApi.forecast, { params: { customerID: batch.customerId }, body: { periods } }).as(keeper)).body
  const row = (await forecast()).find((one) => one.class === 'cases')
  expect(row).toMatchObject({ gone: forecastMax - 1, held: { dispute: 1 }, isMore: true, oldest: first.toISOString() })
  await app.db.deleteFrom('complaints').where('case_id', '=', oldest.id).execute()
  await app.db.updateTable('cases').set({ status_at: app.clock.now() }).where('id', '=', oldest.id).execute()
  expect((await forecast()).find((one) => one.class === 'cases')).toMatchObject({ gone: forecastMax, held: {}, isMore: false })
})

test('a period below the law is refused, as are strangers, people without the right, and a version that is gone', async () => {
  expect((await save({ cases: 23 })).body).toMatchObject({ error: 'retention.tooShort', field: 'periods.cases', params: { months: 24 } })
  expect((await save({ paidCases: 83 })).body).toMatchObject({ error: 'retention.tooShort' })
  expect((await save({ cases: 0 })).status).toBe(400)
  const stranger = await app.build.staff({ rights: [Right.changeRetention], customers: [(await app.build.batch()).customerId] })
  expect((await save({}, 1, stranger)).body).toMatchObject({ error: 'customer.notFound' })
  const other = await app.build.staff({ rights: [Right.changeCompliance], customers: [batch.customerId] })
  expect((await save({}, 1, other)).status).toBe(403)
  expect((await save()).status).toBe(200)
  expect((await save()).body).toMatchObject({ error: 'error.conflict' })
})

test('where the law of collecting does not hold, a shorter period may be chosen', async () => {
  batch = await app.build.batch()
  keeper = await app.build.staff({ rights: [Right.changeRetention], customers: [batch.customerId] })
  expect((await save({ cases: 3, texts: 1 })).status).toBe(200)
  const old = await closedCase(4)
  await night()
  expect((await caseOf(old.id)).name).toBe('')
  // It comes under that law: from now on what was chosen is too short, and two years hold.
  await app.db.updateTable('customers').set({ compliance_profile: 'incasso_wki' }).where('id', '=', batch.customerId).execute()
  const next = await closedCase(4)
  await night()
  expect((await caseOf(next.id)).name).toBe('J. Jansen')
})
