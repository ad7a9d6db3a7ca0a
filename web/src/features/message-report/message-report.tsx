import { type MessageView, messageViews, type ReportedChannel } from '@regie/contract/message-report.ts'
import { granularities } from '@regie/contract/granularity.ts'
import { useDownload } from '../../api/use-download.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { useAddress } from '../../session/address.ts'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { fitsPeriod, GranularityInput } from '../../ui/report/granularity-input.tsx'
import styles from '../../ui/report/report.module.css'
import { Tabs } from '../../ui/tabs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { ErrorsTab } from './errors-tab.tsx'
import { GroupsTab } from './groups-tab.tsx'
import { MessageCounters } from './message-counters.tsx'
import { downloadMessages, messageApis, type MessageScope } from './message-report-data.ts'
import { ProgressTab } from './progress-tab.tsx'

type MessageReportProps = { channel: ReportedChannel; customerID: number; scriptID: number | null }

/** How far the messages of a channel came: by bucket, script, template, and why they failed. Every choice stands in the address. */
export function MessageReport({ channel, customerID, scriptID }: MessageReportProps) {
  const t = useText()
  const [address, change] = useAddress(['tab', 'from', 'until', 'by', 'compare'])
  const days = { from: address.from, until: address.until }
  const known = granularities.find((one) => one === address.by) ?? null
  const granularity = known !== null && fitsPeriod(known, days) ? known : null
  const view = messageViews.find((one) => one === address.tab) ?? 'buckets'
  const compare = address.compare !== '0'
  const scope: MessageScope = { channel, customerID, scriptID, ...days, granularity }
  const content = {
    buckets: () => <ProgressTab scope={scope} compare={compare} />,
    scripts: () => <GroupsTab scope={scope} by="scripts" />,
    templates: () => <GroupsTab scope={scope} by="templates" />,
    errors: () => <ErrorsTab scope={scope} />,
  }
  return (
    <div className={styles.report}>
      <MessageCounters scope={scope} />
      <div className={styles.top}>
        <div className={styles.filters}>
          <PeriodInput label={t('figures.period')} value={days} onChange={change} />
          {days.from === '' && days.until === '' && <p className={styles.hint}>{t('messageReport.usual')}</p>}
          {view === 'buckets' && <GranularityInput value={granularity} days={days} onChange={(one) => change({ by: one ?? '' })} />}
          {view === 'buckets' && (
            <SwitchInput label={t('figures.compare')} value={compare} onChange={(isOn) => change({ compare: isOn ? '' : '0' })} />
          )}
        </div>
        <SaveReport scope={scope} view={view} />
      </div>
      <Tabs
        label={t(`messageReport.title.${channel}`)}
        value={view}
        onChange={(tab) => change({ tab: tab === 'buckets' ? '' : tab })}
        tabs={messageViews.map((key) => ({ key, label: t(`messageReport.tabs.${key}`), content: content[key] }))}
      />
    </div>
  )
}

/** What the tab shows, as a file. */
function SaveReport({ scope, view }: { scope: MessageScope; view: MessageView }) {
  const t = useText()
  const locale = useLocale()
  const csv = useDownload(() => downloadMessages(scope, view, 'csv', locale))
  const book = useDownload(() => downloadMessages(scope, view, 'xlsx', locale))
  const failure = csv.failure ?? book.failure
  return (
    <div className={styles.save}>
      <Can to={messageApis[scope.channel].file}>
        {(reason) => (
          <Menu
            label={t('figures.export')}
            trigger={
              <Button icon={<Icon name="download" size={16} />} isBusy={csv.isBusy || book.isBusy}>
                {t('figures.export')}
              </Button>
            }
            items={[
              { key: 'csv', label: t('messageReport.csv'), reason, onPress: csv.save },
              { key: 'xlsx', label: t('messageReport.excel'), reason, onPress: book.save },
            ]}
          />
        )}
      </Can>
      {failure !== null && <FailureText failure={failure} />}
    </div>
  )
}
