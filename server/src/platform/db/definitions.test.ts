import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/open-test-database.ts'
import { namesDefinedIn, parseDefinitions, readDefinitions } from './definitions.ts'
import { describeSchema, functionTexts } from './describe-schema.ts'
import { migrate, readMigrations, schemaDirs } from './migrate.ts'
import { makeTempFolder } from '../../../test/make-temp-folder.ts'

let database: TestDatabase
let dirs: typeof schemaDirs
beforeEach(async () => {
  database = await openTestDatabase()
  // Another schema of the same server: empty, with the name that our own SQL gives it.
  await asOwner((client) =>
    client.query(`
    drop schema public cascade; create schema public; grant usage on schema public to public`),
  )
  const home = makeTempFolder('schema')
  dirs = { migrations: path.join(home, 'migrations'), definitions: path.join(home, 'sql') }
  for (const dir of Object.values(dirs)) mkdirSync(dir)
  mkdirSync(path.join(dirs.definitions, 'for-migrations'))
})
afterEach(() => database.drop())

const writeMigration = (file: string, sql: string) => writeFileSync(path.join(dirs.migrations, file), sql)
const define = (file: string, sql: string) => writeFileSync(path.join(dirs.definitions, file), sql)
const run = () => migrate(database.ownerUrl, dirs)
const first = async (sql: string) => Object.values((await database.owner.pool.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0]

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const describe = () => asOwner(async (client) => ({ schema: await describeSchema(client), functions: await functionTexts(client) }))

test('a database of the first version ends with the schema of a new one', async () => {
  await migrate(database.ownerUrl)
  const fresh = await describe()
  expect(fresh.schema).toContain('create table cases')
  expect(fresh.functions.length).toBeGreaterThan(30)

  await asOwner(async (client) => {
    await client.query('drop schema public cascade; create schema public')
    // As the version before server/sql left it: its migrations and nothing else.
    await client.query(
      `create table schema_migrations (number int primary key, name text not null, checksum text not null,
          applied_at timestamptz not null default now())`,
    )
    for (const { number, name, sql, checksum } of readMigrations(schemaDirs.migrations).filter((migration) => migration.number <= 35)) {
      await client.query(sql)
      await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [number, name, checksum])
    }
  })
  await migrate(database.ownerUrl)
  expect(await describe()).toEqual(fresh)
})

test('every function, view and trigger of the database stands in server/sql', async () => {
  await migrate(database.ownerUrl)
  const defined = readDefinitions(schemaDirs.definitions).flatMap(({ objects }) => objects)
  const { rows } = await database.owner.pool.query<{ object: string }>(`
    select 'function ' || proname as object from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    union all select 'view ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all select 'trigger ' || tgname || ' on ' || relname from pg_trigger t join pg_class c on c.oid = tgrelid
      where relnamespace = 'public'::regnamespace
        and not tgisinternal
        and tgparentid = 0
        and relname !~ '_\\d{4}_\\d{2}$'`)
  expect(rows.map(({ object }) => object).sort()).toEqual(defined.sort())
})

test('a changed text is defined anew, one that is gone is dropped, and what others made stays', async () => {
  writeMigration('0001-birds.sql', 'create table birds (id int, name text);')
  define(
    'birds.sql',
    `
create or replace function count_birds() returns bigint language sql as $$ select count(*) from birds $$;
create or replace function name_bird() returns trigger language plpgsql as $$ begin new.name := 'merel';
return new;
end $$;
create or replace trigger bird_named before insert on birds for each row execute function name_bird();
create or replace view birds_named as select id, name from birds;
`,
  )
  await run()
  await database.owner.pool.query(`
    insert into birds values (1, ''); create function theirs() returns int language sql as 'select 1'`)
  expect(await first('select name from birds_named')).toBe('merel')

  define(
    'birds.sql',
    `
create or replace function count_birds() returns text language sql as $$ select count(*) || ' birds' from birds $$;
create or replace view birds_named as select name, id from birds;
`,
  )
  await run()
  await database.owner.pool.query(`insert into birds values (2, 'spreeuw')`)
  expect(await first('select count_birds()')).toBe('2 birds')
  expect(await first('select name from birds_named where id = 2')).toBe('spreeuw')
  expect(await first(`select to_regproc('name_bird')`)).toBeNull()
  expect(await first('select theirs()')).toBe(1)
})

test('a function with other arguments takes the place of the former one', async () => {
  writeMigration('0001-birds.sql', 'create table birds (id int);')
  define('birds.sql', 'create or replace function sing(times int) returns int language sql as $$ select times $$;\n')
  await run()
  define(
    'birds.sql',
    `create or replace function sing(times bigint) returns bigint
language sql as $$ select times $$;
`,
  )
  await run()
  expect(await first(`select count(*) from pg_proc where proname = 'sing'`)).toBe(1)
})

test('functions that call one another stand in any order, and one that cannot work is refused', async () => {
  writeMigration('0001-birds.sql', 'create table birds (id int);')
  define('a.sql', 'create or replace function loud() returns int language sql as $$ select quiet() + 1 $$;\n')
  define('b.sql', 'create or replace function quiet() returns int language sql as $$ select 1 $$;\n')
  await run()
  expect(await first('select loud()')).toBe(2)
  define('b.sql', 'create or replace function quiet() returns int language sql as $$ select id from bees $$;\n')
  await expect(run()).rejects.toThrow(/bees/)
  expect(await first('select loud()')).toBe(2)
})

test('a view comes back after a migration changed what it reads', async () => {
  writeMigration('0001-birds.sql', 'create table birds (id int);')
  for (let number = 2; number <= 35; number++)
    writeMigration(
      `${String(number).padStart(4, '0')}-nothing.sql`,
      `
    select 1;`,
    )
  define(
    'birds.sql',
    `
create or replace view birds_counted as select count(*) as count from birds_seen;
create or replace view birds_seen as select id from birds;
`,
  )
  await run()
  writeMigration('0036-birds-in-full.sql', 'alter table birds alter column id type bigint;')
  expect(await run()).toEqual(['0036-birds-in-full'])
  expect(await first('select count from birds_counted')).toBe(0)
})

test('a function that migrations call is brought up to date before them', async () => {
  writeMigration('0001-birds.sql', `create function name_of() returns text language sql as $$ select 'old' $$;`)
  for (let number = 2; number <= 35; number++)
    writeMigration(
      `${String(number).padStart(4, '0')}-nothing.sql`,
      `
    select 1;`,
    )
  writeMigration('0036-names.sql', 'create table names as select name_of() as name;')
  define(
    'for-migrations/name.sql',
    `create or replace function name_of() returns text
language sql as $$ select 'new' $$;
`,
  )
  await run()
  expect(await first('select name from names')).toBe('new')
})

test('a migration of today defines nothing', async () => {
  for (let number = 1; number <= 35; number++)
    writeMigration(
      `${String(number).padStart(4, '0')}-nothing.sql`,
      `
    select 1;`,
    )
  writeMigration('0036-birds.sql', 'create function sing() returns int language sql as $$ select 1 $$;')
  await expect(run()).rejects.toThrow(/0036-birds holds function sing.*server\/sql/)
  writeMigration('0036-birds.sql', `select audit_table('birds', 'bird', 'id');`)
  await expect(run()).rejects.toThrow(/0036-birds holds a call of audit_table/)
  rmSync(path.join(dirs.migrations, '0036-birds.sql'))
})

test('what is defined twice, or cannot be read, is refused', () => {
  define('a.sql', 'create or replace function sing() returns int language sql as $$ select 1 $$;\n')
  define('b.sql', 'create or replace function sing() returns int language sql as $$ select 2 $$;\n')
  expect(() => readDefinitions(dirs.definitions)).toThrow(/function sing is defined twice/)
  expect(() => parseDefinitions('drop table birds;', 'c.sql')).toThrow(/c\.sql/)
  expect(namesDefinedIn('-- create view a\ncreate or replace view b as select 1; CREATE TRIGGER c')).toEqual(['view b', 'trigger c'])
})
