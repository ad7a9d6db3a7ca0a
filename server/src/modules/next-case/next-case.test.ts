import { callApi } from '@regie/contract/calls.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { nextCaseApi } from '@regie/contract/next-case.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { candidatesMax, listCandidates } from './list-candidates.ts'
import { callChance, type Candidate, compareCandidates, worthSql } from './next-case-order.ts'

let app: TestApp
let batch: BuiltBatch
let agent: Staff
const start = new Date('2026-06-03T09:00:00Z')
const rights = [Right.viewCases, Right.changeCases]
beforeAll(async () => {
  app = await openTestApp({ start: start.toISOString() })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  batch = await app.build.batch()
  agent = await colleague()
})

const colleague = () => app.build.staff({ rights, customers: [batch.customerId] })
let numbers = 10_000
const owing = (euros: number, more: object = {}) =>
  app.build.case({ batch, outstanding_cents: euros * 100, mobile: `+3161${String(++numbers).padStart(7, '0')}`, ...more })
const take = async (by = agent) => (await app.call(nextCaseApi.take, { body: { customerID: batch.customerId } }).as(by)).body
const taken = async (by = agent) => (await take(by)).next?.caseID ?? null
const at = ({ id }: BuiltCase) => ({ params: { caseID: id } })
const skip = (one: BuiltCase, by = agent) => app.call(nextCaseApi.skip, { ...at(one), body: { reason: 'known' } }).as(by)
const callBack = (one: BuiltCase, forUser: number | null, minutesAgo: number) =>
  app.db
    .insertInto('callbacks')
    .values({
      ...{ customer_id: batch.customerId, case_id: one.id, for_user_id: forUser, by_user: 'tess' },
      at: new Date(app.clock.now().getTime() - minutesAgo * 60_000),
    })
    .execute()

test('a due call-back goes before a broken promise, and that before the amount and the chance', async () => {
  const large = await owing(900)
  const larger = await owing(1_000, { attempts: 4 })
  const broken = await owing(10, { result: 'TOEV' })
  const anyones = await owing(20)
  const own = await owing(5)
  const later = await owing(5_000, { status: 'paused', paused_until: new Date('2026-06-03T12:00:00Z') })
  await callBack(anyones, null, 50)
  await callBack(own, agent.userId, 5)
  await callBack(later, agent.userId, -180)
  const order: (number | null)[] = []
  for (let i = 0; i < 6; i++) {
    const { next } = await take()
    order.push(next?.caseID ?? null)
    if (next) await skip({ id: next.caseID } as BuiltCase)
  }
  expect(order).toEqual([own.id, anyones.id, broken.id, large.id, larger.id, null])
})

test('the order of the database is that of the rule', async () => {
  for (const [euros, attempts, last_answer, result] of [
    [100, 0, null, null],
    [130, 1, 'voicemail', null],
    [400, 9, 'bezet', null],
    [500, 2, 'ongeldig', null],
    [200, 3, 'niet_opgenomen', 'TOEV'],
    [90, 5, 'mens', 'TOEV'],
  ] as const)
    await owing(euros, { attempts, last_answer, result })
  const { rows } = await sql<Candidate & { cents: number; attempts: number; lastAnswer: string | null }>`
    select c.id as "caseId", c.batch_id as "batchId",
      case when c.result = 'TOEV' then 'broken' else 'worth' end as cause,
      null as "callbackAt", false as "isOwn", (${sql.raw(worthSql)})::float8 as worth, c.outstanding_cents as cents,
      c.attempts, c.last_answer as "lastAnswer"
    from cases c
    where c.batch_id = ${batch.id}`.execute(app.db)
  for (const row of rows) expect(row.worth).toBe(row.cents * callChance(row))
  const asking = { customerId: batch.customerId, scriptId: null, userId: agent.userId, now: start, batchesOut: [], casesOut: [] }
  const listed = await listCandidates(app.pool, asking)
  expect(listed.map(({ caseId }) => caseId)).toEqual(rows.toSorted(compareCandidates).map(({ caseId }) => caseId))
})

test('nobody gets a case that may not be called now, was called today, or is held for a colleague', async () => {
  await owing(900, { status: 'paused' })
  await owing(800, { mobile: null })
  const called = await owing(700)
  const listed = await owing(650)
  const next = await owing(600)
  await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: batch.customerId, case_id: called.id, batch_id: batch.id, channel: 'call', idempotency_key: `n${called.id}` },
      ...{ recipient: '+31612345678', provider: 'x', simulated: true, state: 'sent', queued_at: start, started_at: start },
    })
    .execute()
  const { mobile } = await app.db.selectFrom('cases').select('mobile').where('id', '=', listed.id).executeTakeFirstOrThrow()
  await app.db
    .insertInto('blacklist')
    .values({ customer_id: batch.customerId, kind: 'phone', value: mobile ?? '', added_by: 'tess', retention: '1y' })
    .execute()
  expect(await taken()).toBe(next.id)
  expect(await taken(await colleague())).toBeNull()
})

test('twenty who ask at once get twenty cases', async () => {
  for (let i = 0; i < 25; i++) await owing(100 + i)
  const agents = await Promise.all(Array.from({ length: 20 }, colleague))
  const got = await Promise.all(agents.map((one) => taken(one)))
  expect(got).not.toContain(null)
  expect(new Set(got).size).toBe(20)
  // The twenty most worth it, whoever got which.
  const worst = await app.db
    .selectFrom('cases')
    .select('id')
    .where('batch_id', '=', batch.id)
    .orderBy('outstanding_cents')
    .limit(5)
    .execute()
  for (const { id } of worst) expect(got).not.toContain(id)
})

test('a hold ends by itself, when one lets go and when one takes the next; renewed, it lasts', async () => {
  const only = await owing(100)
  const other = await colleague()
  expect(await taken()).toBe(only.id)
  expect(await taken(other)).toBeNull()
  app.clock.set(new Date(start.getTime() + 100_000))
  await app.call(nextCaseApi.renew, at(only)).as(agent)
  app.clock.set(new Date(start.getTime() + 200_000))
  expect(await taken(other)).toBeNull()
  // The tab was killed: nothing renews it any more.
  app.clock.set(new Date(start.getTime() + 400_000))
  expect(await taken(other)).toBe(only.id)
  expect((await app.call(nextCaseApi.renew, at(only)).as(agent)).body).toEqual({ until: null })
  await app.call(nextCaseApi.release, at(only)).as(other)
  expect(await taken()).toBe(only.id)
})

test('a held case is to be called until it was, until it may not be, or until its call-back is over', async () => {
  const isToCall = async (one: BuiltCase) => (await app.call(nextCaseApi.held, at(one)).as(agent)).body.held?.isToCall ?? null
  const one = await owing(900)
  expect(await isToCall(one)).toBeNull()
  expect((await take()).next).toMatchObject({ caseID: one.id })
  expect(await isToCall(one)).toBe(true)
  // A payer objects: nobody is contacted, so nothing is left to do before the next case.
  await app.db.updateTable('cases').set({ status: 'paused', paused_for: 'dispute' }).where('id', '=', one.id).execute()
  expect(await isToCall(one)).toBe(false)
  await app.db.updateTable('cases').set({ status: 'open', paused_for: null }).where('id', '=', one.id).execute()
  expect(await isToCall(one)).toBe(true)
  await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: batch.customerId, case_id: one.id, batch_id: batch.id, channel: 'call', idempotency_key: `h${one.id}` },
      ...{ recipient: '+31612345678', provider: 'x', simulated: true, state: 'sent', queued_at: start, started_at: start },
    })
    .execute()
  expect(await isToCall(one)).toBe(false)
  await callBack(one, agent.userId, 1)
  expect(await isToCall(one)).toBe(true)
  await app.db.updateTable('callbacks').set({ state: 'done' }).where('case_id', '=', one.id).execute()
  expect(await isToCall(one)).toBe(false)
})

test('a held case and the day of its holder name the call-back at the moment to which it was moved', async () => {
  const one = await owing(900)
  await callBack(one, agent.userId, 1)
  const { next } = await take()
  expect(next).toMatchObject({ caseID: one.id, cause: 'callback' })
  const shownMoments = async () => [
    (await app.call(nextCaseApi.held, at(one)).as(agent)).body.held?.callbackAt,
    (await app.call(nextCaseApi.day, { query: { customerID: batch.customerId } }).as(agent)).body.held?.callbackAt,
  ]
  expect(await shownMoments()).toEqual([next?.callbackAt, next?.callbackAt])
  const moved = new Date(app.clock.now().getTime() + 86_400_000)
  await app.db.updateTable('callbacks').set({ at: moved }).where('case_id', '=', one.id).execute()
  expect(await shownMoments()).toEqual([moved.toISOString(), moved.toISOString()])
  // Done: what was held for stays said, whatever comes later.
  await app.db.updateTable('callbacks').set({ state: 'done' }).where('case_id', '=', one.id).execute()
  expect(await shownMoments()).toEqual([next?.callbackAt, next?.callbackAt])
})

test('a message by hand is no reason against calling: the held case says so as the next case does', async () => {
  const one = await owing(900, { email: 'jan@example.nl' })
  await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: batch.customerId, case_id: one.id, batch_id: batch.id, channel: 'email', idempotency_key: `b${one.id}` },
      ...{ recipient: 'jan@example.nl', provider: 'x', simulated: true, state: 'sent', queued_at: start, started_at: start },
      ...{ by_hand: true },
    })
    .execute()
  expect((await take()).next).toMatchObject({ caseID: one.id })
  expect((await app.call(nextCaseApi.held, at(one)).as(agent)).body.held).toMatchObject({ isToCall: true })
  expect((await app.call(caseActionApi.permission, at(one)).as(agent)).body.call).toMatchObject({ ok: true })
})

test('two who take each other’s case, whose holds have ended, both get it', async () => {
  const script = await app.build.script({ customerId: batch.customerId })
  const there = await app.build.batch({ script })
  const [here, other] = [await colleague(), await colleague()]
  const [mine, theirs] = [await owing(100), await app.build.case({ batch: there, outstanding_cents: 9_000, mobile: '+31612399999' })]
  const takeOf = (scriptID: number, by: Staff) => app.call(nextCaseApi.take, { body: { customerID: batch.customerId, scriptID } }).as(by)
  for (let round = 0; round < 50; round++) {
    const [first, second] = round % 2 ? [here, other] : [other, here]
    const answers = await Promise.all([takeOf(batch.script.id, first), takeOf(script.id, second)])
    expect(answers.map(({ status, body }) => [status, body.next?.caseID])).toEqual([
      [200, mine.id],
      [200, theirs.id],
    ])
    app.clock.advance(200_000)
  }
})

test('who skips says why; the case does not come back to them that day, and goes to a colleague', async () => {
  const [first, second] = [await owing(200), await owing(100)]
  expect(await taken()).toBe(first.id)
  await skip(first)
  expect(await taken()).toBe(second.id)
  expect(await taken(await colleague())).toBe(first.id)
  const lines = await app.db.selectFrom('timeline').select(['event', 'params', 'by_user']).where('case_id', '=', first.id).execute()
  expect(lines).toEqual([{ event: 'caseSkipped', params: { skip: 'known' }, by_user: agent.username }])
})

test('at night nobody is chosen, and it says when the next may be called', async () => {
  const script = await app.build.script({ profile: 'incasso_wki' })
  batch = await app.build.batch({ script })
  agent = await colleague()
  for (let i = 0; i < 40; i++) await owing(100 + i)
  app.clock.set(new Date('2026-06-03T19:30:00Z'))
  agent = await colleague()
  expect(await take()).toEqual({ next: null, nextAt: '2026-06-04T05:00:00.000Z' })
})

test('the own day has calls, promises and the held case, and is nobody else’s', async () => {
  const one = await owing(100)
  await take()
  const day = (by: Staff) => app.call(nextCaseApi.day, { query: { customerID: batch.customerId } }).as(by)
  expect((await day(agent)).body).toMatchObject({
    calls: 0,
    spoken: 0,
    promises: [],
    broken: [],
    held: { caseID: one.id, cause: 'worth', currency: 'EUR', outstandingCents: expect.any(Number) as number },
  })
  expect((await day(await colleague())).body.held).toBeNull()
})

test('the day is held against the whole day before, and that against nothing older', async () => {
  const [one, other, older] = [await owing(100), await owing(200), await owing(300)]
  const promised = async (ref: BuiltCase, when: Date, cents: number) => {
    const { id } = await app.db
      .insertInto('payment_promises')
      .values({ customer_id: batch.customerId, case_id: ref.id, kind: 'promise', by_user: agent.username, at: when })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('payment_promise_parts')
      .values({ customer_id: batch.customerId, promise_id: id, no: 1, due: '2026-06-20', amount_cents: cents })
      .execute()
  }
  const daysAgo = (days: number) => new Date(start.getTime() - days * 24 * 3_600_000)
  expect((await app.call(callApi.start, at(one)).as(agent)).status).toBe(200)
  await app.db
    .updateTable('manual_calls')
    .set({ asked_at: daysAgo(1) })
    .where('case_id', '=', one.id)
    .execute()
  await promised(other, start, 4_000)
  await promised(one, daysAgo(1), 2_500)
  await promised(older, daysAgo(2), 9_000)
  const { body } = await app.call(nextCaseApi.day, { query: { customerID: batch.customerId } }).as(agent)
  expect(body).toMatchObject({
    calls: 0,
    promises: [{ currency: 'EUR', count: 1, cents: 4_000 }],
    yesterday: { calls: 1, spoken: 0, promises: [{ currency: 'EUR', count: 1, cents: 2_500 }] },
  })
})

test('a held case that closed is no work any more', async () => {
  const one = await owing(100)
  await take()
  const held = async () => (await app.call(nextCaseApi.day, { query: { customerID: batch.customerId } }).as(agent)).body.held
  expect(await held()).toMatchObject({ caseID: one.id })
  await app.db.updateTable('cases').set({ status: 'closed' }).where('id', '=', one.id).execute()
  expect(await held()).toBeNull()
})

test('the card shows the case that would be given, and holds nothing', async () => {
  const first = async (by = agent) => (await app.call(nextCaseApi.first, { query: { customerID: batch.customerId } }).as(by)).body
  expect(await first()).toEqual({ first: null, after: [], nextAt: null })
  const [large, small] = [await owing(900, { attempts: 1, last_answer: 'voicemail' }), await owing(100)]
  expect(await first()).toMatchObject({
    first: { caseID: large.id, cause: 'worth', callbackAt: null, outstandingCents: 90_000, attempts: 1, lastAnswer: 'voicemail' },
    after: [{ caseID: small.id, cause: 'worth', outstandingCents: 10_000 }],
  })
  // Nobody holds it: a colleague gets it, and the card shows the next one.
  expect(await taken(await colleague())).toBe(large.id)
  expect((await first()).first?.caseID).toBe(small.id)
  expect(await taken()).toBe(small.id)
})

test('the own day has the promises that are due, the objections about own cases, and the calls of today, newest first', async () => {
  const [mine, theirs, later] = [await owing(100), await owing(200), await owing(300)]
  const other = await colleague()
  const promise = async (one: BuiltCase, by: Staff, due: string) => {
    const { id } = await app.db
      .insertInto('payment_promises')
      .values({ customer_id: batch.customerId, case_id: one.id, kind: 'promise', by_user: by.username, at: start })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('payment_promise_parts')
      .values({ customer_id: batch.customerId, promise_id: id, no: 1, due, amount_cents: 2_500 })
      .execute()
  }
  await promise(mine, agent, '2026-06-05')
  await promise(theirs, other, '2026-06-05')
  await promise(later, agent, '2026-07-05')
  for (const one of [mine, theirs])
    await app.db
      .insertInto('complaints')
      .values({ customer_id: batch.customerId, case_id: one.id, kind: 'dispute', text: 'Klopt niet', by_user: 'tess', at: start })
      .execute()
  const called = await app.call(callApi.start, { params: { caseID: later.id } }).as(agent)
  expect(called.status).toBe(200)
  const { body } = await app.call(nextCaseApi.day, { query: { customerID: batch.customerId } }).as(agent)
  expect(body).toMatchObject({
    calls: 1,
    awaited: [{ caseID: mine.id, amountCents: 2_500, due: '2026-06-05' }],
    objections: [{ caseID: mine.id, kind: 'dispute' }],
    called: [{ caseID: later.id, isAnswered: false, result: null }],
  })
})

test('the choice reads a page of each batch by its index, however many cases there are', async () => {
  await sql`
    insert into cases (customer_id, batch_id, case_number, name, mobile, outstanding_cents, attempts)
    select ${batch.customerId}, ${batch.id}, 'P' || n, 'Jan', '+316' || (20000000 + n), 100 + n * 7919 % 500000, n % 7
    from generate_series(1, 20000) n`.execute(app.db)
  await sql`analyze cases`.execute(app.db)
  const client = await app.pool.connect()
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off)
      select c.id
      from cases c
      where c.customer_id = ${batch.customerId} and c.batch_id = ${batch.id} and c.status = 'open'
        and c.outstanding_cents > c.paid_cents and coalesce(c.mobile, c.phone) is not null
      order by coalesce(c.result = 'TOEV', false) desc, ${worthSql} desc, c.id
      limit ${candidatesMax}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('cases_worth')
    expect(plan).not.toContain('Sort')
    expect(plan).toMatch(/rows=30[.0]* /)
  } finally {
    client.release()
  }
})
