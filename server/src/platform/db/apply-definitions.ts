import pg from 'pg'
import type { Definition } from './definitions.ts'

type Known = { object: string; checksum: string }

export async function prepareRegistry(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists schema_definitions (
      object text primary key,
      checksum text not null,
      applied_at timestamptz not null default now())`)
}

/**
 * Makes the functions, views and triggers of the database those of `server/sql`: what changed is defined anew, what is gone from
 * there is dropped. `ofMigrations` names what old migrations made, so that a new database loses it too.
 */
export async function applyDefinitions(client: pg.Client, definitions: Definition[], ofMigrations: Set<string>, isSchemaChanged: boolean) {
  const { rows: known } = await client.query<Known>('select object, checksum from schema_definitions')
  if (!isSchemaChanged && isSame(definitions, known)) return
  await inTransaction(client, async () => {
    const checksums = new Map(known.map(({ object, checksum }) => [object, checksum]))
    const present = new Set(await listObjects(client))
    const isStale = ({ objects, checksum }: Definition) =>
      objects.some((object) => checksums.get(object) !== checksum || !present.has(object))
    const ofKind = (kind: Definition['kind']) => definitions.filter((definition) => definition.kind === kind)
    await defineFunctions(client, ofKind('function').filter(isStale))
    if (ofKind('view').some(isStale)) await defineViews(client, ofKind('view'))
    for (const { sql } of ofKind('trigger').filter(isStale)) await client.query(sql)
    await dropOthers(client, definitions, new Set([...ofMigrations, ...checksums.keys()]))
    await mustBeValid(client, ofKind('function').map(nameOf))
    await remember(client, definitions)
  })
}

/** The functions that migrations call, before those of a new version run; and no view, because PostgreSQL changes no column that one reads. */
export async function prepareForMigrations(client: pg.Client, definitions: Definition[]): Promise<void> {
  await inTransaction(client, async () => {
    await defineFunctions(
      client,
      definitions.filter(({ isForMigrations }) => isForMigrations),
    )
    await dropViews(client, definitions)
    // So that they come back also when the process ends before the definitions are applied.
    await client.query(`update schema_definitions set checksum = '' where object like 'view %'`)
  })
}

function isSame(definitions: Definition[], known: Known[]): boolean {
  const wanted = definitions.flatMap(({ objects, checksum }) => objects.map((object) => `${object} ${checksum}`))
  return (
    wanted.length === known.length &&
    new Set([...wanted, ...known.map(({ object, checksum }) => `${object} ${checksum}`)]).size === wanted.length
  )
}

async function defineFunctions(client: pg.Client, functions: Definition[]) {
  // Functions call one another in any order; mustBeValid() looks at them when all are there.
  await client.query('set local check_function_bodies = off')
  for (const definition of functions) {
    const { sql } = definition
    const name = nameOf(definition)
    await client.query('savepoint defined')
    await client.query(sql).catch(async (error: unknown) => {
      // Its result or the names of its arguments changed: PostgreSQL wants it dropped first.
      if (!(error instanceof pg.DatabaseError) || error.code !== '42P13') throw named(error, name)
      await client.query('rollback to defined')
      await client.query(`drop function ${name}`)
      await client.query(sql)
    })
  }
  await dropFormerArguments(client, functions.map(nameOf))
}

// With other arguments it is another function to PostgreSQL, and the former one would stay beside it.
async function dropFormerArguments(client: pg.Client, names: string[]) {
  const { rows } = await client.query<{ former: string }>(
    `select oid::regprocedure::text as former
     from (
       select oid, row_number() over (partition by proname order by oid desc) as nth
       from pg_proc
       where pronamespace = 'public'::regnamespace and proname = any ($1)) f
     where nth > 1`,
    [names],
  )
  for (const { former } of rows) await client.query(`drop function ${former}`)
}

async function defineViews(client: pg.Client, views: Definition[]) {
  await dropViews(client, views)
  for (const { sql } of inOrderOfUse(views)) await client.query(sql)
}

async function dropViews(client: pg.Client, definitions: Definition[]) {
  const views = definitions.filter(({ kind }) => kind === 'view').map(nameOf)
  if (views.length > 0) await client.query(`drop view if exists ${views.join(', ')}`)
}

/** A view that reads another comes after it. */
function inOrderOfUse(views: Definition[]): Definition[] {
  const [next, ...others] = views
  if (!next) return []
  const first = views.find((view) => !views.some((other) => other !== view && reads(view, other))) ?? next
  return [first, ...inOrderOfUse([next, ...others].filter((view) => view !== first))]
}

function reads(view: Definition, other: Definition): boolean {
  return new RegExp(`\\b${nameOf(other)}\\b`).test(view.sql)
}

/** Everything of ours that `server/sql` no longer defines. What somebody else put into the database stays. */
async function dropOthers(client: pg.Client, definitions: Definition[], ours: Set<string>) {
  const wanted = new Set(definitions.flatMap(({ objects }) => objects))
  // A trigger moves with its table when that is renamed, so its name alone says whose it is.
  const isOurs = (object: string) => ours.has(object) || ours.has(object.replace(/ on \w+$/, '')) || isAuditTrigger(object)
  const others = (await listObjects(client)).filter((object) => !wanted.has(object) && isOurs(object))
  for (const kind of ['trigger ', 'view ', 'function '])
    for (const object of others.filter((other) => other.startsWith(kind))) await client.query(`drop ${object}`)
}

const isAuditTrigger = (object: string) => /^trigger audit_(insert|update|delete) on /.test(object)

/** `function x`, `view x`, `trigger x on table`. Without what extensions made, and without the triggers of partitions, which their parents bring. */
async function listObjects(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ object: string }>(`
    select 'function ' || p.proname as object
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union
    select 'view ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
    union
    select 'trigger ' || t.tgname || ' on ' || c.relname
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgparentid = 0
      and (not c.relispartition or c.relname like '%\\_default')`)
  return rows.map(({ object }) => object)
}

async function mustBeValid(client: pg.Client, names: string[]) {
  await client.query('set local check_function_bodies = on')
  await client.query(
    `select case l.lanname when 'plpgsql' then plpgsql_validator(p.oid) else fmgr_sql_validator(p.oid) end
     from pg_proc p
     join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and p.proname = any ($1)`,
    [names],
  )
}

async function remember(client: pg.Client, definitions: Definition[]) {
  const rows = definitions.flatMap(({ objects, checksum }) => objects.map((object) => ({ object, checksum })))
  await client.query('delete from schema_definitions')
  await client.query(
    `insert into schema_definitions (object, checksum)
      select object, checksum
      from json_to_recordset($1) as x(object text, checksum text)`,
    [JSON.stringify(rows)],
  )
}

async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function nameOf({ objects }: Definition): string {
  return objects[0]?.split(' ')[1] ?? ''
}

function named(cause: unknown, name: string): Error {
  return new Error(`${name} of server/sql cannot be defined: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}
