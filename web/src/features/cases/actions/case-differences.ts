import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'

/** What of a case differs between two moments: a column by its name, or a field by its key. */
export type CaseDifference = { what: CaseColumn; before: string | number | null; now: string | number | null } | FieldDifference
type FieldDifference = { field: string; before: string; now: string }
export type CaseColumn = (typeof columns)[number]

// What people decide by; when something was changed last is no difference in itself.
const columns = ['status', 'result', 'lastResult', 'pausedUntil', 'attempts', 'lastAnswer', 'liveState'] as const

/** What a colleague or the engine changed since somebody looked. */
export function differencesOfCase(before: CaseDetail, now: CaseDetail): CaseDifference[] {
  const changed = columns.filter((what) => before[what] !== now[what])
  const keys = [...new Set([...Object.keys(before.fields), ...Object.keys(now.fields)])]
  return [
    ...changed.map((what) => ({ what, before: before[what], now: now[what] })),
    ...keys
      .filter((key) => (before.fields[key] ?? '') !== (now.fields[key] ?? ''))
      .map((field) => ({ field, before: before.fields[field] ?? '', now: now.fields[field] ?? '' })),
  ]
}

/** The fields that staff may change, in their order; the number is what others know the case by. */
export function editableFields(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields.filter(({ key, editable }) => editable !== false && key !== 'dossiernummer')
}
