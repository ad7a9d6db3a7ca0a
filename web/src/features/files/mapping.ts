import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import, ImportMapping } from '@regie/contract/files.ts'
import { type CellTransform, cellTransforms } from '@regie/contract/cell-transforms.ts'
import type { ColumnField } from '@regie/contract/import-columns.ts'

/** What the user is changing: what each column fills, what every row gets, how dates and amounts are written, and what becomes of duplicates. */
export type MappingDraft = {
  /** By column; the last one may be '' while somebody chooses a second field. */
  fields: Record<number, ColumnField[]>
  constants: ImportMapping['constants']
  dateOrder: NonNullable<ImportMapping['dateOrder']> | ''
  decimalMark: NonNullable<ImportMapping['decimalMark']> | ''
  duplicates: ImportMapping['duplicates']
}

type Shown = Pick<Import, 'columns' | 'constants' | 'dateOrder' | 'decimalMark' | 'duplicates'>

export function draftOf({ columns, constants, dateOrder, decimalMark, duplicates }: Shown): MappingDraft {
  return {
    fields: Object.fromEntries(columns.map((column) => [column.index, column.fields])),
    constants,
    dateOrder: dateOrder ?? '',
    decimalMark: decimalMark ?? '',
    duplicates,
  }
}

export function mappingOf(draft: MappingDraft): ImportMapping {
  return {
    columns: Object.entries(draft.fields).map(([index, fields]) => ({
      index: Number(index),
      fields: fields.filter(({ field }) => field !== ''),
    })),
    constants: draft.constants.filter(({ field, value }) => field !== '' && value.trim() !== ''),
    dateOrder: draft.dateOrder === '' ? null : draft.dateOrder,
    decimalMark: draft.decimalMark === '' ? null : draft.decimalMark,
    duplicates: draft.duplicates,
  }
}

/** Fields that are filled twice, by columns or by constants. */
export function doubleFields({ fields, constants }: Pick<MappingDraft, 'fields' | 'constants'>): Set<string> {
  const chosen = [...Object.values(fields).flat(), ...constants].map(({ field }) => field).filter((field) => field !== '')
  return new Set(chosen.filter((field, at) => chosen.indexOf(field) !== at))
}

/** The samples of every column that becomes a field of this type and is read as the file is. */
export function samplesOfType(
  columns: Import['columns'],
  draft: Pick<MappingDraft, 'fields'>,
  fields: readonly FieldDefinition[],
  type: FieldDefinition['type'],
): string[] {
  const keys = new Set<string>(fields.filter((field) => field.type === type).map((field) => field.key))
  if (type === 'date') for (const key of ['start_op', 'vervalt_op']) keys.add(key)
  return columns
    .filter(({ index }) => draft.fields[index]?.some(({ field, transform }) => keys.has(field) && transform === null))
    .flatMap((column) => column.samples)
}

const kinds: Partial<Record<FieldDefinition['type'], string>> = { text: 'upper', date: 'date:', amount: 'amount:', phone: 'phone:' }

/** How a cell of this field may be read otherwise than the rest of its file. */
export function transformsOf(field: FieldDefinition | undefined): readonly CellTransform[] {
  const kind = field && kinds[field.type]
  return kind === undefined ? [] : cellTransforms.filter((transform) => transform.startsWith(kind))
}
