import type { FieldDefinition } from './fields.ts'
import type { FilterRule } from './filters.ts'

export type FilterOperator = FilterRule['op']

const ofTexts: readonly FilterOperator[] = ['eq', 'neq', 'in', 'contains', 'empty', 'notEmpty']
const ofChoices: readonly FilterOperator[] = ['eq', 'neq', 'in', 'empty', 'notEmpty']
const ofNumbers: readonly FilterOperator[] = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'empty', 'notEmpty']
const ofDates: readonly FilterOperator[] = ['daysAgo', 'eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'empty', 'notEmpty']
const ofTimes: readonly FilterOperator[] = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'empty', 'notEmpty']

const operators: Record<FieldDefinition['type'], readonly FilterOperator[]> = {
  text: ofTexts,
  email: ofTexts,
  postcode: ofTexts,
  iban: ofTexts,
  phone: ofTexts,
  choice: ofChoices,
  bool: ofChoices,
  number: ofNumbers,
  integer: ofNumbers,
  amount: ofNumbers,
  date: ofDates,
  time: ofTimes,
}

/** What a filter may ask of a field of this type, in the order in which it is offered. */
export function operatorsFor(type: FieldDefinition['type']): readonly FilterOperator[] {
  return operators[type]
}

/** Does a condition have all that it needs: a value, or a variable that gives one? */
export const isWhole = ({ op, value, variable }: FilterRule) => !needsValue(op) || variable !== undefined || value.trim() !== ''

/** Does the condition stand by itself, without a value? */
export function needsValue(op: FilterOperator): boolean {
  return op !== 'empty' && op !== 'notEmpty'
}
