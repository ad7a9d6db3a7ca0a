import type { FieldDefinition } from '@regie/contract/fields.ts'
import { FilterRules, type FilterRule } from '@regie/contract/filters.ts'
import { needsValue, operatorsFor } from '@regie/contract/filter-operators.ts'
import { AppError } from '../../platform/app-error.ts'
import { valuesOf, type KeptVariable } from '../scripts/variable-queries.ts'
import { readRuleValue } from './rule-value.ts'
import { readVariable, type StoredRule } from './stored-filters.ts'

/** What a script has for its filters to ask. */
export type Askable = { fields: readonly FieldDefinition[]; variables: readonly KeptVariable[] }

/** The conditions that an address carries as JSON. */
export function parseRules(text: string): FilterRule[] {
  try {
    return FilterRules.parse(JSON.parse(text))
  } catch {
    throw new AppError('script.filterInvalid', { field: 'rules' })
  }
}

/** The conditions of a filter as they are kept: values in our own notation. One that does not fit its field is refused with its place. */
export function readFilterRules({ fields, variables }: Askable, rules: readonly FilterRule[]): StoredRule[] {
  return rules.map((rule, at) => {
    const field = fields.find(({ key }) => key === rule.field)
    if (!field) throw new AppError('script.filterInvalid', { field: `rules.${at}.field` })
    if (!operatorsFor(field.type).includes(rule.op)) throw new AppError('script.filterInvalid', { field: `rules.${at}.op` })
    if (rule.variable !== undefined && needsValue(rule.op)) return variableRule(field, rule.op, variables, rule.variable, at)
    const value = readRuleValue(field, rule.op, rule.value)
    if (value === null) throw new AppError('script.filterInvalid', { field: `rules.${at}.value` })
    return { field: field.key, op: rule.op, value, type: field.type }
  })
}

function variableRule(field: FieldDefinition, op: FilterRule['op'], known: Askable['variables'], key: string, at: number): StoredRule {
  const { type, choices } = field
  const rule = { field: field.key, op, type, variable: key, ...(type === 'choice' && { choices: choices ?? [] }) }
  const variable = known.find((one) => one.key === key)
  if (!variable || valuesOf(variable).some(({ text }) => readVariable(rule, text) === null))
    throw new AppError('script.filterVariable', { field: `rules.${at}.variable`, params: { key } })
  return rule
}
