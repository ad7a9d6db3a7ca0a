import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { prepareDatabase } from '../../src/main/prepare-database.ts'
import { readMigrations, schemaDirs } from '../../src/platform/db/migrate.ts'

type Row = Record<string, unknown>
/** What a database of an earlier version held: its last migration, and its rows by table. */
export type FormerVersion = { version: number; tables: Record<string, Row[]> }

/** Reads the rows that were kept of an earlier version. The product of that time wrote them; the story is told in former-versions.test.ts. */
export function readFormerVersion(version: number): FormerVersion {
  const file = path.join(import.meta.dirname, `${String(version).padStart(4, '0')}.json.gz`)
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as FormerVersion
}

/** Fills an empty database as that version left it, and brings it up to date as a start does. Returns the migrations that ran. */
export async function upgradeFormerVersion(url: string, former: FormerVersion): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await makeFormerSchema(client, former.version)
    await fillTables(client, former.tables)
  } finally {
    await client.end()
  }
  return prepareDatabase(url)
}

// Migrations that ran are never changed, so the first ones still make the schema of that time.
async function makeFormerSchema(client: pg.Client, version: number) {
  await client.query(
    `create table schema_migrations (
       number int primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now())`,
  )
  for (const { number, name, sql, checksum } of readMigrations(schemaDirs.migrations).slice(0, version)) {
    await client.query(sql)
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [number, name, checksum])
  }
}

// The rows as they were: no trigger counts them a second time, and no order of tables is needed.
async function fillTables(client: pg.Client, tables: FormerVersion['tables']) {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const [table, rows] of Object.entries(tables)) {
    const name = pg.escapeIdentifier(table)
    await client.query(`delete from ${name}`)
    const [first] = rows
    if (!first) continue
    const columns = Object.keys(first).map(pg.escapeIdentifier).join(', ')
    await client.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${name}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  await client.query(`
    select setval(pg_get_serial_sequence(quote_ident(table_name), column_name), 1000000)
    from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'
      and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`)
  await client.query('commit')
}
