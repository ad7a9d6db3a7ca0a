import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import, ImportMapping } from '@regie/contract/files.ts'

/** What the user is changing: which column becomes which field, and how dates and amounts are written. */
export type MappingDraft = {
  targets: Record<number, string>
  dateOrder: NonNullable<ImportMapping['dateOrder']> | ''
  decimalMark: NonNullable<ImportMapping['decimalMark']> | ''
}

export function draftOf({ columns, dateOrder, decimalMark }: Pick<Import, 'columns' | 'dateOrder' | 'decimalMark'>): MappingDraft {
  return {
    targets: Object.fromEntries(columns.map((column) => [column.index, column.target ?? ''])),
    dateOrder: dateOrder ?? '',
    decimalMark: decimalMark ?? '',
  }
}

export function mappingOf(draft: MappingDraft): ImportMapping {
  return {
    columns: Object.entries(draft.targets).map(([index, target]) => ({ index: Number(index), target: target === '' ? null : target })),
    dateOrder: draft.dateOrder === '' ? null : draft.dateOrder,
    decimalMark: draft.decimalMark === '' ? null : draft.decimalMark,
  }
}

/** Columns that were given a field which another column already has. */
export function doubleTargets(draft: MappingDraft): Set<number> {
  const chosen = Object.entries(draft.targets).filter(([, target]) => target !== '')
  return new Set(
    chosen.filter(([index, target]) => chosen.some(([other, same]) => other !== index && same === target)).map(([index]) => Number(index)),
  )
}

/** The samples of every column that becomes a field of this type. */
export function samplesOfType(
  columns: Import['columns'],
  draft: MappingDraft,
  fields: readonly FieldDefinition[],
  type: FieldDefinition['type'],
): string[] {
  const keys = new Set(fields.filter((field) => field.type === type).map((field) => field.key))
  return columns.filter((column) => keys.has(draft.targets[column.index] ?? '')).flatMap((column) => column.samples)
}
