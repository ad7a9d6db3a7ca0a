import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/open-test-database.ts'
import { otherTables, personalTables, rowsOfPerson } from './personal-tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('every table is shown to the person whose data it holds, or stands with why it holds none', async () => {
  const { rows } = await database.owner.pool.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`,
  )
  const known = [...Object.keys(personalTables), ...Object.keys(otherTables)]
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !rows.some((row) => row.name === name))).toEqual([])
  expect(new Set(known).size).toBe(known.length)
})

test('a table that names a case is one with data of its person', async () => {
  const { rows } = await database.owner.pool.query<{ name: string }>(
    `select distinct c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname in ('case_id', 'communication_id', 'incoming_id', 'conversation_id')
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`,
  )
  const isFor = ({ name }: { name: string }) => personalTables[name] === undefined
  // Who of staff looks at a case, and the entry of an undo, live for minutes.
  expect(rows.filter(isFor).map(({ name }) => name)).toEqual(['presence', 'undo_entries'])
})

test('every table can be asked, and what is left out of it is a column', async () => {
  for (const [name, table] of Object.entries(personalTables)) {
    const { without = [] } = table
    const text = rowsOfPerson(name, table)
    await expect(database.owner.pool.query(text, [1, [1], ['+31612345678'], ['jan@example.nl']]), name).resolves.toBeTruthy()
    const { rows } = await database.owner.pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [name],
    )
    expect(without.filter((column) => !rows.some((row) => row.name === column))).toEqual([])
  }
})
