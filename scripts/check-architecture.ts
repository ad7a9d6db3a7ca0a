// `npm run check:architecture`: layers and circles, owners of tables, full folders, long lines of SQL, definitions that stand once, plain
// words, and whether what is generated from the schema is fresh.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readDefinitions } from '../server/src/platform/db/definitions.ts'
import { readMigrations, schemaDirs } from '../server/src/platform/db/migrate.ts'
import { definitionsOutside } from './architecture/definitions-outside.ts'
import { fullFolders } from './architecture/full-folders.ts'
import { checkLayers } from './architecture/layers.ts'
import { longSqlLines } from './architecture/long-sql-lines.ts'
import { replacedWordsIn } from './architecture/plain-words.ts'
import { tableOwners, writeExceptions } from './architecture/table-owners.ts'
import { ownershipFaults, tablesIn, tablesWritten, writerOf, writesOfFunctions, writtenNames } from './architecture/table-writes.ts'

// A cruiser that cannot read TypeScript reports no fault either: then it counts too few modules.
const modulesMin = 1_200
const projectDir = path.resolve(import.meta.dirname, '..')
// Files that ran are never changed; from then on every line is short.
const lastOldMigration = 39

const files = listFiles()
const definitions = readDefinitions(schemaDirs.definitions)
const checks = [
  ['layers and circles', layers()],
  ['owners of tables', owners()],
  ['full folders', fullFolders(files)],
  ['long lines of SQL', files.filter(holdsOurSql).flatMap((file) => longSqlLines(file, read(file)))],
  ['definitions', definitionsOnce()],
  ['plain words', files.filter(holdsOurWords).flatMap((file) => replacedWordsIn(file, read(file)))],
  ['generated files', isFresh() ? [] : ['stale: run `npm run tables`']],
] as const

for (const [title, faults] of checks) {
  console.log(`${title}: ${faults.length === 0 ? 'fine' : `${faults.length} to mend`}`)
  for (const fault of faults) console.error(`  ${fault}`)
}
process.exitCode = checks.every(([, faults]) => faults.length === 0) ? 0 : 1

function layers(): string[] {
  const { faults, modules } = checkLayers(['contract/src', 'server/src', 'server/test', 'web/src', 'scripts', 'e2e'])
  if (modules >= modulesMin) return faults
  return [...faults, `only ${modules} modules were read, ${modulesMin} or more were expected: the check does not see the project`]
}

function owners(): string[] {
  const tables = tablesIn(read('server/schema.generated.sql'))
  const names = writtenNames(tables, files.filter((file) => /^server\/migrations\/.*\.sql$/.test(file)).map(read))
  const functions = writesOfFunctions(definitions, names)
  const writes = files
    .filter((file) => /^server\/src\/.*(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => [...tablesWritten(file, read(file), names, functions)].map((table) => ({ file, writer: writerOf(file), table })))
  return ownershipFaults(writes, tables, tableOwners, writeExceptions)
}

function definitionsOnce(): string[] {
  // Both throw when something is defined twice, or in a migration.
  readMigrations(schemaDirs.migrations)
  return files.filter((file) => /^server\/src\/.*(?<!\.test)\.ts$/.test(file)).flatMap((file) => definitionsOutside(file, read(file)))
}

function holdsOurSql(file: string): boolean {
  const [, migration] = /^server\/migrations\/(\d{4})-/.exec(file) ?? []
  if (migration) return Number(migration) > lastOldMigration
  return /^(server|scripts|e2e)\/.*\.(ts|sql)$/.test(file) && !file.includes('.generated.')
}

// Migrations that ran keep the words of their time, and so do the rows of a former version, the list of words and its test.
function holdsOurWords(file: string): boolean {
  const keepsFormerWords = /^server\/migrations\/|^server\/sql\/for-migrations\/|former-|plain-words|architecture\.test/.test(file)
  return /\.(ts|tsx|sql|css|md)$|^web\/src\/locales\/eng\/.*\.json$/.test(file) && !keepsFormerWords
}

function isFresh(): boolean {
  return spawnSync(process.execPath, [path.join(projectDir, 'scripts/generate-tables.ts'), '--verify'], { stdio: 'inherit' }).status === 0
}

function listFiles(): string[] {
  return ['contract/src', 'server/src', 'server/test', 'server/sql', 'server/migrations', 'web/src', 'scripts', 'e2e', 'docs'].flatMap(
    (folder) =>
      readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, '/')),
      ),
  )
}

function read(file: string): string {
  return readFileSync(path.join(projectDir, file), 'utf8')
}
