import type { SmsBucket, SmsScript } from '@regie/contract/sms.ts'
import { lazy, Suspense, useState } from 'react'
import { dateFormat, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { bucketsOf } from './sms-data.ts'
import styles from './sms.module.css'

const HourChart = lazy(() => import('./hour-chart.tsx').then((module) => ({ default: module.HourChart })))

/** The next sixty minutes in steps of five: what is planned and what has left; a chart, or the same numbers as a table. */
export function HourPanel({ scripts }: { scripts: readonly SmsScript[] }) {
  const t = useText()
  const [isTable, setTable] = useState(false)
  const buckets = bucketsOf(scripts)
  const planned = buckets.reduce((sum, bucket) => sum + bucket.planned, 0)
  return (
    <Panel
      title={t('sms.nextHour')}
      actions={
        <Button kind="quiet" icon={<Icon name={isTable ? 'dashboard' : 'columns'} size={16} />} onPress={() => setTable(!isTable)}>
          {t(isTable ? 'sms.asChart' : 'sms.asTable')}
        </Button>
      }
    >
      {isTable ? (
        <HourTable buckets={buckets} />
      ) : (
        <>
          {buckets.every((bucket) => bucket.planned + bucket.sent === 0) && <p className={styles.quiet}>{t('sms.nothingPlanned')}</p>}
          <p className={styles.legend}>
            <span className={styles.key} data-of="sent" /> {t('sms.sent')} <span className={styles.key} data-of="planned" />{' '}
            {t('sms.planned')}
          </p>
          <div className={styles.chart} role="img" aria-label={t('sms.chartWords', { planned: formatNumber(planned) })}>
            <Suspense fallback={<Skeleton lines={6} />}>
              <HourChart buckets={buckets} />
            </Suspense>
          </div>
        </>
      )}
    </Panel>
  )
}

function HourTable({ buckets }: { buckets: readonly SmsBucket[] }) {
  const t = useText()
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('sms.from')}</th>
            <th scope="col">{t('sms.sent')}</th>
            <th scope="col">{t('sms.planned')}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.map(({ at, sent, planned }) => (
            <tr key={at}>
              <th scope="row">{clock(at)}</th>
              <td>{formatNumber(sent)}</td>
              <td>{formatNumber(planned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const clock = (at: string) =>
  at === '' ? '' : dateFormat('clock', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Amsterdam' }).format(new Date(at))
