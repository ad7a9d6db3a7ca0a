import type { FieldDefinition } from '@regie/contract/fields.ts'
import { expect, test } from 'vitest'
import { oneOfFields } from './one-of.ts'

const field = (key: string, group?: string): FieldDefinition => ({
  ...{ key, type: 'text', label: { nl: key, eng: key, fr: key }, required: false, maxLength: 100, aliases: [] },
  ...(group !== undefined && { group }),
})
const fields = [
  field('nummer'),
  field('achternaam', 'naam'),
  field('bedrijf', 'naam'),
  field('telefoon', 'bereik'),
  field('email', 'bereik'),
]
const column = (index: number, name: string, key: string) => ({ index, name, fields: [{ field: key, transform: null }], samples: [] })
const columns = [column(0, 'Nr', 'nummer'), column(1, 'Tel', 'telefoon')]
const keys = (at: string | null) => oneOfFields({ columns, constants: [] }, fields, { column: at }).map(({ key }) => key)

test('a column at fault names all fields of its group, also those that the file does not have', () => {
  expect(keys('Tel')).toEqual(['telefoon', 'email'])
})

test('a fault without a column names the fields that no column fills', () => {
  expect(keys(null)).toEqual(['achternaam', 'bedrijf'])
})
