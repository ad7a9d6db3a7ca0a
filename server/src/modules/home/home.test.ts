import { arrangementApi } from '@regie/contract/arrangements.ts'
import { type FigureKind, figureApi } from '@regie/contract/figures.ts'
import { homeApi } from '@regie/contract/home.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { addUpMoney } from '../cases/money/add-up-money.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [Right.viewCases, Right.viewBatches, Right.uploadFiles, Right.pauseBatches]
beforeAll(async () => {
  // A Wednesday, 11:00 in Amsterdam.
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  const script = await app.build.script({ profile: 'incasso_wki' })
  batch = await app.build.batch({ script })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})

const home = async (by = staff) => (await app.call(homeApi.get, { query: { customerID: batch.customerId } }).as(by)).body
const behind = async (figure: FigureKind, days: { from?: string; until?: string } = {}) =>
  (await app.call(figureApi.cases, { query: { customerID: batch.customerId, figure, ...days } }).as(staff)).body
const cameIn = (day: string, more: object = {}) =>
  app.build.case({ batch, outstanding_cents: 10_000, created_at: new Date(`${day}T10:00:00Z`), ...more })
const pay = ({ id, customerId, batchId }: BuiltCase, amount_cents: number, paid_on: string, currency = 'EUR') =>
  app.db
    .insertInto('payments')
    .values({
      customer_id: customerId,
      case_id: id,
      batch_id: batchId,
      amount_cents,
      currency,
      paid_on,
      booked_by: 'mees',
      method: 'bank',
      at: app.clock.now(),
    })
    .execute()

test('money is outstanding, received beside an ordinary such weekday, and paid within 30 days beside the month before', async () => {
  const [one, other] = [await cameIn('2026-04-20'), await cameIn('2026-04-20')]
  const before = await cameIn('2026-03-20')
  await cameIn('2026-06-03', { outstanding_cents: 700, currency: 'USD' })
  await pay(one, 5_000, '2026-05-20')
  // A day too late to be within 30 days.
  await pay(other, 2_500, '2026-05-21')
  await pay(before, 1_000, '2026-05-27')
  await pay(before, 3_000, '2026-06-03')
  const [euros, dollars, ...more] = (await home()).money ?? []
  expect(more).toEqual([])
  expect(dollars).toMatchObject({ currency: 'USD', outstandingCents: 700, openCases: 1, receivedCents: 0, ordinaryCents: null })
  expect(euros).toMatchObject({
    ...{ currency: 'EUR', outstandingCents: 18_500, openCases: 3, batches: 1 },
    // The two Wednesdays since the first receipt.
    ...{ receivedCents: 3_000, ordinaryCents: 3_000 },
    paidSoon: { from: '2026-04-04', until: '2026-05-03', claimedCents: 20_000, paidCents: 5_000 },
    paidSoonBefore: { from: '2026-03-05', until: '2026-04-03', claimedCents: 10_000, paidCents: 0 },
  })
})

test('each figure leads to its rows, and they tie, before and after the differences were added up', async () => {
  const [one, other] = [await cameIn('2026-04-20'), await cameIn('2026-04-21')]
  const closed = await cameIn('2026-06-03', { status: 'closed' })
  const broken = await cameIn('2026-06-02', { result: 'TOEV' })
  await pay(one, 5_000, '2026-06-03')
  await pay(one, 1_000, '2026-06-03')
  await pay(closed, 100, '2026-06-02')
  const promise = await app.db
    .insertInto('payment_promises')
    .values({ customer_id: batch.customerId, case_id: other.id, kind: 'plan', by_user: 'mees', at: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('payment_promise_parts')
    .values(
      ['2026-06-03', '2026-07-03'].map((due, at) => ({
        ...{ customer_id: batch.customerId, promise_id: promise.id, no: at + 1, due, amount_cents: 4_000 },
      })),
    )
    .execute()
  for (const _ of [1, 2]) {
    const [money] = (await home()).money ?? []
    const { attention } = await home()
    expect(money).toMatchObject({ openCases: 3, receivedCents: 6_000, promises: 1, promisedCents: 8_000, promisesToday: 1 })
    const idsOf = async (figure: FigureKind, days?: { from: string; until: string }) => {
      const { rows, total } = await behind(figure, days)
      expect(total.value, figure).toBe(rows.length)
      return rows.map(({ caseID }) => caseID)
    }
    expect(await idsOf('outstanding')).toEqual([broken.id, other.id, one.id])
    expect(await idsOf('received')).toEqual([one.id])
    expect(await idsOf('received', { from: '2026-06-02', until: '2026-06-03' })).toEqual([closed.id, one.id])
    expect(await idsOf('promised')).toEqual([other.id])
    expect(await idsOf('promised', { from: '2026-06-04', until: '2026-08-01' })).toEqual([])
    expect(await idsOf('cameIn', { from: '2026-04-20', until: '2026-04-20' })).toEqual([one.id])
    expect([attention.broken, await idsOf('broken')]).toEqual([1, [broken.id]])
    const received = await app.call(homeApi.received, { query: { customerID: batch.customerId, days: 7 } }).as(staff)
    expect(received.body).toEqual({
      ...{ from: '2026-05-28', until: '2026-06-03' },
      rows: [
        { day: '2026-06-02', currency: 'EUR', cents: 100, receipts: 1 },
        { day: '2026-06-03', currency: 'EUR', cents: 6_000, receipts: 2 },
      ],
    })
    const period = await app
      .call(homeApi.received, { query: { customerID: batch.customerId, from: '2026-06-01', until: '2026-06-02' } })
      .as(staff)
    expect(period.body).toMatchObject({ from: '2026-06-01', until: '2026-06-02', rows: [{ day: '2026-06-02', cents: 100 }] })
    await addUpMoney(app.services.db)
  }
})

test('the cases at a step are those whose script stands there and that are open', async () => {
  const [one, closed] = [await cameIn('2026-06-01'), await cameIn('2026-06-01')]
  await app.db.updateTable('cases').set({ status: 'closed', result: 'RET' }).where('id', '=', closed.id).execute()
  const ids = async (step: string) => {
    const query = { customerID: batch.customerId, scriptID: batch.script.id, figure: 'atStep' as const, step }
    const { rows, total } = (await app.call(figureApi.cases, { query }).as(staff)).body
    expect(total.value).toBe(rows.length)
    return rows.map(({ caseID }) => caseID)
  }
  const { step } = await app.db.selectFrom('case_runs').select('step').where('case_id', '=', one.id).executeTakeFirstOrThrow()
  expect(await ids(step)).toEqual([one.id])
  expect(await ids('elders')).toEqual([])
})

test('pages of the rows follow each other, and who may not see personal data gets them masked', async () => {
  for (let n = 0; n < 3; n++) await cameIn('2026-06-03', { name: 'Jansen' })
  const rest = { required: false, maxLength: 100, aliases: [] }
  const field = { key: 'achternaam', label: { nl: 'n', eng: 'n', fr: 'n' }, type: 'text', mask: 'all', ...rest }
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify([field]) })
    .where('id', '=', batch.script.id)
    .execute()
  const query = { customerID: batch.customerId, figure: 'outstanding' as const, limit: 2 }
  const { body: first } = await app.call(figureApi.cases, { query }).as(staff)
  const { body: next } = await app.call(figureApi.cases, { query: { ...query, cursor: first.nextCursor ?? '' } }).as(staff)
  expect(first.rows.length + next.rows.length).toBe(3)
  expect(next.nextCursor).toBeNull()
  const listed = await app.call(caseApi.list, { query: { customerID: batch.customerId } }).as(staff)
  expect([...first.rows, ...next.rows]).toEqual(listed.body.rows)
  expect(first.rows[0]?.name).not.toBe('Jansen')
})

test('what waits for somebody is counted: stalled batches, complaints by their deadline, call-backs, failed messages and imports', async () => {
  const [one, other] = [await cameIn('2026-06-01'), await cameIn('2026-06-01')]
  const colleague = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const owner = { customer_id: batch.customerId }
  await app.db.updateTable('scripts').set({ active: false }).where('id', '=', batch.script.id).execute()
  await app.db
    .insertInto('complaints')
    .values([
      { ...owner, case_id: one.id, kind: 'complaint', text: 'x', by_user: 'mees', confirm_before: new Date('2026-06-05T10:00:00Z') },
      { ...owner, case_id: one.id, kind: 'dispute', text: 'x', by_user: 'mees' },
      { ...owner, case_id: one.id, kind: 'dispute', text: 'x', by_user: '', reason: 'paid' },
    ])
    .execute()
  await app.db
    .insertInto('callbacks')
    .values([
      { ...owner, case_id: one.id, at: new Date('2026-06-03T08:30:00Z'), by_user: 'mees' },
      { ...owner, case_id: one.id, at: new Date('2026-06-03T08:00:00Z'), by_user: 'mees', for_user_id: staff.userId },
      { ...owner, case_id: one.id, at: new Date('2026-06-03T15:00:00Z'), by_user: 'mees' },
      { ...owner, case_id: one.id, at: new Date('2026-06-03T07:30:00Z'), by_user: 'mees', for_user_id: colleague.userId },
    ])
    .execute()
  const message = { ...owner, batch_id: batch.id, channel: 'email', recipient: 'a@demo.example', provider: 'x', simulated: true }
  const queued = { queued_at: new Date('2026-06-02T08:00:00Z') }
  await app.db
    .insertInto('communications')
    .values([
      { ...message, ...queued, case_id: one.id, idempotency_key: `1-${one.id}`, state: 'failed' },
      { ...message, ...queued, case_id: one.id, idempotency_key: `2-${one.id}`, state: 'sent', delivery: 'failed' },
      { ...message, ...queued, case_id: other.id, idempotency_key: `3-${one.id}`, state: 'sent' },
      { ...message, case_id: other.id, idempotency_key: `4-${one.id}`, state: 'failed', queued_at: new Date('2026-06-01T08:00:00Z') },
    ])
    .execute()
  const { attention, calling, running } = await home()
  expect(attention).toMatchObject({
    stalled: [{ batchID: batch.id, reason: 'scriptInactive' }],
    complaints: { count: 1, confirmBefore: '2026-06-05T10:00:00.000Z' },
    disputes: 1,
    alreadyPaid: 1,
    callbacks: { count: 2, first: '2026-06-03T08:00:00.000Z' },
    colleaguesLate: { count: 1, first: '2026-06-03T07:30:00.000Z' },
    failed: 1,
    imports: [],
  })
  // Each line leads to as many rows, of the script too.
  const listed = async (scriptID?: number) =>
    (await app.call(arrangementApi.complaints, { query: { customerID: batch.customerId, ...(scriptID && { scriptID }) } }).as(staff)).body
  expect((await listed()).map(({ reason }) => reason)).toEqual([null, null, 'paid'])
  expect((await listed()).map(({ kind }) => kind)).toEqual(['complaint', 'dispute', 'dispute'])
  expect(await listed(batch.script.id)).toHaveLength(3)
  expect(await listed((await app.build.batch({ customerId: batch.customerId })).script.id)).toEqual([])
  expect((await behind('failed')).rows.map(({ caseID }) => caseID)).toEqual([one.id])
  // No other script calls.
  expect(calling).toBeNull()
  expect(running).toMatchObject([
    { batch: { batchID: batch.id, money: [{ outstandingCents: 20_000 }] }, nextStep: { kind: 'send-email', name: 'Mail' } },
  ])
})

test('an import that waits for an answer stands on the start of who began it, of the script that was chosen', async () => {
  const { customerId: customer_id, script } = batch
  const file = await app.db
    .insertInto('files')
    .values({ customer_id, name: 'mei.csv', bytes: 3, sha256: Buffer.alloc(32), kind: 'batch' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const its = { customer_id, file_id: file.id, script_id: script.id, created_by: staff.userId, created_at: app.clock.now() }
  const { id: importID } = await app.db
    .insertInto('imports')
    .values({ ...its, status: 'ready' })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The server is at work with one, and with the other nobody is.
  await app.db
    .insertInto('imports')
    .values([
      { ...its, status: 'checking' },
      { ...its, status: 'cancelled' },
    ])
    .execute()
  expect((await home()).attention.importsWaiting).toEqual([{ importID, fileName: 'mei.csv', at: '2026-06-03T09:00:00.000Z' }])
  const other = await app.build.batch({ customerId: customer_id })
  const { body } = await app.call(homeApi.get, { query: { customerID: customer_id, scriptID: other.script.id } }).as(staff)
  expect(body.attention.importsWaiting).toEqual([])
  const colleague = await app.build.staff({ rights, customers: [customer_id] })
  expect((await home(colleague)).attention.importsWaiting).toEqual([])
})

test('calling is allowed while both the law and the hours of a script allow it', async () => {
  // The script has no hours of its own but the whole day: the law of collection, until eight in the evening.
  expect((await home()).calling).toEqual({ from: 7 * 60, until: 20 * 60 })
  const weekdays = { starts: '09:00', ends: '16:59', weekdays: [1, 2, 3, 4, 5], channels: ['call'] }
  const { customerId: customer_id, script } = batch
  await app.db.updateTable('time_windows').set(weekdays).where('customer_id', '=', customer_id).execute()
  expect((await home()).calling).toEqual({ from: 9 * 60, until: 17 * 60 })
  await app.db.updateTable('customers').set({ compliance_profile: 'intern_demo' }).where('id', '=', customer_id).execute()
  const wednesday = app.clock.now()
  app.clock.set(new Date('2026-06-07T09:00:00Z'))
  const onSunday = await app.build.staff({ rights, customers: [batch.customerId] })
  // The law of a demo allows every day; its script does not work on a Sunday.
  expect((await home(onSunday)).calling).toBeNull()
  await app.db.updateTable('scripts').set({ always_open: true }).where('id', '=', script.id).execute()
  expect((await home(onSunday)).calling).toEqual({ from: 0, until: 24 * 60 })
  app.clock.set(wednesday)
})

test('cases that nobody can reach lead to the same rows of the batch', async () => {
  const lost = await cameIn('2026-06-03')
  await cameIn('2026-06-03')
  await app.db.updateTable('case_runs').set({ unreachable: 'noEmail' }).where('case_id', '=', lost.id).execute()
  const { attention } = await home()
  expect(attention.unreachable).toEqual([{ batchID: batch.id, name: expect.any(String), reason: 'noEmail', count: 1 }])
  const query = { customerID: batch.customerId, batchID: batch.id, place: 'unreachable' as const, reason: 'noEmail' }
  expect((await app.call(caseApi.list, { query }).as(staff)).body.rows.map(({ caseID }) => caseID)).toEqual([lost.id])
})

test('each part is left out for who may not see it, and another customer is not there', async () => {
  const one = await cameIn('2026-06-03', { result: 'TOEV' })
  await pay(one, 100, '2026-06-03')
  const reader = await app.build.staff({ rights: [Right.viewBatches], customers: [batch.customerId] })
  expect(await home(reader)).toMatchObject({ money: null, attention: { broken: 0, complaints: null }, running: [{ batch: { money: [] } }] })
  const agent = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  expect(await home(agent)).toMatchObject({ money: [{ outstandingCents: 9_900 }], attention: { broken: 1, stalled: [] }, running: null })
  const nobody = await app.build.staff({ rights: [Right.viewUsers], customers: [batch.customerId] })
  expect(await home(nobody)).toMatchObject({ error: 'error.rightMissing' })
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  for (const endpoint of [homeApi.get, homeApi.received])
    expect((await app.call(endpoint, { query: { customerID: batch.customerId } }).as(stranger)).body).toMatchObject({
      error: 'customer.notFound',
    })
})

test('a period of what was received is refused where it is reversed or too long', async () => {
  const received = async (query: { from: string; until: string }) =>
    (await app.call(homeApi.received, { query: { customerID: batch.customerId, ...query } }).as(staff)).body
  expect(await received({ from: '2026-06-02', until: '2026-06-01' })).toMatchObject({ error: 'report.periodReversed' })
  expect(await received({ from: '2024-06-02', until: '2026-06-01' })).toMatchObject({ error: 'report.periodTooLong' })
})

test('of the batches that run, those that go on stand before those that stand still without an end', async () => {
  const later = await cameIn('2026-06-03')
  await app.db
    .updateTable('case_runs')
    .set({ due_at: new Date('2026-06-03T12:00:00Z') })
    .where('case_id', '=', later.id)
    .execute()
  const resting = await app.build.batch({ script: await app.build.script({ customerId: batch.customerId, active: false }) })
  await app.build.case({ batch: resting })
  const { running } = await home()
  expect(running?.map((one) => one.batch.batchID)).toEqual([batch.id, resting.id])
})

test('the figures of a script are those of its batches alone, and a demo of staff is in none', async () => {
  await cameIn('2026-06-03')
  const demo = await app.build.batch({ script: batch.script })
  await app.db.updateTable('batches').set({ is_demo: true }).where('id', '=', demo.id).execute()
  await app.build.case({ batch: demo, outstanding_cents: 99 })
  const other = await app.build.batch({ script: await app.build.script({ customerId: batch.customerId }) })
  await app.build.case({ batch: other, outstanding_cents: 5 })
  const { body } = await app.call(homeApi.get, { query: { customerID: batch.customerId, scriptID: other.script.id } }).as(staff)
  expect(body.money).toMatchObject([{ outstandingCents: 5 }])
  expect((await home()).money).toMatchObject([{ outstandingCents: 10_005 }])
})

const claim = (dueOn: string) => ({ fields: JSON.stringify({ soort_vordering: 'overeenkomst', vervaldatum: dueOn }) })

test('what is time-barred in the next 90 days is counted and leads to its rows, the soonest first, page by page', async () => {
  // The last day on which it is not yet, both ends of the 90 days, and the first day after them.
  const today = await app.build.case({ batch, ...claim('2021-06-02') })
  const [third, first, second] = [
    await app.build.case({ batch, ...claim('2021-08-31') }),
    await app.build.case({ batch, ...claim('2021-06-03') }),
    await app.build.case({ batch, ...claim('2021-06-03') }),
  ]
  await app.build.case({ batch, ...claim('2021-09-01') })
  await app.build.case({ batch, ...claim('2021-06-10'), status: 'closed' })
  await app.build.case({ batch, fields: JSON.stringify({ vervaldatum: '2021-06-10' }) })
  expect((await home()).attention.barredSoon).toEqual({ count: 3, first: '2026-06-04' })
  const pageAfter = async (cursor?: string) =>
    (
      await app
        .call(figureApi.cases, {
          query: { customerID: batch.customerId, figure: 'barredSoon', limit: 2, ...(cursor !== undefined && { cursor }) },
        })
        .as(staff)
    ).body
  const page = await pageAfter()
  expect(page).toMatchObject({ total: { value: 3 }, rows: [{ caseID: first.id, barredOn: '2026-06-04' }, { caseID: second.id }] })
  const next = await pageAfter(page.nextCursor ?? '')
  expect(next).toMatchObject({ nextCursor: null, rows: [{ caseID: third.id, barredOn: '2026-09-01' }] })
  expect([...page.rows, ...next.rows].map(({ caseID }) => caseID)).not.toContain(today.id)
})

test('what is time-barred already and goes on is counted and leads to its rows, the longest ago first', async () => {
  const before = (await home()).attention.barred
  const [today, ancient] = [
    await app.build.case({ batch, ...claim('2021-06-02') }),
    await app.build.case({ batch, ...claim('1989-01-15') }),
  ]
  await app.build.case({ batch, ...claim('2021-06-03') })
  await app.build.case({ batch, ...claim('2020-06-03'), status: 'closed' })
  expect((await home()).attention.barred).toBe(before + 2)
  const query = { customerID: batch.customerId, figure: 'barred' as const, limit: 1 }
  const page = (await app.call(figureApi.cases, { query }).as(staff)).body
  expect(page).toMatchObject({ total: { value: before + 2 }, rows: [{ caseID: ancient.id, barredOn: '1994-01-16' }] })
  const all = (await app.call(figureApi.cases, { query: { ...query, limit: 50, cursor: page.nextCursor ?? '' } }).as(staff)).body
  expect(all.rows.map(({ caseID }) => caseID)).toContain(today.id)
  expect(all.rows).toHaveLength(before + 1)
  const reader = await app.build.staff({ rights: [Right.viewBatches], customers: [batch.customerId] })
  expect((await home(reader)).attention.barred).toBe(0)
})

test('debt help whose end has come is counted until somebody ends it, also of a closed case, and leads to its rows', async () => {
  const help = async (endsOn: string | null, more: object = {}, ended: object = {}) => {
    const one = await app.build.case({ batch, ...more })
    await app.db
      .insertInto('debt_help')
      .values({
        ...{ customer_id: one.customerId, case_id: one.id, kind: 'SHV', organisation: 'Kredietbank', by_user: 'kim' },
        ...{ began_on: '2024-06-03', ends_on: endsOn, at: app.clock.now(), ...ended },
      })
      .execute()
    return one.id
  }
  const reached = [await help('2026-06-03'), await help('2025-06-03', { status: 'closed', result: 'SHV' })]
  await help('2026-06-04')
  await help(null)
  await help('2026-06-01', {}, { ended_on: '2026-06-01', ended_by: 'kim' })
  expect((await home()).attention.debtHelpReached).toBe(2)
  const { rows, total } = await behind('debtHelpReached')
  expect([total.value, rows.map(({ caseID }) => caseID)]).toEqual([2, reached.toReversed()])
  expect(rows.map(({ debtHelpEndsOn }) => debtHelpEndsOn)).toEqual(['2025-06-03', '2026-06-03'])
})

test('nobody sees those of another customer, and without the right to see cases there are none', async () => {
  await app.build.case({ batch, ...claim('2021-06-10') })
  const other = await app.build.batch()
  const stranger = await app.build.staff({ rights, customers: [other.customerId] })
  const { body } = await app.call(homeApi.get, { query: { customerID: other.customerId } }).as(stranger)
  expect(body.attention).toMatchObject({ barredSoon: null, debtHelpReached: 0 })
  const reader = await app.build.staff({ rights: [Right.viewBatches], customers: [batch.customerId] })
  expect((await home(reader)).attention).toMatchObject({ barredSoon: null, debtHelpReached: 0 })
  expect((await home()).attention.barredSoon).toMatchObject({ count: 1 })
})
