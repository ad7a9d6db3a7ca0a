import { readFileSync } from 'node:fs'
import path from 'node:path'
import { bulkApi } from '@regie/contract/bulk.ts'
import { BatchTrial } from '@regie/contract/batches.ts'
import { fieldApi } from '@regie/contract/fields.ts'
import { FilterRules } from '@regie/contract/filters.ts'
import { providerApi } from '@regie/contract/providers.ts'
import { ScriptSteps } from '@regie/contract/scripts.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { needTexts } from '../../locales/locale-store.ts'
import { shellFiles } from '../../locales/start-files.ts'
import { fieldText } from './audit-values.ts'

const serverDir = path.resolve(import.meta.dirname, '../../../../server')

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'nl', setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  await needTexts([
    ...shellFiles,
    'arrangements',
    'audit',
    'compliance',
    'contacts',
    'files',
    'inbox',
    'jobs',
    'providers',
    'scripts',
    'templates',
    'webhooks',
    'deliveries',
    'privacy',
  ])
})

// Names of services and techniques, and words that are the same in Dutch.
const sayThemselves = ['microsoft', 'google', 'transceiver', 'pair', 'udh', 'payload', 'sms', 'open', 'batches']

const isSaid = (entity: string, field: string, code: string) =>
  sayThemselves.includes(code) || fieldText({ entity, before: null, after: null, names: {} }, field, code) !== code

test('every choice that a watched table may hold is said in words', () => {
  const tablesFile = readFileSync(path.join(serverDir, 'sql/audited-tables.sql'), 'utf8')
  const schema = readFileSync(path.join(serverDir, 'schema.generated.sql'), 'utf8')
  const tables = [...tablesFile.matchAll(/^select audit_table\('(\w+)', '(\w+)', '[\w,]*'(?:, '([\w,]*)'(?:,\s+'([\w,]*)')?)?\);/gm)]
  expect(tables.length).toBeGreaterThan(30)
  const choices = tables.flatMap(([, table = '', entity = '', hidden = '', ignored = '']) => {
    const [, body = ''] = new RegExp(`create table ${table} \\(([^;]*?)\\n\\)`).exec(schema) ?? []
    return [...body.matchAll(/check \(\((\w+) = any \(array\[('[^\]]+)\]\)\)\)/g)]
      .filter(([, column = '']) => ![...hidden.split(','), ...ignored.split(',')].includes(column))
      .flatMap(([, column = '', codes = '']) => [...codes.matchAll(/'([^']+)'/g)].map(([, code = '']) => [entity, column, code] as const))
  })
  expect(choices.length).toBeGreaterThan(80)
  expect(choices.filter(([entity, column, code]) => !isSaid(entity, column, code)).map((choice) => choice.join(' '))).toEqual([])
})

test('every choice within what is kept as one value is said in words', () => {
  const kept: [entity: string, schema: unknown][] = [
    ['templateRevision', templateApi.saveDraft.body],
    ['provider', providerApi.create.body],
    ['script', fieldApi.save.body],
    ['scriptVersion', ScriptSteps],
    ['scriptFilter', z.object({ rules: FilterRules })],
    ['batch', z.object({ trial: BatchTrial })],
    ['bulk', bulkApi.cases.body],
  ]
  const choices = kept.flatMap(([entity, schema]) =>
    choicesWithin(z.toJSONSchema(schema as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })).map(
      ([field, code]) => [entity, field, code] as const,
    ),
  )
  expect(choices.length).toBeGreaterThan(60)
  const bare = choices.filter(([entity, field, code]) => !isSaid(entity, field, code))
  expect([...new Set(bare.map((choice) => choice.join(' ')))]).toEqual([])
})

/** The field of each choice, and the choice. */
function choicesWithin(schema: unknown, field = ''): [string, string][] {
  if (Array.isArray(schema)) return schema.flatMap((part) => choicesWithin(part, field))
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, part]: [string, unknown]): [string, string][] => {
    if (key === 'enum' && Array.isArray(part)) return part.map((code) => [field, String(code)])
    if (key === 'const') return [[field, String(part)]]
    if (key === 'properties') return Object.entries(part as object).flatMap(([name, inner]) => choicesWithin(inner, name))
    // How a voice is called is its own choice; the names of a record are no values.
    return key === 'propertyNames' || field === 'voices' ? [] : choicesWithin(part, field)
  })
}
