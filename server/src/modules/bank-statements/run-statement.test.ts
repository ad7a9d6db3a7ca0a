import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { statementApi } from '@regie/contract/bank-statements.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { paymentCentsMax } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { runStatement } from './run-statement.ts'
import { uploadStatement } from './upload-statement.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch()
  staff = await app.build.staff({ rights: [Right.viewCases, Right.bookPayments], customers: [batch.customerId] })
})

const newCase = (openCents = 10_000) => app.build.case({ batch, outstanding_cents: openCents })
const caseOf = (id: number) =>
  app.db
    .selectFrom('cases')
    .select(['payment_reference', 'status', 'result', 'paid_cents', 'outstanding_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

type Line = { cents: number; text: string; ref?: string }
const amount = (cents: number) => `${Math.floor(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`
/** A day of an account as its bank sends it. */
function mt940(lines: readonly Line[], account = 'NL91ABNA0417164300', currency = 'EUR'): string {
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  const entries = lines.map(
    ({ cents, text, ref = 'NONREF' }) =>
      `:61:2606020602${cents < 0 ? 'D' : 'C'}${amount(cents)}NTRFNONREF//${ref}\n:86:/NAME/J JANSEN/REMI/${text}`,
  )
  return [
    ':20:A',
    `:25:${account}`,
    ':28C:1',
    `:60F:C260601${currency}1000,00`,
    ...entries,
    `:62F:C260602${currency}${amount(100_000 + total)}`,
    '-',
    '',
  ].join('\n')
}

async function keep(content: string, to = batch, by = staff) {
  const caller: Caller = {
    ...{ userId: by.userId, username: 'mees', rights: [Right.bookPayments], stage: 'full', sessionId: null },
    customerIds: [to.customerId],
  }
  const services = { db: app.db, clock: app.clock, config: { customerFilesMegabytes: 100, virusScanner: null } }
  const file = { customerId: to.customerId, fileName: 'afschrift.940', stream: Readable.from([Buffer.from(content)]) }
  const { statementID } = await uploadStatement(services, caller, file)
  return statementID
}
async function upload(content: string, to = batch, by = staff) {
  const statementID = await keep(content, to, by)
  await runJobs(app.services)
  return statementID
}
const statementOf = (id: number) =>
  app.db.selectFrom('bank_statements').select(['state', 'fault', 'entries', 'known']).where('id', '=', id).executeTakeFirstOrThrow()
/** What is kept with the entries, and what their payments say. */
const keptOf = async (statementId: number) => {
  const { rows } = await app.pool.query<{ isBooked: boolean; wasBooked: boolean; counts: boolean; counted: boolean }>(
    `select e.is_booked as "isBooked", e.was_booked as "wasBooked",
      count(p.id) filter (where p.withdrawn_at is null) > 0 as counts, count(p.id) > 0 as counted
    from bank_entries e
    left join payments p on p.customer_id = e.customer_id and p.bank_entry_id = e.id
    where e.statement_id = $1
    group by e.id, e.is_booked, e.was_booked
    order by e.id`,
    [statementId],
  )
  return rows
}
const bookedFor = async ({ id }: BuiltCase) =>
  (
    await app.db
      .selectFrom('payments')
      .select(['id', 'amount_cents', 'withdrawn_at', 'method', 'bank_entry_id'])
      .where('case_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ id: paymentId, ...rest }) => ({ paymentId, ...rest }))

test('what certainly pays a case is booked and closes it; a part leaves it open; the rest waits for staff', async () => {
  const [whole, part, over] = [await newCase(), await newCase(), await newCase()]
  const referenceOf = async (one: BuiltCase) => (await caseOf(one.id)).payment_reference
  const id = await upload(
    mt940([
      { cents: 10_000, text: await referenceOf(whole), ref: 'A1' },
      { cents: 2500, text: `deel ${await referenceOf(part)}`, ref: 'A2' },
      { cents: 10_001, text: await referenceOf(over), ref: 'A3' },
      { cents: 700, text: 'zonder kenmerk', ref: 'A4' },
      { cents: -500, text: `terug ${await referenceOf(part)}`, ref: 'A5' },
    ]),
  )
  expect(await statementOf(id)).toEqual({ state: 'done', fault: null, entries: 5, known: 0 })
  expect(await caseOf(whole.id)).toMatchObject({ status: 'closed', result: 'BET', paid_cents: 10_000 })
  expect(await caseOf(part.id)).toMatchObject({ status: 'open', paid_cents: 2500 })
  expect(await bookedFor(over)).toEqual([])
  expect(await bookedFor(whole)).toMatchObject([{ amount_cents: 10_000, method: 'bank', withdrawn_at: null }])
})

/** The same as CAMT.053, as banks send it: with what XML begins with. */
function camt(entries: readonly { cents: number; text: string; ref: string }[]): string {
  const euros = (cents: number) => (cents / 100).toFixed(2)
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
  const total = entries.reduce((sum, { cents }) => sum + cents, 0)
  const rows = entries.map(
    ({ cents, text, ref }) => `<Ntry><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-06-02</Dt></BookgDt><AcctSvcrRef>${ref}</AcctSvcrRef>
<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>${balance('OPBD', 0)}${balance('CLBD', total)}${rows.join('')}
</Stmt></BkToCstmrStmt></Document>`
}

test('a file of CAMT.053 is taken as banks send it, and other XML is refused where it is read', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const id = await upload(camt([{ cents: 10_000, text: reference, ref: 'X1' }]))
  expect(await statementOf(id)).toEqual({ state: 'done', fault: null, entries: 1, known: 0 })
  expect(await caseOf(one.id)).toMatchObject({ status: 'closed', paid_cents: 10_000 })
  const marked = await upload(`\ufeff${camt([{ cents: 100, text: 'met een teken vooraan', ref: 'X2' }])}`)
  expect(await statementOf(marked)).toMatchObject({ state: 'done', entries: 1 })
  const page = await upload('<?xml version="1.0"?><html><script>1</script></html>')
  expect(await statementOf(page)).toMatchObject({ state: 'failed', fault: 'formatUnknown' })
  for (const other of ['<!doctype html><p>1</p>', '<svg/>', '%PDF-1.7', '<?xml version="1.0"?>\0<Document/>'])
    await expect(keep(other)).rejects.toMatchObject({ code: 'file.typeUnsupported' })
})

test('an entry that is more than one payment can be is refused in words', async () => {
  const one = await newCase()
  await upload(mt940([{ cents: paymentCentsMax + 1, text: 'een schip', ref: 'M1' }]))
  const open = { customerID: batch.customerId, state: 'open' as const }
  const [entry] = (await app.call(statementApi.entries, { query: open }).as(staff)).body.rows
  const placed = await app.call(statementApi.book, { params: { entryID: entry?.entryID ?? 0 }, body: { caseID: one.id } }).as(staff)
  expect([placed.status, placed.body]).toMatchObject([422, { error: 'statement.amountTooLarge' }])
  expect(await bookedFor(one)).toEqual([])
})

test('an account that is deleted while its file is read leaves the entries to colleagues', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const leaver = await app.build.staff({ rights: [Right.viewCases, Right.bookPayments], customers: [batch.customerId] })
  const id = await keep(mt940([{ cents: 10_000, text: reference, ref: 'L1' }]), batch, leaver)
  await app.db.deleteFrom('users').where('id', '=', leaver.userId).execute()
  await runJobs(app.services)
  expect(await statementOf(id)).toMatchObject({ state: 'done', entries: 1 })
  expect(await bookedFor(one)).toEqual([])
  const { rows } = (await app.call(statementApi.list, { query: { customerID: batch.customerId } }).as(staff)).body
  expect(rows).toMatchObject([{ statementID: id, by: '', waiting: 1 }])
})

test('the same file is refused, and an entry that another file has too is booked once', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const line = { cents: 3000, text: reference, ref: 'B1' }
  await upload(mt940([line]))
  await expect(upload(mt940([line]))).rejects.toMatchObject({ code: 'statement.alreadyThere' })
  const id = await upload(mt940([line, { cents: 100, text: 'ander', ref: 'B2' }]))
  expect(await statementOf(id)).toMatchObject({ entries: 2, known: 1 })
  expect(await bookedFor(one)).toHaveLength(1)
})

test('a name that a bank gives again on another day, or to another amount, is another entry', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const line = { cents: 3000, text: reference, ref: '00000000001005' }
  await upload(mt940([line]))
  const nextDay = await upload(mt940([line]).replaceAll('260602', '260603').replaceAll('0602C', '0603C'))
  const more = await upload(mt940([{ ...line, cents: 500 }]))
  const again = await upload(mt940([line, { cents: 100, text: 'ander', ref: 'B3' }]))
  expect(await Promise.all([nextDay, more, again].map(statementOf))).toMatchObject([{ known: 0 }, { known: 0 }, { known: 1 }])
  expect((await bookedFor(one)).map(({ amount_cents }) => amount_cents)).toEqual([3000, 3000, 500])
})

test('a job that runs again, also beside itself, books nothing twice', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const id = await keep(mt940([{ cents: 3000, text: reference, ref: 'C1' }]))
  const run = () => runStatement(app.services, { statementId: id, customerId: batch.customerId }, { signal: new AbortController().signal })
  await Promise.all([run(), run()])
  await run()
  expect(await bookedFor(one)).toHaveLength(1)
  expect(await statementOf(id)).toEqual({ state: 'done', fault: null, entries: 1, known: 0 })
  // Nobody needs the bytes any more.
  const { rows } = await app.pool.query(`select content from file_parts where customer_id = $1`, [batch.customerId])
  expect(rows).toEqual([])
})

test('a booking that is taken back is not booked again by the next file', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const line = { cents: 3000, text: reference, ref: 'D1' }
  const id = await upload(mt940([line, { cents: 2, text: 'niemand', ref: 'D0' }]))
  const never = { isBooked: false, wasBooked: false, counts: false, counted: false }
  expect(await keptOf(id)).toEqual([{ isBooked: true, wasBooked: true, counts: true, counted: true }, never])
  const [booked] = await bookedFor(one)
  const params = { caseID: one.id, paymentID: booked?.paymentId ?? 0 }
  expect((await app.call(paymentApi.withdraw, { params, body: { reason: 'Verkeerd dossier' } }).as(staff)).status).toBe(200)
  expect(await keptOf(id)).toEqual([{ isBooked: false, wasBooked: true, counts: false, counted: true }, never])
  await upload(mt940([line, { cents: 1, text: 'x', ref: 'D2' }]))
  expect(await bookedFor(one)).toMatchObject([{ withdrawn_at: expect.any(Date) }])
  expect(await caseOf(one.id)).toMatchObject({ paid_cents: 0 })
})

test('a reference of another customer pays nobody', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const elsewhere = await app.build.batch()
  const stranger = await app.build.staff({ rights: [Right.bookPayments], customers: [elsewhere.customerId] })
  const id = await upload(mt940([{ cents: 3000, text: reference, ref: 'E1' }]), elsewhere, stranger)
  expect(await statementOf(id)).toMatchObject({ state: 'done', entries: 1 })
  expect(await bookedFor(one)).toEqual([])
})

test('a file that was cut off books nothing, says why, and may come again', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const whole = mt940([{ cents: 3000, text: reference, ref: 'F1' }])
  const cut = whole.slice(0, whole.indexOf(':62F:'))
  for (let time = 0; time < 2; time++)
    expect(await statementOf(await upload(cut))).toMatchObject({ state: 'failed', fault: 'balanceMissing' })
  expect(await bookedFor(one)).toEqual([])
  expect(await statementOf(await upload(whole))).toMatchObject({ state: 'done' })
  expect(await bookedFor(one)).toHaveLength(1)
})

test('money in another currency than the claim books nothing, also not by hand; in its own it does', async () => {
  const [euros, dollars] = [await newCase(), await newCase()]
  await app.db.updateTable('cases').set({ currency: 'USD' }).where('id', '=', dollars.id).execute()
  const lines = await Promise.all(
    [euros, dollars].map(async ({ id }, at) => ({ cents: 10_000, text: (await caseOf(id)).payment_reference, ref: `I${at}` })),
  )
  const id = await upload(mt940(lines, 'NL91ABNA0417164300', 'USD'))
  expect(await statementOf(id)).toMatchObject({ state: 'done', entries: 2 })
  expect(await bookedFor(euros)).toEqual([])
  expect(await caseOf(euros.id)).toMatchObject({ status: 'open', paid_cents: 0 })
  expect(await caseOf(dollars.id)).toMatchObject({ status: 'closed', result: 'BET', paid_cents: 10_000 })
  const { rows } = (await app.call(statementApi.entries, { query: { customerID: batch.customerId, state: 'open' } }).as(staff)).body
  expect(rows).toMatchObject([{ currency: 'USD', amountCents: 10_000 }])
  const byHand = app.call(statementApi.book, { params: { entryID: rows[0]?.entryID ?? 0 }, body: { caseID: euros.id } })
  expect((await byHand.as(staff)).body).toMatchObject({ error: 'statement.otherCurrency' })
  expect(await bookedFor(euros)).toEqual([])
})

test('who may not book any more when the job runs books nothing', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', staff.userId).execute()
  await upload(mt940([{ cents: 3000, text: reference, ref: 'G1' }]))
  expect(await bookedFor(one)).toEqual([])
})

test('the money of a customer ties: entries, bookings and cases', async () => {
  const cases = [await newCase(), await newCase(), await newCase()]
  const lines = await Promise.all(
    cases.map(async (one, index) => ({ cents: 1000 * (index + 1), text: (await caseOf(one.id)).payment_reference, ref: `H${index}` })),
  )
  await upload(mt940([...lines, { cents: 99, text: 'van niemand', ref: 'H9' }]))
  const { rows } = await app.pool.query<{ entries: number; booked: number; paid: number; days: number }>(
    `select
      (select sum(amount_cents) from bank_entries e where e.customer_id = $1 and exists (
        select from payments p where p.customer_id = e.customer_id and p.bank_entry_id = e.id
          and p.withdrawn_at is null))::int as entries,
      (select sum(amount_cents) from payments where customer_id = $1 and withdrawn_at is null)::int as booked,
      (select sum(paid_cents) from cases where customer_id = $1)::int as paid,
      (select sum(received_cents) from money_days_now where customer_id = $1)::int as days`,
    [batch.customerId],
  )
  expect(rows).toEqual([{ entries: 6000, booked: 6000, paid: 6000, days: 6000 }])
})

test('entries of before, named by the bank alone, get the names of today, so that their file books nothing twice', async () => {
  const one = await newCase()
  const { payment_reference: reference } = await caseOf(one.id)
  const [line, second] = [
    { cents: 3000, text: reference, ref: 'B1' },
    { cents: 500, text: reference, ref: 'B1' },
  ]
  await upload(mt940([line, line, second, { cents: 100, text: 'zonder naam' }]))
  const ofCustomer = () =>
    app.db.selectFrom('bank_entries').select('entry_key').where('customer_id', '=', batch.customerId).orderBy('id').execute()
  const today = await ofCustomer()
  const rows = await app.db.selectFrom('bank_entries').select('id').where('customer_id', '=', batch.customerId).orderBy('id').execute()
  for (const [at, key] of ['B1', 'B1:2', 'B1:3'].entries())
    await app.db
      .updateTable('bank_entries')
      .set({ entry_key: key })
      .where('id', '=', rows[at]?.id ?? 0)
      .execute()
  await app.pool.query(readFileSync(path.join(import.meta.dirname, '../../../migrations/0178-bank-entry-keys.sql'), 'utf8'))
  expect(await ofCustomer()).toEqual(today)
})
