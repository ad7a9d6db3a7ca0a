import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { Menu } from '../../ui/menu.tsx'
import { GranularityInput } from '../../ui/report/granularity-input.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { useChoices } from './call-report-data.ts'
import type { useCallScope } from './use-call-scope.ts'
import styles from '../../ui/report/report.module.css'

const toggled = (ids: readonly number[], id: number) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])

/** Over which days, by which buckets, of which teams and queues, and whether it says what changed. */
export function ReportFilters({ scope, compare, view, choose, onDays }: ReturnType<typeof useCallScope>) {
  const t = useText()
  const { from, until, teams, queues, granularity, customerID } = scope
  const choices = useChoices(customerID, teams)
  const shown = choices.queues.filter(({ queue_id: id }) => queues.includes(id))
  return (
    <div className={styles.filters}>
      <PeriodInput label={t('figures.period')} value={{ from, until }} onChange={onDays} />
      {from === '' && until === '' && <p className={styles.hint}>{t('callReport.usual')}</p>}
      {view === 'performance' && (
        <GranularityInput value={granularity} days={{ from, until }} onChange={(one) => choose({ granularity: one })} />
      )}
      {choices.teams.length > 1 && (
        <Menu
          label={t('callReport.teams')}
          trigger={<Button>{t('callReport.teamsChosen', { count: teams.length })}</Button>}
          items={choices.teams.map(({ team_id: id, team_name: name }) => ({
            ...{ key: String(id), label: name, isCurrent: teams.includes(id) },
            onPress: () => choose({ teams: toggled(teams, id), queues: [] }),
          }))}
        />
      )}
      <Menu
        label={t('callReport.queues')}
        trigger={<Button>{t('callReport.queuesChosen', { count: shown.length })}</Button>}
        items={choices.queues.map(({ queue_id: id, queue_name: name }) => ({
          ...{ key: String(id), label: name, isCurrent: queues.includes(id) },
          onPress: () => choose({ queues: toggled(queues, id) }),
        }))}
      />
      <SwitchInput label={t('figures.compare')} value={compare} onChange={(isOn) => choose({ compare: isOn })} />
    </div>
  )
}
