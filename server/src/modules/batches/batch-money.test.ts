import { arrangementApi } from '@regie/contract/arrangements.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { addUpMoney } from '../cases/money/add-up-money.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const rights = [Right.viewBatches, Right.viewCases, Right.changeCases, Right.bookPayments]

test('a batch says what is owed, paid and promised, one sum for each currency, before and after the sums are added up', async () => {
  const batch = await app.build.batch()
  const euros = await app.build.case({ batch, outstanding_cents: 10_000 })
  await app.build.case({ batch, outstanding_cents: 30_000 })
  await app.build.case({ batch, outstanding_cents: 7_000, currency: 'USD' })
  await app.build.case({ outstanding_cents: 99_000 })
  const staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const params = { caseID: euros.id }
  const booked = { version: 1, amountCents: 4_000, paidOn: '2026-06-03', method: 'card', note: '', close: false } as const
  await app.call(paymentApi.book, { params, body: booked }).as(staff)
  // What came in at the moment of a promise or later counts for it.
  app.clock.advance(60_000)
  const parts = [{ due: '2026-06-20', amountCents: 2_500 }]
  await app.call(arrangementApi.addPromise, { params, body: { kind: 'promise', parts } }).as(staff)
  const money = [
    { currency: 'EUR', claimedCents: 40_000, outstandingCents: 36_000, paidCents: 4_000, promisedCents: 2_500 },
    { currency: 'USD', claimedCents: 7_000, outstandingCents: 7_000, paidCents: 0, promisedCents: 0 },
  ]
  const seen = async () => {
    const { body: list } = await app.call(batchApi.list, { query: { customerID: batch.customerId } }).as(staff)
    const { body: one } = await app.call(batchApi.get, { params: { batchID: batch.id } }).as(staff)
    return [list.rows.find(({ batchID }) => batchID === batch.id)?.money, one.money]
  }
  expect(await seen()).toEqual([money, money])
  await addUpMoney(app.services.db)
  expect(await seen()).toEqual([money, money])
})

test('a list of cases says what is promised and what the script does next, and of a closed case nothing', async () => {
  const script = await app.build.script({
    steps: [
      { kind: 'send-email', key: 'mail', name: 'Eerste mail', next: 'end', settings: { template: 'mail' } },
      { kind: 'finish', key: 'end', settings: { result: 'RET' } },
    ],
  })
  const batch = await app.build.batch({ script })
  const staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const [open, paused, closed] = [
    await app.build.case({ batch }),
    await app.build.case({ batch, status: 'paused' }),
    await app.build.case({ batch, status: 'closed' }),
  ]
  const { body } = await app.call(caseApi.list, { query: { customerID: batch.customerId, batchID: batch.id } }).as(staff)
  const nextOf = ({ id }: { id: number }) => body.rows.find(({ caseID }) => caseID === id)?.nextStep
  expect(nextOf(open)).toMatchObject({ kind: 'send-email', name: 'Eerste mail', at: expect.any(String) })
  expect(nextOf(paused)).toMatchObject({ name: 'Eerste mail', at: null })
  expect(nextOf(closed)).toBeNull()
  const { body: detail } = await app.call(caseApi.get, { params: { caseID: open.id }, query: {} }).as(staff)
  expect(detail.nextStep).toEqual(nextOf(open))
})
