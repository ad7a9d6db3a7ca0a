import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A function, a view, a trigger, or the triggers that a call of `audit_table` makes: one statement of a file in `server/sql`. */
export type Definition = {
  kind: 'function' | 'view' | 'trigger'
  /** What it makes, as the catalogue answers: `function rights_of`, `trigger users_changed on users`. */
  objects: string[]
  sql: string
  checksum: string
  /** In `server/sql`. */
  file: string
  /** Migrations call it, so it is brought up to date before them. */
  isForMigrations: boolean
}

const forMigrations = 'for-migrations'
const statementStart = /^(?=create or replace (?:function|view|trigger) |select audit_table\()/m
// Statements begin at the start of a line, so that no parser of SQL is needed to tell them apart.
const heads = {
  function: /^create or replace function (\w+)\s*\(/,
  view: /^create or replace view (\w+)\s/,
  trigger: /^create or replace trigger (\w+)\s[^;]*?\son (\w+)\s/,
  auditTable: /^select audit_table\('(\w+)'/,
}

/** All definitions of the folder `server/sql`, in the order of files and of statements within them. */
export function readDefinitions(dir: string): Definition[] {
  const folders = [forMigrations, '.']
  const files = folders.flatMap((folder) => sqlFiles(path.join(dir, folder)).map((file) => path.posix.join(folder, file)))
  const found = files.flatMap((file) => parseDefinitions(readFileSync(path.join(dir, file), 'utf8'), file))
  const seen = new Set<string>()
  for (const object of found.flatMap(({ objects }) => objects)) {
    if (seen.has(object)) throw new Error(`${object} is defined twice in server/sql.`)
    seen.add(object)
  }
  return found.map((definition) => withMaker(definition, found))
}

/** The statements of one file. Throws when a statement is none of the four kinds. */
export function parseDefinitions(text: string, file: string): Definition[] {
  const [preface = '', ...statements] = `\n${text.replaceAll('\r\n', '\n')}`.split(statementStart)
  if (withoutComments(preface).trim() !== '') throw new Error(`server/sql/${file} begins with a statement that defines nothing.`)
  return statements.map((statement) => {
    const sql = withoutCommentsAtEnd(statement)
    return { ...describe(sql, file), sql, checksum: sha256(sql), file, isForMigrations: file.startsWith(`${forMigrations}/`) }
  })
}

/** The comment above the next statement is not of this one. */
function withoutCommentsAtEnd(statement: string): string {
  const lines = statement.split('\n')
  const last = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('--'))
  return `${lines.slice(0, last + 1).join('\n')}\n`
}

function describe(sql: string, file: string): Pick<Definition, 'kind' | 'objects'> {
  const [, functionName] = heads.function.exec(sql) ?? []
  if (functionName) return { kind: 'function', objects: [`function ${functionName}`] }
  const [, viewName] = heads.view.exec(sql) ?? []
  if (viewName) return { kind: 'view', objects: [`view ${viewName}`] }
  const [, triggerName, table] = heads.trigger.exec(sql) ?? []
  if (triggerName) return { kind: 'trigger', objects: [`trigger ${triggerName} on ${table}`] }
  const [, audited] = heads.auditTable.exec(sql) ?? []
  if (audited) return { kind: 'trigger', objects: ['insert', 'update', 'delete'].map((op) => `trigger audit_${op} on ${audited}`) }
  throw new Error(`server/sql/${file}: cannot read what this defines: ${sql.slice(0, 80)}`)
}

// What audit_table() makes changes with audit_table() itself.
function withMaker(definition: Definition, all: Definition[]): Definition {
  if (!heads.auditTable.test(definition.sql)) return definition
  const maker = all.find(({ objects }) => objects[0] === 'function audit_table')
  return { ...definition, checksum: sha256(definition.checksum + maker?.checksum) }
}

/** The names of functions, views and triggers that the text of a migration makes. */
export function namesDefinedIn(sql: string): string[] {
  const created = withoutComments(sql).matchAll(/\bcreate\s+(?:or\s+replace\s+)?(function|view|trigger)\s+(\w+)/gi)
  return [...created].map(([, kind = '', name = '']) => `${kind.toLowerCase()} ${name}`)
}

export function withoutComments(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '')
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sqlFiles(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}
