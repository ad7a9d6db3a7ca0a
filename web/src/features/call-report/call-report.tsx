import { callReportApi, callViews } from '@regie/contract/call-report.ts'
import { useText } from '../../locales/i18n.tsx'
import { SaveReport } from '../../session/save-report.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AgentsTab } from './agents-tab.tsx'
import { downloadCalls } from './call-report-data.ts'
import { PerformanceTab } from './performance-tab.tsx'
import { QueuesTab } from './queues-tab.tsx'
import { ReportFilters } from './report-filters.tsx'
import { useCallScope } from './use-call-scope.ts'
import styles from '../../ui/report/report.module.css'

/** The calls that came into queues: how it went, and the same by agent, queue and team. */
export function CallReport({ customerID }: { customerID: number }) {
  const t = useText()
  const chosen = useCallScope(customerID)
  const { scope, compare, view, onView } = chosen
  const content = {
    performance: () => <PerformanceTab scope={scope} compare={compare} />,
    agents: () => <AgentsTab scope={scope} />,
    queues: () => <QueuesTab scope={scope} compare={compare} by="queues" />,
    teams: () => <QueuesTab scope={scope} compare={compare} by="teams" />,
  }
  return (
    <div className={styles.report}>
      <div className={styles.top}>
        <ReportFilters {...chosen} />
        <SaveReport of={callReportApi.file} download={(locale) => downloadCalls(scope, view, locale)} />
      </div>
      <Tabs
        label={t('callReport.title')}
        value={view}
        onChange={onView}
        tabs={callViews.map((key) => ({ key, label: t(`callReport.tabs.${key}`), content: content[key] }))}
      />
    </div>
  )
}
