import { allRightCodes, customerOfRight, ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBuilders } from '../../../test/builders.ts'
import { fakeClock } from '../../../test/fake-clock.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/open-test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const codesOf = (group: string) =>
  database.db
    .selectFrom('right_groups as g')
    .innerJoin('right_group_objects as m', 'm.group_id', 'g.id')
    .innerJoin('right_objects as o', 'o.id', 'm.object_id')
    .select('o.code')
    .where('g.name', '=', group)
    .where('g.customer_id', 'is', null)
    .orderBy('o.code')
    .execute()
    .then((rows) => rows.map((row) => row.code))

test('the contract and the database know the same rights', async () => {
  const rows = await database.db.selectFrom('right_objects').select(['code', 'built_in']).orderBy('code').execute()
  const functional = rows.filter(({ code }) => customerOfRight(code) === null)
  expect(functional.map((row) => row.code)).toEqual([...allRightCodes])
  expect(functional.every((row) => row.built_in)).toBe(true)
  expect(Object.values(Right).filter((code) => !allRightCodes.includes(code))).toEqual([])
})

test('a code is its type followed by two digits, so that no right is taken for a customer', async () => {
  const rows = await database.db
    .selectFrom('right_objects as o')
    .innerJoin('right_types as t', 't.id', 'o.type_id')
    .select(['o.code', 'o.ref', 't.prefix'])
    .where('t.prefix', '!=', 5)
    .execute()
  for (const { code, ref, prefix } of rows) expect([ref.length, code]).toEqual([2, Number(`${prefix}${ref}`)])
  expect(allRightCodes.map(customerOfRight).every((id) => id === null)).toBe(true)
})

test('the default groups are those of the rights model', async () => {
  expect(await codesOf('Medewerker')).toEqual([101, 103, 221, 222, 223, 301, 302, 303, 304, 309, 310, 402])
  expect(await codesOf('Klant-lezer')).toEqual([101, 105, 601, 602, 603, 604, 605, 606, 607, 702, 703, 704])
  const lead = await codesOf('Teamleider')
  expect((await codesOf('Medewerker')).filter((code) => !lead.includes(code))).toEqual([])
  expect((await codesOf('Beheerder')).filter((code) => code === 805 || code === 831 || customerOfRight(code) !== null)).toEqual([])
})

test('a new customer has its right at once, and the group Systeem holds it', async () => {
  const build = openBuilders({ db: database.db, clock: fakeClock() })
  const { id } = await build.customer()
  expect(await codesOf('Systeem')).toContain(ownCustomerRight(id))
  await database.db.updateTable('customers').set({ name: 'Andere naam' }).where('id', '=', id).execute()
  const named = await database.db.selectFrom('right_objects').select('name_fr').where('code', '=', ownCustomerRight(id)).executeTakeFirst()
  expect(named?.name_fr).toBe('Andere naam')
})
