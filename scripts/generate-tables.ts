// The types of the tables, made from the migrations: `npm run tables` writes them, `npm run tables -- --verify` fails when they are stale.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'

const outFile = path.resolve(import.meta.dirname, '../server/src/platform/db/tables.generated.ts')
const codegen = path.join(path.dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js')

const home = mkdtempSync(path.join(tmpdir(), 'regie-tables-'))
chmodSync(home, 0o755)
const postgres = await startEmbeddedPostgres({ home: path.join(home, 'postgres'), database: 'tables', isLasting: false })
try {
  await migrate(postgres.url)
  const { status } = spawnSync(
    process.execPath,
    [
      codegen,
      ...['--dialect', 'postgres', '--url', postgres.url, '--out-file', outFile, '--exclude-pattern', 'schema_*'],
      // As the connections read them (platform/db/database.ts).
      ...['--type-mapping', '{"int8":"number"}', '--numeric-parser', 'number', '--date-parser', 'string'],
      ...process.argv.slice(2).filter((argument) => argument === '--verify'),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0 && process.argv.includes('--verify'))
    console.error('The table types are stale: run `npm run tables` and commit the result.')
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
