import { fieldTypes } from '@regie/contract/fields.ts'
import { type FilterRule, filterOperators } from '@regie/contract/filters.ts'
import * as z from 'zod/mini'
import { FilledRule, type Filter } from './filter-match.ts'
import { readRuleValue } from './rule-value.ts'

/** A condition that takes its value from a variable when it is asked. Of a field with choices it keeps them: by these it reads the value. */
const VariableRule = z.object({
  field: z.string(),
  op: z.enum(filterOperators),
  type: z.enum(fieldTypes),
  variable: z.string(),
  choices: z.optional(z.array(z.string())),
})
type VariableRule = z.infer<typeof VariableRule>
const StoredRule = z.union([FilledRule, VariableRule])
export const StoredRules = z.array(StoredRule)
export type StoredRule = z.infer<typeof StoredRule>
/** A filter as it is kept, with what its variables say now. */
export type StoredFilter = {
  rules: readonly StoredRule[]
  combine: Filter['combine']
  variables: Readonly<Record<string, string>> | null
}

/** The filter as it is asked at this moment: each variable has become its value. */
export function fillFilter({ rules, combine, variables }: StoredFilter): Filter {
  return { combine, rules: rules.map((rule) => ('variable' in rule ? fillRule(rule, variables ?? {}) : rule)) }
}

// Saving keeps values that cannot be read out (filters and variables are saved under one lock). Should one be there all the same, nobody passes.
function fillRule(rule: VariableRule, variables: Readonly<Record<string, string>>): FilledRule {
  const value = readVariable(rule, variables[rule.variable] ?? '')
  const { field, op, type } = rule
  return value === null ? { field, op: 'in', type, value: '' } : { field, op, type, value }
}

/** What a variable says in our own notation; null when it does not suit the condition. */
export function readVariable({ op, type, choices }: VariableRule, text: string): string | null {
  return readRuleValue({ type, ...(choices !== undefined && { choices }) }, op, text)
}

/** A condition as staff see it. */
export function shownRule(rule: StoredRule): FilterRule {
  const { field, op } = rule
  return 'variable' in rule ? { field, op, value: '', variable: rule.variable } : { field, op, value: rule.value }
}
