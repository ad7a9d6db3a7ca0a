// What the migrations and server/sql come to: the types of the tables, and the whole schema to read; and before that the functions that publish the
// live events of the contract. `npm run tables` writes these files, `npm run tables -- --verify` fails when one is stale.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { liveEventSql } from '../server/src/live/live-event-sql.ts'
import { readDefinitions } from '../server/src/platform/db/definitions.ts'
import { describeSchema } from '../server/src/platform/db/describe-schema.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { migrate, schemaDirs } from '../server/src/platform/db/migrate.ts'
import { makeTempFolder } from '../server/test/make-temp-folder.ts'

const serverDir = path.resolve(import.meta.dirname, '../server')
const typesFile = path.join(serverDir, 'src/platform/db/tables.generated.ts')
const liveEventsFile = path.join(schemaDirs.definitions, 'live-events.generated.sql')
const schemaFile = path.join(serverDir, 'schema.generated.sql')
const codegen = path.join(path.dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js')
// A view tells nobody that its columns are never null; these come from such columns.
const neverNull = {
  ...Object.fromEntries(['id', 'contact_id', 'version'].map((column) => [`staff.${column}`, 'number'])),
  ...Object.fromEntries(
    [
      'username',
      'salutation',
      'initials',
      'first_name',
      'middle_name',
      'last_name',
      'department',
      'job_title',
      'email',
      'phone',
      'mobile',
    ].map((column) => [`staff.${column}`, 'string']),
  ),
  'staff.created_at': 'Timestamp',
}
const isVerifying = process.argv.includes('--verify')

// The database that is described below has them too.
const areEventsFresh = keep(liveEventsFile, liveEventSql())
const home = makeTempFolder('tables')
const postgres = await startEmbeddedPostgres({ home: path.join(home, 'postgres'), database: 'tables', isLasting: false })
try {
  await migrate(postgres.url)
  const isFresh = [areEventsFresh, makeTypes(postgres.url), await makeSchema(postgres.url)].every(Boolean)
  if (!isFresh) console.error('The generated files are stale: run `npm run tables` and commit the result.')
  process.exitCode = isFresh ? 0 : 1
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}

function makeTypes(url: string): boolean {
  const { status } = spawnSync(
    process.execPath,
    [
      codegen,
      ...['--dialect', 'postgres', '--url', url, '--out-file', typesFile, '--exclude-pattern', 'schema_*'],
      // As the connections read them (platform/db/database.ts).
      ...['--type-mapping', '{"int8":"number"}', '--numeric-parser', 'number', '--date-parser', 'string'],
      ...['--overrides', JSON.stringify({ columns: neverNull })],
      ...(isVerifying ? ['--verify'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return status === 0
}

async function makeSchema(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  const schema = await describeSchema(client).finally(() => client.end())
  const text = `-- The schema after all migrations and server/sql, to read: made by \`npm run tables\`, never changed by hand.\n\n${withFiles(schema)}`
  return keep(schemaFile, text)
}

/** Writes the file, or says whether it holds this already. */
function keep(file: string, text: string): boolean {
  if (isVerifying) return existsSync(file) && readFileSync(file, 'utf8').replaceAll('\r\n', '\n') === text
  writeFileSync(file, text)
  return true
}

/** Beside each function the file in which it stands. */
function withFiles(schema: string): string {
  const files = new Map(readDefinitions(schemaDirs.definitions).flatMap(({ objects, file }) => objects.map((object) => [object, file])))
  return schema.replaceAll(/^create (function \w+).*;$/gm, (line, name: string) => `${line} -- sql/${files.get(name)}`)
}
