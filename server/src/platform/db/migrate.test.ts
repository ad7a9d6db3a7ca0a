import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/open-test-database.ts'
import { migrate } from './migrate.ts'
import { makeTempFolder } from '../../../test/make-temp-folder.ts'

let database: TestDatabase
let dirs: { migrations: string; definitions: string }
beforeEach(async () => {
  database = await openTestDatabase()
  // The clone knows our own migrations already; these tests bring others.
  await database.owner.pool.query('drop table schema_migrations, schema_definitions')
  const home = makeTempFolder('schema')
  dirs = { migrations: path.join(home, 'migrations'), definitions: path.join(home, 'sql') }
  for (const dir of Object.values(dirs)) mkdirSync(dir)
})
afterEach(() => database.drop())

const write = (file: string, sql: string) => writeFileSync(path.join(dirs.migrations, file), sql)

test('two processes that start at once apply each migration once', async () => {
  write('0001-birds.sql', 'create table birds (id int); select pg_sleep(0.1);')
  write('0002-nests.sql', 'create table nests (id int);')
  const applied = await Promise.all([migrate(database.ownerUrl, dirs), migrate(database.ownerUrl, dirs)])
  expect(applied.flat()).toEqual(['0001-birds', '0002-nests'])
  expect(await migrate(database.ownerUrl, dirs)).toEqual([])
})

test('a migration that fails leaves nothing behind and says which one it was', async () => {
  write('0001-birds.sql', 'create table birds (id int); select 1/0;')
  await expect(migrate(database.ownerUrl, dirs)).rejects.toThrow(/0001-birds failed: division by zero/)
  write('0001-birds.sql', 'create table birds (id int);')
  expect(await migrate(database.ownerUrl, dirs)).toEqual(['0001-birds'])
})

test('a migration that was changed afterwards is refused', async () => {
  write('0001-birds.sql', 'create table birds (id int);')
  await migrate(database.ownerUrl, dirs)
  write('0001-birds.sql', 'create table birds (id bigint);')
  await expect(migrate(database.ownerUrl, dirs)).rejects.toThrow(/0001-birds has changed/)
})

test('a gap in the numbers is refused', async () => {
  write('0002-nests.sql', 'select 1;')
  await expect(migrate(database.ownerUrl, dirs)).rejects.toThrow(/expected number 0001/)
})
