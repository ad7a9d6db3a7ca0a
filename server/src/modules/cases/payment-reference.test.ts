import { arrangementApi } from '@regie/contract/arrangements.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { fieldApi } from '@regie/contract/fields.ts'
import { betalingskenmerkCheck, referenceKind, rfReferenceOf, shownReference } from '@regie/contract/payment-references.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { defaultFields } from '../fields/default-fields.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch()
  const rights = [Right.viewCases, Right.viewPersonalData, Right.changeInputFields, Right.changeFilters, Right.changeCases]
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

const ownOf = (id: number) => {
  const digits = String(id).padStart(15, '0')
  return betalingskenmerkCheck(digits) + digits
}
const referenceOf = async (caseID: number, who = staff) => (await app.call(caseApi.payments, { params: { caseID } }).as(who)).body.reference
const search = async (q: string, who = staff, customerID = batch.customerId) =>
  (await app.call(caseApi.search, { query: { customerID, q } }).as(who)).body.rows.map((row) => row.caseID)
const changeTo = async (caseID: number, betalingskenmerk: string) => {
  const { version } = (await app.call(caseApi.get, { params: { caseID }, query: {} }).as(staff)).body
  const body = { version, fields: { betalingskenmerk } }
  return app.call(caseActionApi.change, { params: { caseID }, body }).as(staff)
}

/** A batch whose script has this of the field of the reference. */
const batchWith = async (more: object) => {
  const built = await app.build.batch({ customerId: batch.customerId })
  const fields = defaultFields.map((field) => (field.key === 'betalingskenmerk' ? { ...field, ...more } : field))
  const saved = await app.call(fieldApi.save, { params: { scriptID: built.script.id }, body: { version: 1, fields } }).as(staff)
  expect(saved.body).not.toHaveProperty('error')
  return built
}

// What the database makes of the number of a case, held against the rule of the contract.
test.each([4_000_001, 56_789_012_345, 123_456_789_012_345, 999_999_999_999_999])(
  'case %i has a betalingskenmerk of its own',
  async (id) => {
    await app.pool.query(
      `insert into cases (customer_id, id, batch_id, case_number, name) overriding system value
    values ($1, $2, $3, $4, 'Eigen')`,
      [batch.customerId, id, batch.id, `eigen-${id}`],
    )
    const reference = await referenceOf(id)
    expect(reference).toBe(ownOf(id))
    expect(referenceKind(reference)).toBe('betalingskenmerk')
  },
)

test('a case is found by its reference, in every way that it is written, and not by who serves another customer', async () => {
  const [one, other] = [await app.build.case({ batch }), await app.build.case({ batch })]
  const reference = ownOf(one.id)
  const rf = rfReferenceOf(reference) ?? ''
  for (const written of [reference, shownReference(reference), rf, shownReference(rf), rf.toLowerCase()])
    expect(await search(written)).toEqual([one.id])
  expect(await search(ownOf(other.id))).toEqual([other.id])
  const elsewhere = await app.build.batch()
  const stranger = await app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], customers: [elsewhere.customerId] })
  expect(await search(reference, stranger, elsewhere.customerId)).toEqual([])
})

test('the reference of the creditor stands in the place of ours, as long as there is one', async () => {
  const one = await app.build.case({ batch, outstanding_cents: 1000 })
  expect((await changeTo(one.id, '1223 4534 6225 67')).status).toBe(200)
  expect(await referenceOf(one.id)).toBe('12234534622567')
  expect([await search('1223.4534.6225.67'), await search(ownOf(one.id))]).toEqual([[one.id], []])
  expect((await changeTo(one.id, 'Polis 12/AB')).status).toBe(200)
  expect([await referenceOf(one.id), await search('polis 12-ab')]).toEqual(['Polis 12/AB', [one.id]])
  expect((await changeTo(one.id, '')).status).toBe(200)
  expect([await referenceOf(one.id), await search(ownOf(one.id))]).toEqual([ownOf(one.id), [one.id]])
})

test('a reference whose check is wrong was mistyped and is refused', async () => {
  const one = await app.build.case({ batch, outstanding_cents: 1000 })
  for (const wrong of ['5000 0567 8901 2346', 'RF17 5390 0754 7034'])
    expect(await changeTo(one.id, wrong)).toMatchObject({
      status: 422,
      body: { error: 'case.fieldInvalid', params: { fault: 'referenceInvalid' } },
    })
  expect(await referenceOf(one.id)).toBe(ownOf(one.id))
})

test('who may not see personal data is not shown a reference that its script masks, nor finds a case by it', async () => {
  const masking = await batchWith({ mask: 'last4' })
  const given = { fields: JSON.stringify({ betalingskenmerk: 'RF18539007547034' }) }
  const [hidden, shown] = [await app.build.case({ batch: masking, ...given }), await app.build.case({ batch, ...given })]
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  expect([await referenceOf(hidden.id, reader), await referenceOf(shown.id, reader)]).toEqual(['••••7034', 'RF18539007547034'])
  expect((await search('RF18 5390 0754 7034')).toSorted((a, b) => a - b)).toEqual([hidden.id, shown.id])
  expect(await search('RF18 5390 0754 7034', reader)).toEqual([shown.id])
})

test('a masked reference stays masked however a text writes it, and however short it is', async () => {
  const masking = await batchWith({ mask: 'all' })
  const caseWith = (betalingskenmerk: string) => app.build.case({ batch: masking, fields: JSON.stringify({ betalingskenmerk }) })
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const one = await caseWith('5000056789012345')
  const text = 'Kenmerk 5000 0567 8901 2345, RF48 5000 0567 8901 2345 of 5000.0567.8901.2345'
  await app.call(arrangementApi.addNote, { params: { caseID: one.id }, body: { text } }).as(staff)
  const { body } = await app.call(caseApi.timeline, { params: { caseID: one.id }, query: {} }).as(reader)
  expect(body.rows[0]?.excerpt).toBe('Kenmerk ••••••••••••, •••••••••••• of ••••••••••••')
  expect(await referenceOf((await caseWith('B7')).id, reader)).toBe('••')
})

test('a reference of signs alone is one by which nothing is found', async () => {
  await app.build.case({ batch, fields: JSON.stringify({ betalingskenmerk: '-' }) })
  expect([await search('RF18'), await search('---')]).toEqual([[], []])
})

test('a script gives the reference no more room than banks do', async () => {
  const { script } = await app.build.batch({ customerId: batch.customerId })
  const fields = defaultFields.map((field) => (field.key === 'betalingskenmerk' ? { ...field, maxLength: 36 } : field))
  const refused = await app.call(fieldApi.save, { params: { scriptID: script.id }, body: { version: 1, fields } }).as(staff)
  expect(refused.status).toBe(422)
})
