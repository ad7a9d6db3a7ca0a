import { Readable } from 'node:stream'
import { statementApi } from '@regie/contract/bank-statements.ts'
import { homeApi } from '@regie/contract/home.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { uploadStatement } from './upload-statement.ts'

const rights = [Right.viewCases, Right.bookPayments, Right.viewPersonalData]
let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})

/** One amount that came in from an account of ING, with what its payer wrote. */
async function receive(cents: number, text: string, ref: string) {
  const euros = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
  const content = [
    ...[':20:A', ':25:NL91ABNA0417164300', ':28C:1', ':60F:C260601EUR0,00', `:61:2606020602C${euros}NTRFNONREF//${ref}`],
    ...[`:86:/IBAN/NL20INGB0001234567/NAME/J JANSEN/REMI/${text}`, `:62F:C260602EUR${euros}`, '-', ''],
  ].join('\n')
  await receiveFile(content)
}

async function receiveFile(content: string) {
  const caller: Caller = { userId: staff.userId, username: 'mees', rights, stage: 'full', sessionId: null, customerIds: [batch.customerId] }
  const services = { db: app.db, clock: app.clock, config: { customerFilesMegabytes: 100, virusScanner: null } }
  await uploadStatement(services, caller, {
    customerId: batch.customerId,
    fileName: 'a.940',
    stream: Readable.from([Buffer.from(content)]),
  })
  await runJobs(app.services)
}
const entries = async (state: 'open' | 'booked' | 'ignored' = 'open', who = staff) =>
  (await app.call(statementApi.entries, { query: { customerID: batch.customerId, state } }).as(who)).body
const only = async (state: 'open' | 'booked' | 'ignored' = 'open') => {
  const { rows } = await entries(state)
  expect(rows).toHaveLength(1)
  return rows[0] as (typeof rows)[number]
}
const book = (entryID: number, caseID: number, who = staff) =>
  app.call(statementApi.book, { params: { entryID }, body: { caseID } }).as(who)

test('what names an invoice waits with the case as its proposal, is booked there, and waits again once that is taken back', async () => {
  const one = await app.build.case({ batch, outstanding_cents: 5000, invoice_number: 'F2026-77', name: 'Ada Jansen' })
  await receive(5000, 'factuur F2026-77', 'W1')
  const waiting = await only()
  expect(waiting).toMatchObject({ state: 'open', why: 'noReference', amountCents: 5000, counterIban: 'NL20INGB0001234567' })
  const params = { entryID: waiting.entryID }
  const { body: proposals } = await app.call(statementApi.proposals, { params }).as(staff)
  expect(proposals).toMatchObject([{ caseID: one.id, why: 'number', isExact: true, openCents: 5000, name: 'Ada Jansen' }])
  expect((await book(waiting.entryID, one.id)).body).toMatchObject({ state: 'booked', why: null, booked: { caseID: one.id } })
  expect((await book(waiting.entryID, one.id)).body).toMatchObject({ error: 'statement.entryPlaced' })
  const { booked } = await only('booked')
  const taken = { params: { caseID: one.id, paymentID: booked?.paymentID ?? 0 }, body: { reason: 'Ander dossier' } }
  expect((await app.call(paymentApi.withdraw, taken).as(staff)).status).toBe(200)
  expect(await only()).toMatchObject({ state: 'open', why: 'takenBack', booked: null })
  // The same account paid for this case: not any more.
  expect((await app.call(statementApi.proposals, { params }).as(staff)).body).toMatchObject([{ why: 'number' }])
})

test('an account that paid for a case before proposes it', async () => {
  const one = await app.build.case({ batch, outstanding_cents: 5000 })
  await receive(1000, 'eerste', 'X1')
  await book((await only()).entryID, one.id)
  await receive(1500, 'tweede', 'X2')
  const params = { entryID: (await only()).entryID }
  expect((await app.call(statementApi.proposals, { params }).as(staff)).body).toMatchObject([
    { caseID: one.id, why: 'account', isExact: false },
  ])
})

test('money whose payer names another case is refused here, unless whoever books it says that it is meant', async () => {
  const named = await app.build.case({ batch, outstanding_cents: 5000, invoice_number: 'F2026-88', name: 'Ada Jansen' })
  const other = await app.build.case({ batch, outstanding_cents: 5000 })
  await receive(5000, 'factuur F2026-88', 'N1')
  const { entryID } = await only()
  const refused = await book(entryID, other.id)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { error: 'statement.namesOther', params: { numbers: expect.stringMatching(/^\S+ \(Ada Jansen\)$/) } },
  ])
  expect(await only()).toMatchObject({ state: 'open' })
  const meant = app.call(statementApi.book, { params: { entryID }, body: { caseID: other.id, isMeant: true } })
  expect((await meant.as(staff)).body).toMatchObject({ state: 'booked', booked: { caseID: other.id } })
  // That the account paid for another case before names none.
  await receive(1000, 'tweede', 'N2')
  expect((await book((await only()).entryID, named.id)).body).toMatchObject({ state: 'booked', booked: { caseID: named.id } })
})

test('what pays no case is set aside with a reason, and waits again when that was wrong', async () => {
  await receive(700, 'huur', 'Y1')
  const { entryID } = await only()
  const ignore = (reason: string) => app.call(statementApi.ignore, { params: { entryID }, body: { reason } }).as(staff)
  expect((await ignore(' ')).status).toBe(422)
  expect((await ignore('Huur van de zaal')).body).toMatchObject({ state: 'ignored', ignored: { reason: 'Huur van de zaal' } })
  expect((await ignore('nog eens')).body).toMatchObject({ error: 'statement.entryPlaced' })
  expect((await entries()).total.value).toBe(0)
  expect((await app.call(statementApi.restore, { params: { entryID } }).as(staff)).body).toMatchObject({ state: 'open', ignored: null })
})

test('two colleagues at once book an entry once', async () => {
  const cases = [await app.build.case({ batch, outstanding_cents: 5000 }), await app.build.case({ batch, outstanding_cents: 5000 })]
  await receive(700, 'wie', 'Z1')
  const { entryID } = await only()
  const answers = await Promise.all(cases.map(({ id }) => book(entryID, id)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { rows } = await app.pool.query(`select sum(paid_cents)::int as paid from cases where customer_id = $1`, [batch.customerId])
  expect(rows).toEqual([{ paid: 700 }])
})

test('who serves another customer neither sees nor books an entry, and nobody books it at a case of another customer', async () => {
  await receive(700, 'wie', 'Q1')
  const { entryID } = await only()
  const elsewhere = await app.build.batch()
  const theirs = await app.build.case({ batch: elsewhere, outstanding_cents: 5000 })
  const stranger = await app.build.staff({ rights, customers: [elsewhere.customerId] })
  expect((await book(entryID, theirs.id, stranger)).body).toMatchObject({ error: 'statement.entryNotFound' })
  expect((await app.call(statementApi.proposals, { params: { entryID } }).as(stranger)).status).toBe(404)
  const both = await app.build.staff({ rights, customers: [elsewhere.customerId, batch.customerId] })
  expect((await book(entryID, theirs.id, both)).body).toMatchObject({ error: 'case.notFound' })
  expect(await only()).toMatchObject({ state: 'open' })
})

test('who may not see personal data sees the end of an account, also where the payer wrote it', async () => {
  await receive(700, 'van NL91 ABNA 0417 1643 00', 'R1')
  const reader = await app.build.staff({ rights: [Right.viewCases, Right.bookPayments], customers: [batch.customerId] })
  const [row] = (await entries('open', reader)).rows
  expect(row).toMatchObject({ counterIban: '••••4567' })
  expect(JSON.stringify(row)).not.toMatch(/0417|INGB|JANSEN/)
})

test('the list of files says of which account, which days and which balances each is, what waits', async () => {
  const one = await app.build.case({ batch, outstanding_cents: 5000 })
  await receive(700, 'wie', 'S1')
  const list = async () => (await app.call(statementApi.list, { query: { customerID: batch.customerId } }).as(staff)).body
  const { rows, open, hasSample } = await list()
  const account = { account: 'NL91ABNA0417164300', currency: 'EUR', openingCents: 0, closingCents: 700 }
  expect(rows).toMatchObject([
    { accounts: [{ ...account, from: '2026-06-02', until: '2026-06-02' }], entries: 1, waiting: 1, booked: 0, state: 'done' },
  ])
  expect({ open, hasSample }).toEqual({ open: 1, hasSample: false })
  await book((await only()).entryID, one.id)
  expect(await list()).toMatchObject({ open: 0, rows: [{ waiting: 0, booked: 1 }] })
})

test('the example of a customer of the demo is booked where it names a case, and no other customer has one', async () => {
  const sample = () => app.call(statementApi.sample, { query: { customerID: batch.customerId } }).as(staff)
  await app.build.case({ batch, outstanding_cents: 5000 })
  await app.build.case({ batch, outstanding_cents: 5000 })
  expect((await sample()).body).toMatchObject({ error: 'statement.noSample' })
  await app.db.updateTable('customers').set({ is_demo: true }).where('id', '=', batch.customerId).execute()
  await receiveFile((await sample()).body.content)
  expect((await entries('booked')).rows.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual([2500, 5000])
  expect((await entries('open')).rows).toMatchObject([{ amountCents: 12_500, why: 'noReference' }])
})

test('who leads the payments reads on home how many wait; who may not book reads of none', async () => {
  await receive(700, 'wie', 'T1')
  const waiting = async (who: Staff) =>
    (await app.call(homeApi.get, { query: { customerID: batch.customerId } }).as(who)).body.attention.bankEntries
  expect(await waiting(staff)).toBe(1)
  expect(await waiting(await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] }))).toBe(0)
})
