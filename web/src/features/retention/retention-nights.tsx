import type { RetentionRun } from '@regie/contract/retention.ts'
import { formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { HeldCounts } from './held-counts.tsx'
import styles from './retention.module.css'

/** What the last nights took away, the newest first. */
export function RetentionNights({ runs, isOn }: { runs: readonly RetentionRun[]; isOn: boolean }) {
  const t = useText()
  return (
    <Panel title={t('retention.nights')} isFlush={runs.length > 0}>
      {runs.length === 0 ? (
        <EmptyState icon="history" title={t('retention.noNights')} text={t(isOn ? 'retention.noNightsText' : 'retention.noNightsOff')} />
      ) : (
        <ul className={styles.classes}>
          {runs.map((run) => (
            <li key={`${run.day} ${run.class}`} className={styles.night}>
              <span>{formatPlainDay(run.day)}</span>
              <div>
                <strong>{t('retention.goes', { name: t(`retention.classes.${run.class}.name`), count: run.gone })}</strong>
                <HeldCounts held={run.held} />
              </div>
              {run.finishedAt === null ? (
                <Badge tone="warning" icon="hourglass">
                  {t('retention.stopped')}
                </Badge>
              ) : (
                <Badge tone="success" icon="check">
                  {t('retention.done')}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
