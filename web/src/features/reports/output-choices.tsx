import { noResult } from '@regie/contract/case-filter.ts'
import { caseStatuses } from '@regie/contract/cases.ts'
import { granularities, periodMoments } from '@regie/contract/report-wish.ts'
import { type ResultCode, resultCodes } from '@regie/contract/result-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import { type ReportChoices, reportOutputs } from './report-choices.ts'
import styles from './reports.module.css'

type OutputChoicesProps = { choices: ReportChoices; onChoices: (changed: Partial<ReportChoices>) => void }

/** What the report is about beside its batches or script, and as what one wants it. */
export function OutputChoices({ choices, onChoices }: OutputChoicesProps) {
  const t = useText()
  const { output, from, until, about, granularity, status, result } = choices
  const all = { value: '', label: t('reports.output.all') }
  const codes = Object.keys(resultCodes) as ResultCode[]
  return (
    <Panel title={t('reports.output.title')}>
      <Stack isWide>
        <ChoiceInput
          label={t('reports.output.as')}
          value={output}
          onChange={(next) => onChoices({ output: next })}
          options={reportOutputs.map((value) => ({
            value,
            label: t(`reports.output.${value}`),
            help: t(`reports.output.${value}Help`),
          }))}
        />
        <div>
          <p className={styles.label}>{t('reports.output.period')}</p>
          <PeriodInput label={t('reports.output.period')} value={{ from, until }} onChange={onChoices} />
          <p className={styles.quiet}>{t(from === '' && until === '' ? 'reports.output.noPeriod' : 'reports.output.bothDays')}</p>
        </div>
        <SelectInput
          label={t('reports.output.about')}
          value={about}
          onChange={(value) => onChoices({ about: periodMoments.find((one) => one === value) ?? 'importedAt' })}
          options={periodMoments.map((value) => ({ value, label: t(`reports.about.${value}`) }))}
        />
        <SelectInput
          label={t('reports.output.rows')}
          value={granularity}
          onChange={(value) => onChoices({ granularity: granularities.find((one) => one === value) ?? '' })}
          help={granularity === '' ? undefined : t('reports.output.rowsHelp')}
          options={[
            { value: '', label: t('reports.rows.each') },
            // Of a payment only the day is known.
            ...granularities.map((value) => ({
              value,
              label: t(`reports.rows.${value}`),
              isDisabled: about === 'paidAt' && (value === 'quarter' || value === 'hour'),
            })),
          ]}
        />
        <SelectInput
          label={t('reports.output.status')}
          value={status}
          onChange={(value) => onChoices({ status: caseStatuses.find((one) => one === value) ?? '' })}
          options={[all, ...caseStatuses.map((value) => ({ value, label: t(`cases.statuses.${value}`) }))]}
        />
        <SearchSelect
          label={t('reports.output.result')}
          value={result}
          onChange={(value) => onChoices({ result: value })}
          options={[
            all,
            { value: noResult, label: t('reports.output.noResult') },
            ...codes.map((code) => ({ value: code, label: t(`cases.results.${code}`) })),
          ]}
        />
      </Stack>
    </Panel>
  )
}
