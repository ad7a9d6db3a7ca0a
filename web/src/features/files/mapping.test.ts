import type { FieldDefinition } from '@regie/contract/fields.ts'
import { expect, test } from 'vitest'
import { doubleTargets, draftOf, mappingOf, samplesOfType } from './mapping.ts'

const columns = [
  { index: 0, name: 'invoiceNumber', target: 'dossiernummer', samples: ['2195380883'] },
  { index: 1, name: 'DueDate', target: null, samples: ['4/9/2013'] },
]

test('what was chosen comes back as it goes to the server', () => {
  const draft = draftOf({ columns, dateOrder: null, decimalMark: '.' })
  expect(mappingOf(draft)).toEqual({
    columns: [
      { index: 0, target: 'dossiernummer' },
      { index: 1, target: null },
    ],
    dateOrder: null,
    decimalMark: '.',
  })
})

test('two columns for one field are both marked, two unused columns are not', () => {
  expect(doubleTargets({ targets: { 0: 'naam', 1: 'naam', 2: '', 3: '' }, dateOrder: '', decimalMark: '' })).toEqual(new Set([0, 1]))
})

test('only columns that become a date give examples of dates', () => {
  const fields = [{ key: 'vervaldatum', type: 'date' }] as FieldDefinition[]
  expect(
    samplesOfType(columns, { targets: { 0: 'dossiernummer', 1: 'vervaldatum' }, dateOrder: '', decimalMark: '' }, fields, 'date'),
  ).toEqual(['4/9/2013'])
})
