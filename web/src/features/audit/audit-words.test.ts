import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { expect, test } from 'vitest'
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
