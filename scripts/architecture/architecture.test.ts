// Each check is shown a planted fault: one that finds nothing would be believed.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseDefinitions } from '../../server/src/platform/db/definitions.ts'
import { definitionsOutside } from './definitions-outside.ts'
import { fullFolders } from './full-folders.ts'
import { checkLayers } from './layers.ts'
import { longSqlLines } from './long-sql-lines.ts'
import { replacedWordsIn } from './plain-words.ts'
import { ownershipFaults, tablesIn, tablesWritten, writerOf, writesOfFunctions, writtenNames } from './table-writes.ts'
import { makeTempFolder } from '../../server/test/make-temp-folder.ts'

const tables = new Set(['cases', 'timeline', 'outbox', 'import_rows'])
const names = writtenNames(tables, ['create unlogged table import_rows_staged partition of import_rows default;\n'])
const written = (source: string, functions = new Map<string, Set<string>>()) => [...tablesWritten('a.ts', source, names, functions)].sort()

test.each([
  ['the query builder', `await tx.updateTable('cases').set({ status }).execute()`, ['cases']],
  ['the query builder with another name', `tx.deleteFrom('outbox as o').execute()`, ['outbox']],
  [
    'a template of SQL',
    'await sql`\n  with gone as (delete from outbox where id = ${id})\n  insert into timeline (id) select 1`.execute(tx)',
    ['outbox', 'timeline'],
  ],
  ['a string of SQL', `await client.query('update only cases set name = $1')`, ['cases']],
  ['COPY', `copyFrom('copy import_rows (a, b) from stdin')`, ['import_rows']],
  [
    'COPY into a partition',
    'copyRows(pool, { before, statement: `copy import_rows_staged (${columns}) from stdin` }, write)',
    ['import_rows'],
  ],
  ['the query builder with a partition', `tx.insertInto('import_rows_staged').execute()`, ['import_rows']],
  ['nothing but reading', 'sql`select 1 from cases for update`; const hint = "please update cases"; db.selectFrom("outbox")', []],
])('what a file writes is found: %s', (_, source, expected) => {
  expect(written(source)).toEqual(expected)
})

test('a function of server/sql writes for whoever calls it, also through another function; one of a trigger for nobody', () => {
  const definitions = parseDefinitions(
    `create or replace function outer_one() returns void language sql as $$ select inner_one() $$;
create or replace function inner_one() returns void language sql as $$ insert into timeline (id) values (1) $$;
create or replace function of_trigger() returns trigger language plpgsql as $$ begin delete from outbox;
return null;
end $$;
`,
    'a.sql',
  )
  const functions = writesOfFunctions(definitions, names)
  expect(written('sql`select outer_one()`', functions)).toEqual(['timeline'])
  expect(written('sql`select of_trigger()`', functions)).toEqual([])
})

test('a write of a table of somebody else is a fault, unless it stands in the map with its reason', () => {
  const file = 'server/src/modules/batches/pause-batch.ts'
  const writes = [{ file, writer: writerOf(file), table: 'cases' }]
  const owners = { cases: 'cases', timeline: 'timeline', outbox: 'communications', import_rows: 'imports' }
  const exception = { writer: 'batches', tables: ['cases'], reason: 'planted' }
  expect(ownershipFaults(writes, tables, owners, [])).toEqual([`${file} writes cases, which belongs to cases`])
  expect(ownershipFaults(writes, tables, owners, [exception])).toEqual([])
  expect(ownershipFaults([], tables, owners, [exception])).toEqual(['the exception for cases and batches is no longer needed'])
})

test('a table without owner is a fault, and an owner of no table', () => {
  expect(ownershipFaults([], tablesIn('create unlogged table import_rows (\n'), { birds: 'cases' }, [])).toEqual([
    'table import_rows has no owner in table-owners.ts',
    'table-owners.ts names birds, which is no table',
  ])
})

test('a folder of a module or feature with more than 25 files is a fault; tests and subfolders do not count', () => {
  const files = (folder: string, count: number, ending = '.ts') =>
    Array.from({ length: count }, (_, index) => `${folder}/f${index}${ending}`)
  const fine = [
    ...files('server/src/modules/cases', 25),
    ...files('server/src/modules/cases', 9, '.test.ts'),
    ...files('server/src/modules/cases/many', 25),
    ...files('server/src/platform', 40),
  ]
  expect(fullFolders(fine)).toEqual([])
  expect(fullFolders([...fine, 'server/src/modules/cases/one-more.ts'])).toEqual(['server/src/modules/cases: 26 files, at most 25'])
  expect(fullFolders(files('web/src/features/cases', 26, '.tsx'))).toHaveLength(1)
})

test('a line of SQL past column 120 is found in files of SQL and of TypeScript, and no other long line', () => {
  const long = 'x'.repeat(130)
  expect(longSqlLines('a.sql', `select 1;\n-- ${long}\n`)).toEqual(['a.sql:2'])
  expect(longSqlLines('a.ts', `sql\`\n  select 1\n  from ${long}\``)).toEqual(['a.ts:3'])
  expect(longSqlLines('a.ts', `client.query('select ${long}')`)).toEqual(['a.ts:1'])
  expect(longSqlLines('a.ts', `// ${long}\nconst text = '${long}'\nsql\`select 1\`.execute(${long})`)).toEqual([])
})

test('a function that TypeScript makes is found', () => {
  expect(definitionsOutside('a.ts', 'client.query(`\n create or replace function sing() returns int`)')).toEqual([
    'a.ts:1 defines function sing',
  ])
})

test('circles of types, imports upwards and foreign writes are found by the rules of the layers', () => {
  const dir = makeTempFolder('layers')
  const plant = (file: string, source: string) => {
    mkdirSync(path.join(dir, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(dir, file), source)
  }
  plant('tsconfig.json', '{}')
  plant('server/src/platform/a.ts', `import type { B } from './b.ts'\nexport type A = B`)
  plant('server/src/platform/b.ts', `import type { A } from './a.ts'\nexport type B = A | 1`)
  plant('server/src/modules/cases/close-case.ts', `import { pause } from '../batches/pause-batch.ts'\nexport const close = pause`)
  plant('server/src/modules/batches/pause-batch.ts', 'export const pause = 1')
  plant('server/src/engine/run.ts', `import { db } from '../platform/db/database.ts'\nexport const run = db`)
  plant('server/src/platform/db/database.ts', 'export const db = 1')
  plant('server/src/modules/birds/bird.ts', `import { db } from "../../platform/db/database.ts"\nexport const bird = db`)
  try {
    const { faults, modules } = checkLayers(['server'], dir)
    expect(modules).toBe(7)
    const names = faults.map((fault) => fault.split(':').slice(0, -1).join(':') || fault)
    expect(faults.join('\n')).toContain('no circles: server/src/platform/a.ts -> server/src/platform/b.ts')
    expect(names.join('\n')).toContain('modules: cases')
    expect(names).toContain('the engine writes no SQL')
    expect(faults.join('\n')).toContain('server/src/modules/birds/bird.ts')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

test('a word that is replaced is found in code, comments and texts, with what is said instead', () => {
  expect(replacedWordsIn('a.ts', '// The deed is kept.\nmustServe(caller, id)\nMath.floor(1.5)')).toEqual([
    'a.ts:1 deed -> audit entry, undo entry, case action, result effect or action dialog',
    'a.ts:2 mustServe -> mustAccessCustomer',
  ])
})

test.each(['docs/adding.md', 'docs/flows.md', 'docs/domain.md'])('every file that %s names is there', (document) => {
  const project = path.resolve(import.meta.dirname, '../..')
  const files = ['contract', 'server', 'web/src', 'web/widget', 'e2e', 'scripts', 'docs'].flatMap((folder) =>
    readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join('/', folder, file)),
  )
  const named = [...readFileSync(path.join(project, document), 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|sql|json|md))`/g)]
  const missing = named.map(([, file = '']) => file).filter((name) => !files.some((file) => file.endsWith(`/${name}`)))
  expect(named.length).toBeGreaterThan(3)
  expect(missing).toEqual([])
})
