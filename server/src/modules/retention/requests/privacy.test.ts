import { privacyApi } from '@regie/contract/privacy.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { fromBufferPromise } from 'yauzl'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { erasureOf } from './erasure-plan.ts'

let app: TestApp
let batch: BuiltBatch
let officer: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch({ script: await app.build.script({ profile: 'incasso_wki' }) })
  officer = await app.build.staff({ rights: handling, customers: [batch.customerId] })
})

const handling = [Right.privacyRequests, Right.viewCases, Right.viewPersonalData]
const monthsAgo = (months: number) => new Date(Date.UTC(2026, 5 - months, 3, 9))
const person = { name: 'Fatima <b>El Amrani</b>', phone: '+31612345678', email: 'Fatima@example.nl' }
const caseOf = (months: number, more = {}) =>
  app.build.case({ batch, status: 'closed', status_at: monthsAgo(months), outstanding_cents: 5_000, ...person, ...more })
const add = (caseIDs: number[], kind: 'access' | 'erasure' = 'erasure', by = officer) =>
  app
    .call(privacyApi.add, {
      body: { customerID: batch.customerId, kind, receivedOn: '2026-05-31', identifiedBy: 'document', caseIDs },
    })
    .as(by)
const get = (requestID: number, by = officer) => app.call(privacyApi.get, { params: { requestID } }).as(by)
const sql1 = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(app.db)).rows[0]

test('a request has a month, and two more with a reason, once', async () => {
  const { id } = await caseOf(30)
  const { body: request } = await add([id], 'access')
  expect(request).toMatchObject({ dueOn: '2026-06-30', cases: 1, state: 'open', version: 1 })
  const extend = (version: number, reason = 'Veel dossiers') =>
    app.call(privacyApi.extend, { params: { requestID: request.requestID }, body: { reason, version } }).as(officer)
  expect((await extend(1, ' ')).body).toMatchObject({ error: 'privacy.reasonMissing' })
  expect((await extend(1)).body).toMatchObject({ dueOn: '2026-08-30', extension: { on: '2026-06-03', reason: 'Veel dossiers' } })
  expect((await extend(1)).body).toMatchObject({ error: 'error.conflict' })
  expect((await extend(2)).body).toMatchObject({ error: 'privacy.extendedAlready' })
  const { body } = await app.call(privacyApi.list, { query: { customerID: batch.customerId, open: 'true' } }).as(officer)
  expect(body.rows.map((row) => row.requestID)).toEqual([request.requestID])
  expect(JSON.stringify(body)).not.toContain('Fatima')
})

test('what no law keeps goes, the rest is named with its reason, and the register holds no name', async () => {
  const old = await caseOf(30)
  const recent = await caseOf(10)
  const open = await app.build.case({ batch, status: 'open', ...person })
  const paid = await caseOf(40)
  await app.db
    .insertInto('payments')
    .values({
      ...{
        customer_id: batch.customerId,
        case_id: paid.id,
        batch_id: batch.id,
        amount_cents: 1_000,
        currency: 'EUR',
        paid_on: '2023-02-02',
      },
      ...{ note: 'F. El Amrani', booked_by: 'mees', method: 'bank', at: monthsAgo(40) },
    })
    .execute()
  const { body: request } = await add([old.id, recent.id, open.id, paid.id])
  const { body: detail } = await get(request.requestID)
  expect(detail.erasure).toEqual({ anonymous: 1, emptied: 1, held: { bki: 1, open: 1, awr: 1 } })
  expect(detail.subjects.find((one) => one.case.caseID === paid.id)).toMatchObject({ held: 'awr', losesTexts: true })
  const counters = () => sql1(sql`select jsonb_agg(b order by batch_id) as all from batch_counters b`)
  const before = await counters()
  const erase = (numbers: { anonymous: number; emptied: number }) =>
    app.call(privacyApi.erase, { params: { requestID: request.requestID }, body: { ...numbers, version: 1 } }).as(officer)
  expect((await erase({ anonymous: 2, emptied: 1 })).body).toMatchObject({ error: 'privacy.numbersChanged' })
  expect((await erase({ anonymous: 1, emptied: 1 })).body).toMatchObject({ state: 'working' })
  await runJobs(app.services)
  const names = await app.db.selectFrom('cases').select(['id', 'name']).where('customer_id', '=', batch.customerId).execute()
  expect(Object.fromEntries(names.map(({ id, name }) => [id, name]))).toEqual({
    ...{ [old.id]: '', [recent.id]: person.name, [open.id]: person.name, [paid.id]: person.name },
  })
  expect(await counters()).toEqual(before)
  const { body: done } = await get(request.requestID)
  expect(done.request).toMatchObject({ state: 'done', handledBy: officer.username, outcome: detail.erasure })
  const registered = await sql1(sql`
    select to_jsonb(q) as row from privacy_requests q where id = ${request.requestID}`)
  expect(JSON.stringify(registered)).not.toMatch(/Fatima|31612345678/)
  // What the erasure itself changed leaves no values before it in the audit log.
  const { rows } = await sql`
    select before from audit
    where before::text like '%Fatima%' and customer_id = ${batch.customerId}`.execute(app.db)
  expect(rows).toEqual([])
})

test('a job that dies has erased nothing, and the next one erases all', async () => {
  const { id } = await caseOf(30)
  const { body: request } = await add([id])
  await app.call(privacyApi.erase, { params: { requestID: request.requestID }, body: { anonymous: 1, emptied: 0, version: 1 } }).as(officer)
  await sql`create function fail_now() returns trigger language plpgsql as $$ begin raise 'the server is gone'; end $$`.execute(app.db)
  await sql`create trigger fail_now before update on privacy_requests for each row execute function fail_now()`.execute(app.db)
  await expect(runJobs(app.services)).rejects.toThrow('the server is gone')
  expect((await app.db.selectFrom('cases').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name).toBe(person.name)
  await sql`drop function fail_now() cascade`.execute(app.db)
  await sql`update pgboss.job set state = 'created' where name = 'erasePerson'`.execute(app.db)
  await runJobs(app.services)
  expect((await app.db.selectFrom('cases').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name).toBe('')
})

test('the file has all that is kept, escaped, and its rights are asked when it is taken', async () => {
  const { id } = await caseOf(30)
  await app.db
    .insertInto('mail_attachments')
    .values({
      ...{ customer_id: batch.customerId, case_id: id, file_name: 'brief.pdf', media_type: 'application/pdf', bytes: 5 },
      ...{ content: Buffer.from('brief'), uploaded_at: monthsAgo(30) },
    })
    .execute()
  for (const [name, state] of [
    ['factuur.pdf', 'kept'],
    ['ongezien.pdf', 'waiting'],
  ])
    await sql`
      with file as (
        insert into files (customer_id, name, bytes, sha256, kind, format, state, needs)
        values (${batch.customerId}, ${name}, 7, sha256('bytes'), 'document', 'other', ${state}, '{}')
        returning customer_id, id),
      part as (
        insert into file_parts (customer_id, file_id, no, content)
        select customer_id, id, 0, 'factuur'::bytea from file)
      insert into case_documents (customer_id, case_id, kind, file_id)
      select customer_id, ${id}, 'invoice', id from file`.execute(app.db)
  const { body: request } = await add([id], 'access')
  const params = { requestID: request.requestID }
  expect((await app.call(privacyApi.makeFile, { params }).as(officer)).status).toBeLessThan(300)
  expect((await app.call(privacyApi.makeFile, { params }).as(officer)).body).toMatchObject({ error: 'privacy.fileUnderWay' })
  expect((await app.call(privacyApi.download, { params }).as(officer)).body).toMatchObject({ error: 'file.notMade' })
  await runJobs(app.services)
  expect((await get(request.requestID)).body.file).toMatchObject({ state: 'kept' })
  const { status, bytes } = await app.call(privacyApi.download, { params }).as(officer)
  expect(status).toBe(200)
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry, {})) chunks.push(chunk as Buffer)
    files[entry.fileName] = Buffer.concat(chunks).toString()
  }
  expect(Object.keys(files)).toEqual(['inzage.html', 'inzage.json', 'bijlagen/brief.pdf', 'bijlagen/factuur.pdf'])
  expect(files['inzage.html']).toContain('Fatima &#60;b&#62;El Amrani')
  expect(JSON.parse(files['inzage.json'] ?? '').data.cases.cases[0]).toMatchObject({ name: person.name, phone: person.phone })
  const masked = await app.build.staff({ rights: [Right.privacyRequests, Right.viewCases], customers: [batch.customerId] })
  expect((await app.call(privacyApi.download, { params }).as(masked)).status).toBe(403)
  expect((await get(request.requestID, masked)).body.subjects[0]?.case.phone).not.toBe(person.phone)
})

test('a request waits for its cases: a night leaves them alone until it is answered', async () => {
  const { id } = await caseOf(30)
  const { body: request } = await add([id], 'access')
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from privacy_requests q
      where q.customer_id = c.customer_id and q.state in ('open', 'working') and c.id = any (q.case_ids)) as held
    from cases c where c.id = ${id}`.execute(app.db)
  expect(rows[0]?.held).toBe(true)
  const finish = (version: number) =>
    app.call(privacyApi.finish, { params: { requestID: request.requestID }, body: { version } }).as(officer)
  expect((await finish(1)).body).toMatchObject({ state: 'done', handledBy: officer.username })
  expect((await finish(2)).body).toMatchObject({ error: 'privacy.notOpen' })
})

test('cases of another customer, a missing right, a day that is to come: refused', async () => {
  const { id } = await caseOf(30)
  const stranger = await app.build.case()
  expect((await add([id, stranger.id])).body).toMatchObject({ error: 'case.notFound' })
  expect((await add([])).status).toBeGreaterThanOrEqual(400)
  const other = await app.build.staff({ rights: handling, customers: [stranger.customerId] })
  expect((await add([id], 'access', other)).body).toMatchObject({ error: 'customer.notFound' })
  const { body: request } = await add([id])
  expect((await get(request.requestID, other)).body).toMatchObject({ error: 'privacy.notFound' })
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  expect((await get(request.requestID, reader)).status).toBe(403)
  const late = await app
    .call(privacyApi.add, {
      body: { customerID: batch.customerId, kind: 'access', receivedOn: '2026-06-04', identifiedBy: 'document', caseIDs: [id] },
    })
    .as(officer)
  expect(late.body).toMatchObject({ error: 'privacy.receivedOnWrong' })
})

test('what an erasure does follows the law, not what the customer chose', () => {
  const facts = {
    ...{ caseId: 1, held: null, isPaid: false, isAnonymous: false, hasTexts: true },
    ...{ closedAt: monthsAgo(1), endedAt: monthsAgo(1) },
  }
  const now = new Date('2026-06-03T09:00:00Z')
  expect(erasureOf(facts, 'b2b', now)).toMatchObject({ does: 'anonymise', held: null })
  expect(erasureOf(facts, 'incasso_wki', now)).toMatchObject({ does: 'nothing', held: 'bki' })
  expect(erasureOf({ ...facts, isPaid: true }, 'b2b', now)).toMatchObject({ does: 'empty', held: 'awr' })
  expect(erasureOf({ ...facts, isPaid: true }, 'incasso_wki', now)).toMatchObject({ does: 'nothing', held: 'awr' })
  expect(erasureOf({ ...facts, held: 'dispute' }, 'b2b', now)).toMatchObject({ does: 'nothing', held: 'dispute' })
  expect(erasureOf({ ...facts, isAnonymous: true }, 'b2b', now)).toMatchObject({ does: 'nothing', held: null })
})
