import { type CaseChoices, noResult } from '@regie/contract/case-filter.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { lastAnswers } from '@regie/contract/last-answer.ts'
import { resultCodes } from '@regie/contract/result-codes.ts'
import { useApi } from '../../../api/use-api.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import type { ColumnFilters } from '../../../ui/column-settings.ts'
import { resultName } from '../case-status.tsx'
import { AmountFilter, amountWords } from './amount-filter.tsx'
import type { CaseFilters } from './case-filters.ts'

const freshMs = 15_000

/** What the cases of a batch differ in, for the filters of its list. */
export function useChoicesOfBatch(batchID: number) {
  return useApi(caseApi.choices, { params: { batchID } }, { staleMs: freshMs }).data
}

type Given = {
  filters: CaseFilters
  onFilters: (changed: Partial<CaseFilters>) => void
  statuses: readonly { value: string; label: string }[]
  /** Of a batch; over several batches every result and answer is a choice, and steps are none. */
  choices: CaseChoices | undefined
  isOfBatch: boolean
}

/** The filters in the headers of a list of cases. */
export function useCaseFilters({ filters, onFilters, statuses, choices, isOfBatch }: Given): ColumnFilters {
  const t = useText()
  const counted = (label: string, count: number) => `${label} (${formatNumber(count)})`
  const resultWords = (result: string) => (result === noResult ? t('cases.filters.noResult') : resultName(t, result))
  const results = isOfBatch
    ? (choices?.results ?? []).map(({ result, count }) => ({ value: result, label: counted(resultWords(result), count) }))
    : [noResult, ...Object.keys(resultCodes)].map((result) => ({ value: result, label: resultWords(result) }))
  const answers = isOfBatch
    ? (choices?.answers ?? []).map(({ answer, count }) => ({ value: answer, label: counted(t(`cases.answers.${answer}`), count) }))
    : lastAnswers.map((answer) => ({ value: answer, label: t(`cases.answers.${answer}`) }))
  const steps = (choices?.steps ?? []).map(({ step, name, count }) => ({ value: step, label: counted(name, count) }))
  const choice = (name: keyof CaseFilters, options: readonly { value: string; label: string }[], words?: string) => ({
    [columnOf[name]]: {
      value: filters[name],
      options,
      onChange: (value: string) => onFilters({ [name]: value }),
      ...(words !== undefined && { words }),
    },
  })
  return {
    ...choice('status', statuses),
    ...choice('result', results, filters.result === '' ? undefined : resultWords(filters.result)),
    ...choice('answer', answers, wordsOfAnswer(t, filters.answer)),
    ...(isOfBatch || filters.step !== '' ? choice('step', steps, choices?.steps.find(({ step }) => step === filters.step)?.name) : {}),
    outstanding: {
      value: filters.amount,
      words: amountWords(t, filters.amount),
      onChange: (amount: string) => onFilters({ amount }),
      panel: (close: () => void) => <AmountFilter value={filters.amount} onChange={(amount) => onFilters({ amount })} onDone={close} />,
    },
  }
}

const columnOf = { status: 'status', result: 'result', answer: 'lastAnswer', step: 'nextStep', amount: 'outstanding' } as const

function wordsOfAnswer(t: ReturnType<typeof useText>, value: string) {
  const answer = lastAnswers.find((known) => known === value)
  return answer === undefined ? undefined : t(`cases.answers.${answer}`)
}
