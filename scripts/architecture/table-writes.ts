import ts from 'typescript'
import type { Definition } from '../../server/src/platform/db/definitions.ts'
import { readSql } from './read-sql.ts'
import type { WriteException } from './table-owners.ts'

type Write = { file: string; writer: string; table: string }

const builders = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const statements = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|copy|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)/gi

/** The tables of `schema.generated.sql`. */
export function tablesIn(schema: string): Set<string> {
  return new Set([...schema.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name))
}

/** Each table by its name, and each partition that a migration names: whoever writes it writes its table. */
export type WrittenNames = ReadonlyMap<string, string>

/** The tables of the schema and the partitions of these migrations. */
export function writtenNames(tables: Set<string>, migrations: string[]): WrittenNames {
  const partitions = migrations.flatMap((sql) =>
    [...sql.matchAll(/^create (?:unlogged )?table (\w+) partition of (\w+)/gm)].map(([, name = '', table = '']) => [name, table] as const),
  )
  return new Map([...[...tables].map((name) => [name, name] as const), ...partitions])
}

/** The tables that a text of SQL writes, those of the functions that it calls included. */
function tablesWrittenBySql(sql: string, tables: WrittenNames, functions: Map<string, Set<string>>): Set<string> {
  const plain = sql.replaceAll(/--.*$/gm, '')
  const direct = [...plain.matchAll(statements)].flatMap(([, table = '']) => tables.get(table) ?? [])
  const called = [...plain.matchAll(/\b(\w+)\s*\(/g)].flatMap(([, name = '']) => [...(functions.get(name) ?? [])])
  return new Set([...direct, ...called])
}

/** What each function of `server/sql` writes when it is called. Functions of triggers are called by nobody: they belong to their table. */
export function writesOfFunctions(definitions: Definition[], tables: WrittenNames): Map<string, Set<string>> {
  const callable = definitions.filter(({ kind, sql }) => kind === 'function' && !/returns trigger/.test(sql))
  const writes = new Map<string, Set<string>>()
  // As often as one function may call another.
  for (let depth = 0; depth < 3; depth++)
    for (const { objects, sql } of callable)
      writes.set(objects[0]?.replace('function ', '') ?? '', tablesWrittenBySql(bodyOf(sql), tables, writes))
  return writes
}

function bodyOf(sql: string): string {
  return sql.slice(sql.indexOf('$$'))
}

/** Every table that a TypeScript file writes: by the query builder, in SQL, or through a function of `server/sql`. */
export function tablesWritten(file: string, source: string, tables: WrittenNames, functions: Map<string, Set<string>>): Set<string> {
  const found = new Set(readSql(file, source).flatMap(({ text }) => [...tablesWrittenBySql(text, tables, functions)]))
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false)
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && builders.has(node.expression.name.text)) {
      const [argument] = node.arguments
      const name = argument && ts.isStringLiteral(argument) ? (argument.text.split(' ')[0] ?? '') : ''
      if (name) found.add(tables.get(name) ?? name)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** `server/src/modules/cases/bulk/x.ts` writes as `cases`, `server/src/platform/db/x.ts` as `platform`. */
export function writerOf(file: string): string {
  const [, , first = '', second = ''] = file.split('/')
  return first === 'modules' ? second : first
}

/** One sentence for each fault: a table without owner, a write of another's table, an exception that nothing needs. */
export function ownershipFaults(
  writes: Write[],
  tables: Set<string>,
  owners: Record<string, string>,
  exceptions: WriteException[],
): string[] {
  const allowed = ({ table, writer }: { table: string; writer: string }) =>
    exceptions.some((each) => each.writer === writer && each.tables.includes(table))
  return [
    ...[...tables].filter((table) => !owners[table]).map((table) => `table ${table} has no owner in table-owners.ts`),
    ...Object.keys(owners)
      .filter((table) => !tables.has(table))
      .map((table) => `table-owners.ts names ${table}, which is no table`),
    ...writes
      .filter((write) => owners[write.table] !== write.writer && !allowed(write))
      .map(({ file, table }) => `${file} writes ${table}, which belongs to ${owners[table] ?? 'nobody'}`),
    ...exceptions
      .flatMap(({ writer, tables: excepted }) => excepted.map((table) => ({ writer, table })))
      .filter(({ table, writer }) => !writes.some((write) => write.table === table && write.writer === writer))
      .map(({ table, writer }) => `the exception for ${table} and ${writer} is no longer needed`),
  ]
}
