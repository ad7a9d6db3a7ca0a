import { casesGranularities, casesReportApi, type CasesView, casesViews } from '@regie/contract/cases-report.ts'
import { SaveReport } from '../../session/save-report.tsx'
import { useText } from '../../locales/i18n.tsx'
import { useAddress } from '../../session/address.ts'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { GranularityInput } from '../../ui/report/granularity-input.tsx'
import styles from '../../ui/report/report.module.css'
import { Tabs } from '../../ui/tabs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { AgesTab } from './ages-tab.tsx'
import {
  type CasesScope,
  downloadCases,
  useCaseAges,
  useCaseBuckets,
  useCaseMonths,
  useCaseResults,
  useCaseScripts,
} from './cases-report-data.ts'
import { MonthsTab } from './months-tab.tsx'
import { ProgressTab } from './progress-tab.tsx'
import { ResultsTab } from './results-tab.tsx'
import { ScriptsTab } from './scripts-tab.tsx'

// These are of now, or of months of their own.
const withoutPeriod: readonly CasesView[] = ['ages', 'months']

/** What comes in and is closed, how old the rest is and how fast the money comes in. Every choice stands in the address. */
export function CasesReport({ customerID, scriptID }: { customerID: number; scriptID: number | null }) {
  const t = useText()
  const [address, change] = useAddress(['tab', 'from', 'until', 'by', 'compare', 'currency'])
  const days = { from: address.from, until: address.until }
  const view = casesViews.find((one) => one === address.tab) ?? 'buckets'
  const granularity = casesGranularities.find((one) => one === address.by) ?? null
  const currency = /^[A-Z]{3}$/.test(address.currency) ? address.currency : ''
  const compare = address.compare !== '0'
  const scope: CasesScope = { customerID, scriptID, ...days, granularity, currency }
  const content = {
    buckets: () => <ProgressTab scope={scope} compare={compare} />,
    results: () => <ResultsTab scope={scope} />,
    scripts: () => <ScriptsTab scope={scope} />,
    ages: () => <AgesTab scope={scope} />,
    months: () => <MonthsTab scope={scope} />,
  }
  return (
    <div className={styles.report}>
      <div className={styles.top}>
        <div className={styles.filters}>
          {withoutPeriod.includes(view) ? (
            <p className={styles.hint}>{t(view === 'ages' ? 'casesReport.now' : 'casesReport.fifteen')}</p>
          ) : (
            <>
              <PeriodInput label={t('figures.period')} value={days} onChange={change} />
              {days.from === '' && days.until === '' && <p className={styles.hint}>{t('casesReport.usual')}</p>}
            </>
          )}
          {view === 'buckets' && (
            <>
              <GranularityInput
                {...{ value: granularity, days, options: casesGranularities }}
                onChange={(one) => change({ by: one ?? '' })}
              />
              <SwitchInput label={t('figures.compare')} value={compare} onChange={(isOn) => change({ compare: isOn ? '' : '0' })} />
            </>
          )}
          <CurrencyChoice key={view} {...{ scope, useAnswer: answers[view] }} onChange={(one) => change({ currency: one })} />
        </div>
        <SaveReport of={casesReportApi.file} download={(locale) => downloadCases(scope, view, locale)} />
      </div>
      <Tabs
        label={t('casesReport.title')}
        value={view}
        onChange={(tab) => change({ tab: tab === 'buckets' ? '' : tab })}
        tabs={casesViews.map((key) => ({ key, label: t(`casesReport.tabs.${key}`), content: content[key] }))}
      />
    </div>
  )
}

type Currencies = { currency: string; currencies: string[] }
type UseAnswer = (scope: CasesScope) => { data: Currencies | undefined }
const answers: Record<CasesView, UseAnswer> = {
  buckets: useCaseBuckets,
  results: useCaseResults,
  scripts: useCaseScripts,
  ages: useCaseAges,
  months: useCaseMonths,
}

type CurrencyChoiceProps = { scope: CasesScope; useAnswer: UseAnswer; onChange: (currency: string) => void }

/** Of which currency the amounts are, where there is more than one: what the tab asks for says it too. Another tab is another one of these (`key`). */
function CurrencyChoice({ scope, useAnswer, onChange }: CurrencyChoiceProps) {
  const t = useText()
  const { data } = useAnswer(scope)
  if (data === undefined || data.currencies.length < 2) return null
  return (
    <SelectInput
      {...{ label: t('casesReport.currency'), isLabelHidden: true, value: data.currency, onChange }}
      options={data.currencies.map((value) => ({ value, label: value }))}
    />
  )
}
