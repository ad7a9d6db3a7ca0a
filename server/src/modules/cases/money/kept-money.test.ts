import { missedInstalments } from '@regie/contract/missed-instalments.ts'
import { arrangementApi } from '@regie/contract/arrangements.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { debtLawApi } from '@regie/contract/debt-law.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../../test/builders.ts'
import { openImportStory, threeRows } from '../../../../test/import-story.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import type { Pool } from 'pg'
import { evaluatePromises } from '../../arrangements/evaluate-promises.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'
import { addUpMoney } from './add-up-money.ts'
import { recordLinkPayment } from './record-payments.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

/** What the kept totals say and a recount does not, or the other way round; figures of nothing are left out. */
async function findFaults(pool: Pool) {
  const batchFigures = 'open_cases, claimed_cents, outstanding_cents, paid_cents, promises, promised_cents, broken'
  const dayFigures = 'cases, claimed_cents, paid_soon_cents, promises, promised_cents, receipts, received_cents, barred'
  const kept = (table: string, keys: string, figures: string) => {
    const summed = figures.split(', ').map((name) => `sum(${name})::bigint as ${name}`)
    const some = figures.split(', ').map((name) => `${name} <> 0`)
    return `
      select *
      from (select ${keys}, ${summed.join(', ')} from ${table} group by ${keys}) t
      where ${some.join(' or ')}`
  }
  const faultsOf = async (name: string, keys: string, figures: string) => {
    const [now, recounted] = [`${name}_now`, `${name}_recounted`].map((table) => `(${kept(table, keys, figures)})`)
    const { rows } = await pool.query(`(${now} except ${recounted}) union all (${recounted} except ${now})`)
    return rows
  }
  return [
    ...(await faultsOf('batch_money', 'customer_id, batch_id, currency', batchFigures)),
    ...(await faultsOf('money_days', 'customer_id, script_id, currency, day', dayFigures)),
  ]
}

const actions = [
  'payLink',
  'book',
  'bookPart',
  'withdraw',
  'close',
  'reopen',
  'closeBatch',
  'reopenBatch',
  'undo',
  'promise',
  'plan',
  'cancelPromise',
  'claim',
  'interrupt',
] as const
type Action = { kind: (typeof actions)[number] | 'days' | 'addUp'; which: number; cents: number; days: number }
const anyActions = fc.array(
  fc.record({
    kind: fc.constantFrom(...actions, 'days' as const, 'addUp' as const, 'reopen' as const, 'reopenBatch' as const),
    which: fc.nat(3),
    cents: fc.integer({ min: 1, max: 15_000 }),
    days: fc.nat(25),
  }),
  { minLength: 12, maxLength: 20 },
)

async function doOne({ kind, which, cents, days }: Action, batch: BuiltBatch, staff: Staff): Promise<number> {
  const { call, db, clock } = app
  const rows = await db.selectFrom('cases').select(['id', 'version']).where('batch_id', '=', batch.id).orderBy('id').execute()
  const one = rows[which % rows.length] ?? { id: 0, version: 0 }
  const { customerId } = batch
  const params = { caseID: one.id }
  const ofBatch = { params: { batchID: batch.id } }
  const today = toLocalTime(clock.now()).date
  const due = addDays(today, days)
  switch (kind) {
    case 'payLink':
      return db.transaction().execute(async (tx) => {
        const { id } = await tx
          .insertInto('payment_links')
          .values({
            ...{ customer_id: customerId, case_id: one.id, batch_id: batch.id, amount_cents: cents, provider: 'simulated-payment' },
            ...{ simulated: true, expires_at: clock.now(), token: crypto.randomUUID().slice(0, 22), idempotency_key: crypto.randomUUID() },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const paid = { customerId, caseId: one.id, amountCents: cents, currency: 'EUR', paidOn: today, at: clock.now() }
        await recordLinkPayment(tx, { ...paid, paymentLinkId: id })
        return 200
      })
    case 'book': {
      const payment = { amountCents: cents, paidOn: addDays(today, -days) }
      return (await call(caseActionApi.close, { params, body: { version: one.version, resultCode: 'BET', payment } }).as(staff)).status
    }
    case 'bookPart': {
      const body = {
        version: one.version,
        amountCents: cents,
        paidOn: addDays(today, -days),
        method: 'cash',
        note: '',
        close: false,
      } as const
      return (await call(paymentApi.book, { params, body }).as(staff)).status
    }
    case 'withdraw': {
      const booked = await db
        .selectFrom('payments')
        .select(['id', 'case_id'])
        .where('customer_id', '=', customerId)
        .where('booked_by', 'is not', null)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      if (!booked) return 404
      const asked = { params: { caseID: booked.case_id, paymentID: booked.id }, body: { reason: 'Verkeerd geboekt' } }
      return (await call(paymentApi.withdraw, asked).as(staff)).status
    }
    case 'close':
      return (await call(caseActionApi.close, { params, body: { version: one.version, resultCode: 'RET' } }).as(staff)).status
    case 'reopen':
      return (await call(caseActionApi.reopen, { params, body: { version: one.version, restart: false } }).as(staff)).status
    case 'closeBatch':
      return (await call(batchApi.close, { ...ofBatch, body: { resultCode: 'BSL' } }).as(staff)).status
    case 'reopenBatch':
      return (await call(batchApi.reopen, { ...ofBatch, body: { includePaused: true } }).as(staff)).status
    case 'undo': {
      const [last] = (await call(undoApi.list, {}).as(staff)).body
      return last ? (await call(undoApi.undo, { params: { token: last.token } }).as(staff)).status : 200
    }
    case 'promise':
      return (await call(arrangementApi.addPromise, { params, body: { kind: 'promise', parts: [{ due, amountCents: cents }] } }).as(staff))
        .status
    case 'plan': {
      const parts = [7, 14, 21].map((later) => ({ due: addDays(due, later), amountCents: cents }))
      const missedInstalment = missedInstalments[cents % missedInstalments.length] ?? 'end'
      return (await call(arrangementApi.addPromise, { params, body: { kind: 'plan', parts, missedInstalment } }).as(staff)).status
    }
    case 'cancelPromise': {
      const open = await db.selectFrom('payment_promises').select(['id', 'case_id']).where('state', '=', 'open').executeTakeFirst()
      if (!open) return 200
      return (await call(arrangementApi.cancelPromise, { params: { caseID: open.case_id, promiseID: open.id } }).as(staff)).status
    }
    case 'claim':
      await db
        .updateTable('cases')
        .set({
          outstanding_cents: cents > 14_000 ? null : cents,
          fields: JSON.stringify(cents > 13_000 ? {} : { soort_vordering: 'overeenkomst', vervaldatum: addDays(today, -days) }),
        })
        .where('id', '=', one.id)
        .execute()
      return 200
    case 'interrupt':
      return (await call(debtLawApi.interrupt, { params, body: { on: addDays(today, -days), how: 'letter', note: '' } }).as(staff)).status
    case 'days':
      clock.advance(days * 24 * 3_600_000)
      await evaluatePromises(app.services.db, clock.now())
      return 200
    case 'addUp':
      await addUpMoney(app.services.db)
      return 200
  }
}

test('money by batch and by day ties with cases, payments and promises after every action, whoever does what in whichever order', async () => {
  const answers = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(anyActions, async (list) => {
      const batch = await app.build.batch()
      for (let n = 0; n < 3; n++) await app.build.case({ batch, outstanding_cents: 10_000, created_at: app.clock.now() })
      const limited = JSON.stringify({ soort_vordering: 'consumentenkoop', vervaldatum: '2026-05-01' })
      await app.build.case({ batch, fields: limited, created_at: app.clock.now() })
      const member = await app.build.user({
        rights: [
          Right.viewBatches,
          Right.viewCases,
          Right.pauseBatches,
          Right.closeBatches,
          Right.changeCases,
          Right.closeCases,
          Right.bookPayments,
        ],
        customers: [batch.customerId],
      })
      const done: string[] = []
      for (const action of list) {
        // Days go by; they are there all the time.
        const status = await doOne(action, batch, { ...member, secret: await app.build.session(member.userId) })
        done.push(`${action.kind} ${status}`)
        if (status === 200) answers.set(action.kind, (answers.get(action.kind) ?? 0) + 1)
        expect(status, done.join(', ')).toBeLessThan(500)
        expect(await findFaults(app.pool), done.join(', ')).toEqual([])
      }
    }),
    { seed: 9, numRuns: 20, endOnFailure: true },
  )
  // Every kind of action happened: what is refused always proves nothing.
  expect(actions.filter((kind) => !answers.has(kind))).toEqual([])
})

test('an import is in the totals the moment it is there, of its day and its currency', async () => {
  const story = await openImportStory()
  const { importID } = await story.uploadAndCheck(threeRows(1))
  await story.importAll(importID)
  const { rows } = await story.owner.pool.query('select currency, open_cases, outstanding_cents from batch_money_now')
  expect(rows).toEqual([{ currency: 'EUR', open_cases: 3, outstanding_cents: 4707 + 125_000 + 1250 }])
  expect(await findFaults(story.owner.pool)).toEqual([])
  await addUpMoney(story.db)
  expect(await findFaults(story.owner.pool)).toEqual([])
  await story.drop()
})

test('money that a server of the version before books, which names no batch, counts like any other', async () => {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch, outstanding_cents: 5_000 })
  await app.pool.query(
    `insert into payments (customer_id, case_id, amount_cents, currency, paid_on, at, booked_by, method)
    values ($1, $2, 1234, 'EUR', '2026-06-03', $3, 'ada', 'bank')`,
    [batch.customerId, one.id, app.clock.now()],
  )
  const { rows } = await app.pool.query('select batch_id from payments where case_id = $1', [one.id])
  expect(rows).toEqual([{ batch_id: batch.id }])
  expect(await findFaults(app.pool)).toEqual([])
})
