import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { applyDefinitions, prepareForMigrations, prepareRegistry } from './apply-definitions.ts'
import { namesDefinedIn, readDefinitions, sha256, withoutComments } from './definitions.ts'
import { withOneClient } from './one-client.ts'
import { tryThrice } from './try-thrice.ts'

export type Migration = { number: number; name: string; sql: string; checksum: string }

/** The numbered SQL files, and beside them what is defined once: functions, views and triggers. */
export const schemaDirs = {
  migrations: path.resolve(import.meta.dirname, '../../../migrations'),
  definitions: path.resolve(import.meta.dirname, '../../../sql'),
}
// Functions, views and triggers of later versions stand in server/sql alone (docs/decisions/0020-definitions-live-once.md).
const lastThatDefines = 35

// Any number, as long as nobody else uses it: all our processes queue for it.
const lockNumber = 4_300_001

/** Brings a database up to date and returns the names of what was applied. Several processes may call it at once: one works, the others wait. */
export async function migrate(url: string, dirs = schemaDirs): Promise<string[]> {
  const migrations = readMigrations(dirs.migrations)
  const definitions = readDefinitions(dirs.definitions)
  return withOneClient({ connectionString: url, application_name: 'regie migrations' }, async (client) => {
    // Held until the session ends.
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await client.query(
      `create table if not exists schema_migrations (number int primary key, name text not null,
          checksum text not null, applied_at timestamptz not null default now())`,
    )
    await prepareRegistry(client)
    const { rows } = await client.query<{ number: number; checksum: string }>(`
      select number, checksum from schema_migrations`)
    const applied = new Map(rows.map((row) => [row.number, row.checksum]))
    for (const migration of migrations) mustBeUnchanged(migration, applied)
    const waiting = migrations.filter((migration) => !applied.has(migration.number))
    for (const migration of waiting.filter(mayDefine)) await apply(client, migration)
    const others = waiting.filter((migration) => !mayDefine(migration))
    if (others.length > 0) await prepareForMigrations(client, definitions)
    for (const migration of others) await apply(client, migration)
    const ofMigrations = new Set(migrations.flatMap(({ sql }) => namesDefinedIn(sql)))
    await tryThrice(() => applyDefinitions(client, definitions, ofMigrations, waiting.length > 0))
    return waiting.map((migration) => migration.name)
  })
}

/** Another one for every other schema: what was made from it is stale. */
export function schemaChecksum(dirs = schemaDirs): string {
  return sha256([...readMigrations(dirs.migrations), ...readDefinitions(dirs.definitions)].map(({ checksum }) => checksum).join(' '))
}

/** The files `0001-some-words.sql` in order. */
export function readMigrations(dir: string): Migration[] {
  const files = readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1])
    if (number !== index + 1) throw new Error(`Migration ${file} is out of order: expected number ${String(index + 1).padStart(4, '0')}.`)
    const sql = readFileSync(path.join(dir, file), 'utf8')
    const migration = { number, name: file.slice(0, -'.sql'.length), sql, checksum: sha256(sql.replaceAll('\r\n', '\n')) }
    mustDefineNothing(migration)
    return migration
  })
}

const mayDefine = ({ number }: Migration) => number <= lastThatDefines

function mustDefineNothing(migration: Migration) {
  if (mayDefine(migration)) return
  const [found] = namesDefinedIn(migration.sql)
  const wrong = found ?? (/\baudit_table\s*\(/.test(withoutComments(migration.sql)) ? 'a call of audit_table' : undefined)
  if (wrong)
    throw new Error(`Migration ${migration.name} holds ${wrong}. Functions, views, triggers and audited tables stand in server/sql.`)
}

function mustBeUnchanged({ number, name, checksum }: Migration, applied: Map<number, string>) {
  const known = applied.get(number)
  if (known === undefined || known === checksum) return
  throw new Error(
    `Migration ${name} has changed since it was applied to this database. Put the file back and write a new migration instead.`,
  )
}

async function apply(client: pg.Client, { number, name, sql, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [number, name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
