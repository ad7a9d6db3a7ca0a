import { caseSorts, noResult } from '@regie/contract/case-filter.ts'
import { type CaseStatus, caseStatuses } from '@regie/contract/cases.ts'
import { lastAnswers } from '@regie/contract/last-answer.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { sortsBy } from '../../../ui/table-sort.ts'

/** The filters of a list of cases as they stand in the address; empty is everything. */
export const caseFilterNames = ['status', 'result', 'answer', 'step', 'amount'] as const
export type CaseFilters = Record<(typeof caseFilterNames)[number], string>

export const noFilters: CaseFilters = { status: '', result: '', answer: '', step: '', amount: '' }

/** An amount from and to in cents, either of which may be missing: `2500-`, `-10000`, `2500-10000`. */
export function readRange(text: string): { min: number | undefined; max: number | undefined } {
  const [, min = '', max = ''] = /^(\d{0,12})-(\d{0,12})$/.exec(text) ?? []
  return { min: min === '' ? undefined : Number(min), max: max === '' ? undefined : Number(max) }
}

export const writeRange = (min: number | null, max: number | null) => (min === null && max === null ? '' : `${min ?? ''}-${max ?? ''}`)

/** The request as the filters in the address say; words that nobody knows are left out. */
export function caseFiltersQuery({ status, result, answer, step, amount }: CaseFilters) {
  const wantedStatus: CaseStatus | undefined = caseStatuses.find((known) => known === status)
  const wantedAnswer = lastAnswers.find((known) => known === answer)
  const { min, max } = readRange(amount)
  return {
    ...(wantedStatus === undefined ? {} : { status: wantedStatus }),
    ...(result === '' || !knowsCaseFilter('result', result) ? {} : { result }),
    ...(wantedAnswer === undefined ? {} : { answer: wantedAnswer }),
    ...(step === '' || !knowsCaseFilter('step', step) ? {} : { step }),
    ...(min === undefined ? {} : { minCents: min }),
    ...(max === undefined ? {} : { maxCents: max }),
  }
}

/** Does a list of cases still know this value of a filter? */
export function knowsCaseFilter(name: string, value: string): boolean {
  switch (name) {
    case 'status':
      return caseStatuses.some((known) => known === value)
    case 'result':
      return value === noResult || isResultCode(value) || /^[\w-]{1,10}$/.test(value)
    case 'answer':
      return lastAnswers.some((known) => known === value)
    case 'step':
      return value.length <= 60
    case 'amount':
      return readRange(value).min !== undefined || readRange(value).max !== undefined
    case 'batch':
      return /^[1-9]\d{0,14}$/.test(value)
    case 'sort':
      return sortsBy(caseSorts, value)
    default:
      return true
  }
}
