import type { FieldDefinition } from '@regie/contract/fields.ts'
import { usualDuplicateRule } from '@regie/contract/import-columns.ts'
import { expect, test } from 'vitest'
import { doubleFields, draftOf, mappingOf, samplesOfType, transformsOf } from './mapping.ts'

const one = (field: string) => ({ field, transform: null })
const columns = [
  { index: 0, name: 'invoiceNumber', fields: [one('dossiernummer'), one('factuurnummer')], samples: ['2195380883'] },
  { index: 1, name: 'DueDate', fields: [], samples: ['4/9/2013'] },
]
const kept = { columns, constants: [], dateOrder: null, decimalMark: '.', duplicates: usualDuplicateRule } as const

test('what was chosen comes back as it goes to the server', () => {
  const draft = draftOf({ ...kept, columns: [...columns], constants: [] })
  expect(mappingOf({ ...draft, fields: { ...draft.fields, 1: [one('')] } })).toEqual({
    columns: [
      { index: 0, fields: [one('dossiernummer'), one('factuurnummer')] },
      { index: 1, fields: [] },
    ],
    constants: [],
    dateOrder: null,
    decimalMark: '.',
    duplicates: usualDuplicateRule,
  })
})

test('a field that two columns fill, or a column and a constant, is named; two unused columns are not', () => {
  const fields = { 0: [one('naam')], 1: [one('naam'), one('plaats')], 2: [one('')], 3: [one('')] }
  expect(doubleFields({ fields, constants: [] })).toEqual(new Set(['naam']))
  expect(doubleFields({ fields, constants: [{ field: 'plaats', value: 'Utrecht' }] })).toEqual(new Set(['naam', 'plaats']))
})

test('only columns that become a date and are read as the file is give examples of dates', () => {
  const fields = [{ key: 'vervaldatum', type: 'date' }] as FieldDefinition[]
  expect(samplesOfType(columns, { fields: { 0: [one('dossiernummer')], 1: [one('vervaldatum')] } }, fields, 'date')).toEqual(['4/9/2013'])
  const chosen = { field: 'vervaldatum', transform: 'date:mdy' as const }
  expect(samplesOfType(columns, { fields: { 1: [chosen] } }, fields, 'date')).toEqual([])
})

test('a field offers the readings of its type alone', () => {
  expect(transformsOf({ type: 'amount' } as FieldDefinition)).toEqual(['amount:comma', 'amount:point'])
  expect(transformsOf({ type: 'email' } as FieldDefinition)).toEqual([])
})
