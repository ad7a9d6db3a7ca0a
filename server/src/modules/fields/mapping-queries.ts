import { ColumnField } from '@regie/contract/import-columns.ts'
import type { FieldDefinition, MappingRow } from '@regie/contract/fields.ts'
import * as z from 'zod/mini'
import { headingKey } from './default-fields.ts'
import { exampleValue } from './example-value.ts'

/** What stands in scripts.import_mapping: the field of each heading that was chosen before, by the heading's letters and digits. */
export const SavedMapping = z.object({
  columns: z.record(z.string(), z.array(ColumnField)),
  /** The headings as they were written. */
  names: z.optional(z.record(z.string(), z.string())),
})
export type SavedMapping = z.infer<typeof SavedMapping>

export const nothingSaved: SavedMapping = { columns: {}, names: {} }

/** The headings that are remembered, and after them the fields that are recognised by their own name. */
export function mappingRows(fields: readonly FieldDefinition[], stored: unknown): MappingRow[] {
  const { columns, names = {} } = z.nullable(SavedMapping).parse(stored) ?? nothingSaved
  const known = new Map(fields.map((field) => [field.key, field]))
  const remembered = Object.entries(columns).flatMap(([key, filled]): MappingRow[] => {
    const row = { column: names[key] ?? key, remembered: true }
    if (filled.length === 0) return [{ ...row, target: null, transform: null, example: '' }]
    return filled.map(({ field: target, transform }) => {
      const field = known.get(target)
      return { ...row, target, transform, example: field ? exampleValue(field, 0) : '' }
    })
  })
  const taken = new Set(remembered.map(({ column }) => headingKey(column)))
  const recognised = fields
    .filter(({ label }) => !taken.has(headingKey(label.nl)))
    .map((field) => ({ column: field.label.nl, target: field.key, transform: null, example: exampleValue(field, 0), remembered: false }))
  return [...remembered, ...recognised]
}
