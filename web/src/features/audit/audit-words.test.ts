import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { auditColumnOf } from '@regie/contract/audit-things.ts'
import { fieldApi } from '@regie/contract/fields.ts'
import { messageApi } from '@regie/contract/messages.ts'
import { providerApi } from '@regie/contract/providers.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import audit from '../../locales/nl/audit.json'

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
  expect(['scriptID', 'batchIDs', 'linkedCaseID', 'userID'].map((field) => words[auditColumnOf(field)])).toEqual([
    'script',
    'batch',
    'gekoppeld dossier',
    'gebruiker',
  ])
})

test('what a text, a message to many and the settings of a provider hold within a column has a word', () => {
  const words: Record<string, string> = audit.fields
  const bodies = [templateApi.saveDraft.body, messageApi.send.body, providerApi.create.body, fieldApi.save.body]
  const named = bodies.flatMap((body) => namesWithin(z.toJSONSchema(body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })))
  expect(new Set(named).size).toBeGreaterThan(60)
  const nameless = named.filter((name) => words[name] === undefined && words[auditColumnOf(name)] === undefined)
  expect([...new Set(nameless)]).toEqual([])
})

function namesWithin(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, part]) => [
    ...(key === 'properties' ? Object.keys(part as object) : []),
    ...namesWithin(part),
  ])
}
