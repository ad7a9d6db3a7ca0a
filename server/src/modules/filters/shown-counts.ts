import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { FilterRule, ScriptFilter } from '@regie/contract/filters.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isPersonal } from '../fields/personal-fields.ts'

/** May this caller know how many cases have these values? A count discloses a value as well as a case does: it asks right 103, and 109 for personal fields. */
export function mayCount({ rights }: Caller, fields: readonly FieldDefinition[], rules: readonly Pick<FilterRule, 'field'>[]): boolean {
  if (!rights.includes(Right.viewCases)) return false
  return (
    rights.includes(Right.viewPersonalData) || !rules.some((rule) => fields.some((field) => field.key === rule.field && isPersonal(field)))
  )
}

/** Filters with the counts that this caller may know; the others have none. */
export const shownFilters = (caller: Caller, fields: readonly FieldDefinition[], filters: readonly ScriptFilter[]): ScriptFilter[] =>
  filters.map((filter) => (mayCount(caller, fields, filter.rules) ? filter : { ...filter, matching: null }))
