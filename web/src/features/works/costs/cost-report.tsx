import { attributionDays, costReportApi } from '@regie/contract/cost-report.ts'
import { SaveReport } from '../../../session/save-report.tsx'
import { useText } from '../../../locales/i18n.tsx'
import { useAddress } from '../../../session/address.ts'
import { PeriodInput } from '../../../ui/dates/period-input.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import styles from '../../../ui/report/report.module.css'
import { SwitchInput } from '../../../ui/toggles.tsx'
import { downloadCosts, useCosts } from './cost-data.ts'
import { CostFigures } from './cost-figures.tsx'
import own from '../works.module.css'

/** What each channel costs and brings in, with the rule by which money counts for one. */
export function CostReport({ customerID, scriptID }: { customerID: number; scriptID: number | null }) {
  const t = useText()
  const [{ from, until, compare }, change] = useAddress(['from', 'until', 'compare'])
  const scope = { customerID, scriptID, from, until }
  return (
    <div className={styles.report}>
      <div className={styles.top}>
        <div className={styles.filters}>
          <PeriodInput label={t('works.costs.period')} value={{ from, until }} onChange={change} />
          {from === '' && until === '' && <p className={styles.hint}>{t('works.costs.usual')}</p>}
          <SwitchInput label={t('figures.compare')} value={compare !== '0'} onChange={(isOn) => change({ compare: isOn ? '' : '0' })} />
        </div>
        <SaveReport of={costReportApi.file} download={(locale) => downloadCosts(scope, locale)} />
      </div>
      <p className={own.rule}>{t('works.costs.rule', { days: attributionDays })}</p>
      <Loaded query={useCosts(scope)} lines={12}>
        {(costs) => <CostFigures costs={costs} scriptID={scriptID} compare={compare !== '0'} />}
      </Loaded>
    </div>
  )
}
