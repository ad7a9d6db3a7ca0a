import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { type FieldDefinition, fieldApi } from '@regie/contract/fields.ts'
import { personApi } from '@regie/contract/person.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openImportStory } from '../../../test/import-story.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { schemaDirs } from '../../platform/db/migrate.ts'
import { defaultFields } from '../fields/default-fields.ts'
import { ibanCasesMax } from './same-iban.ts'

const account = 'NL91ABNA0417164300'
const otherAccount = 'DE89370400440532013000'
const ibanField: FieldDefinition = {
  key: 'iban_debiteur',
  label: { nl: 'IBAN debiteur', eng: 'Debtor IBAN', fr: 'IBAN du débiteur' },
  type: 'iban',
  required: false,
  maxLength: 42,
  aliases: [],
  mask: 'all',
}
const withIban = [...defaultFields, ibanField]

let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch()
  const rights = [Right.viewCases, Right.viewPersonalData, Right.newCase, Right.changeInputFields, Right.changeFilters]
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  await saveFields(1, withIban)
})
afterAll(() => app.close())

async function saveFields(version: number, fields: FieldDefinition[], { script } = batch) {
  const saved = await app.call(fieldApi.save, { params: { scriptID: script.id }, body: { version, fields } }).as(staff)
  expect(saved.status).toBe(200)
}
const withFields = (fields: Record<string, string>, where = batch) =>
  app.build.case({ batch: where, fields: JSON.stringify(fields), outstanding_cents: 1000 })
const personOf = (caseID: number, who = staff) => app.call(personApi.get, { params: { caseID } }).as(who)
async function sharedWith(one: Pick<BuiltCase, 'id'>) {
  const { body } = await personOf(one.id)
  return body.cases.map(({ caseID, sharedBy }) => [caseID, sharedBy])
}

test('cases with one account of the debtor are of one person, in whatever way it was written', async () => {
  const one = await withFields({ iban_debiteur: account })
  const made = await app
    .call(caseActionApi.create, {
      body: {
        customerID: batch.customerId,
        scriptID: batch.script.id,
        batchID: batch.id,
        fields: {
          dossiernummer: 'N1',
          achternaam: 'Jansen',
          openstaand: '5,00',
          iban_debiteur: 'nl91 abna 0417 1643 00',
          email: 'n1@example.nl',
        },
      },
    })
    .as(staff)
  expect(made.status).toBe(200)
  expect(await sharedWith(one)).toEqual([[made.body.caseID, ['iban']]])
  expect((await personOf(one.id)).body.claims).toEqual({ count: 2, sums: [{ currency: 'EUR', outstandingCents: 1500 }] })
})

test('who may not see personal data sees that an account is shared, not which', async () => {
  const shared = { iban_debiteur: 'NL02ABNA0123456789' }
  const [one, other] = [await withFields(shared), await withFields(shared)]
  const masked = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const { body } = await personOf(one.id, masked)
  expect(body.cases).toMatchObject([{ caseID: other.id, sharedBy: ['iban'] }])
  expect(JSON.stringify(body)).not.toMatch(/0123456789/)
})

test('the account of the principal makes nobody one person, nor does that of another customer', async () => {
  const fields = { iban_opdrachtgever: otherAccount, iban_debiteur: otherAccount }
  const one = await withFields(fields)
  await withFields({ iban_opdrachtgever: otherAccount })
  const elsewhere = await app.build.batch()
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify(withIban) })
    .where('id', '=', elsewhere.script.id)
    .execute()
  await withFields(fields, elsewhere)
  expect(await sharedWith(one)).toEqual([])
  expect(defaultFields.filter(({ type }) => type === 'iban').map(({ key }) => key)).toEqual(['iban_opdrachtgever'])
})

test('a changed account makes another person of the case', async () => {
  const [one, other] = [await withFields({ iban_debiteur: 'NL20INGB0001234567' }), await withFields({ achternaam: 'Bos' })]
  const change = async (iban: string) => {
    const params = { caseID: other.id }
    const { version } = (await app.call(caseApi.get, { params, query: {} }).as(staff)).body
    const body = { version, fields: { iban_debiteur: iban } }
    expect((await app.call(caseActionApi.change, { params, body }).as(staff)).status).toBe(200)
  }
  await change('NL20 INGB 0001 2345 67')
  expect(await sharedWith(one)).toEqual([[other.id, ['iban']]])
  await change('')
  expect(await sharedWith(one)).toEqual([])
})

test('a field that becomes an account counts for the cases that have it, and one that is dropped does not', async () => {
  const later = await app.build.batch({ customerId: batch.customerId })
  const fields = { iban_debiteur: 'BE68 5390 0754 7034' }
  const [one, other] = [await withFields(fields, later), await withFields(fields, later)]
  await withFields({ iban_debiteur: 'onbekend' }, later)
  const unknown = await withFields({ iban_debiteur: 'onbekend' }, later)
  expect(await sharedWith(one)).toEqual([])
  await saveFields(1, withIban, later)
  expect(await sharedWith(one)).toEqual([[other.id, ['iban']]])
  expect(await sharedWith(unknown)).toEqual([])
  await saveFields(2, [...defaultFields], later)
  expect(await sharedWith(one)).toEqual([])
})

test('an account of more cases than one person has is no person', async () => {
  const fields = { iban_debiteur: 'FR1420041010050500013M02606' }
  const one = await withFields(fields)
  for (let count = 1; count < ibanCasesMax; count++) await withFields(fields)
  expect(await sharedWith(one)).toHaveLength(ibanCasesMax - 1)
  await withFields(fields)
  expect(await sharedWith(one)).toEqual([])
})

test('an import keeps the accounts of its cases; the migration finds the same in the rows of before', async () => {
  const story = await openImportStory()
  const kept = async () =>
    (await story.owner.db.selectFrom('case_ibans').selectAll().orderBy('case_id').execute()).map((row) => ({
      ...row,
      iban_hash: row.iban_hash.toString('hex'),
    }))
  try {
    await story.owner.db
      .updateTable('scripts')
      .set({ fields: JSON.stringify(withIban) })
      .where('id', '=', story.scriptId)
      .execute()
    const file = [
      'dossiernummer;achternaam;email;openstaand;iban_debiteur;iban_opdrachtgever',
      `A1;Jansen;a@example.nl;10,00;${account};${otherAccount}`,
      `A2;Jansen;b@example.nl;10,00;nl91 abna 0417 1643 00;${otherAccount}`,
      `A3;Bos;c@example.nl;10,00;;${otherAccount}`,
    ].join('\r\n')
    expect(await story.importAll((await story.uploadAndCheck(file)).importID)).toMatchObject({ status: 'done' })
    const [first, second] = await story.casesOf()
    const rows = await kept()
    expect(rows.map(({ case_id }) => case_id)).toEqual([first?.id, second?.id])
    expect(new Set(rows.map(({ iban_hash }) => iban_hash)).size).toBe(1)
    await story.owner.pool.query('drop table case_ibans')
    const migration = readdirSync(schemaDirs.migrations).find((name) => name.endsWith('-same-person-by-iban.sql')) ?? ''
    await story.owner.pool.query(readFileSync(path.join(schemaDirs.migrations, migration), 'utf8'))
    expect(await kept()).toEqual(rows)
  } finally {
    await story.drop()
  }
})
