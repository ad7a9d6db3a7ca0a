import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { expect, test } from 'vitest'
import audit from '../../locales/nl/audit.json'
import { columnOf } from './audit-words.ts'

const tablesFile = path.resolve(import.meta.dirname, '../../../../server/sql/audited-tables.sql')

test('every action that is written down has a word', () => {
  const words: Record<string, Record<string, string>> = audit.actions
  const written = Object.entries(allEndpoints).filter(([, { method, audited, asksOnly }]) => (method !== 'GET' && !asksOnly) || audited)
  const nameless = written.map(([name]) => name).filter((name) => words[name.split('.')[0] ?? '']?.[name.split('.')[1] ?? ''] === undefined)
  expect(nameless.filter((name) => !name.startsWith('webhooks.'))).toEqual([])
})

test('everything that is watched has a word', () => {
  const words: Record<string, string> = audit.entities
  const watched = [...readFileSync(tablesFile, 'utf8').matchAll(/^select audit_table\('\w+', '(\w+)'/gm)].map(([, entity]) => entity ?? '')
  expect(watched.length).toBeGreaterThan(10)
  expect(watched.filter((entity) => words[entity] === undefined)).toEqual([])
})

test('every column that a line may name has a word', () => {
  const words: Record<string, string> = audit.fields
  const schema = readFileSync(path.resolve(import.meta.dirname, '../../../../server/schema.generated.sql'), 'utf8')
  const tables = [
    ...readFileSync(tablesFile, 'utf8').matchAll(/^select audit_table\('(\w+)', '\w+', '[\w,]*'(?:, '[\w,]*'(?:,\s+'([\w,]*)')?)?\);/gm),
  ]
  expect(tables.length).toBeGreaterThan(30)
  const nameless = tables.flatMap(([, table = '', ignored = '']) => {
    const [, body = ''] = new RegExp(`create table ${table} \\(([^;]*?)\\n\\)`).exec(schema) ?? []
    const columns = [...body.matchAll(/^ {2}(\w+) /gm)].map(([, column = '']) => column).filter((column) => column !== 'constraint')
    expect(columns.length, table).toBeGreaterThan(0)
    return columns.filter((column) => !ignored.split(',').includes(column) && words[column] === undefined)
  })
  expect([...new Set(nameless)]).toEqual([])
})

test('what a request names by number reads as its column does', () => {
  const words: Record<string, string> = audit.fields
  expect(['scriptID', 'batchIDs', 'linkedCaseID', 'userID'].map((field) => words[columnOf(field)])).toEqual([
    'script',
    'batch',
    'gekoppeld dossier',
    'gebruiker',
  ])
})
