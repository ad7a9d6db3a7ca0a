import type { BatchRow } from '@regie/contract/batches.ts'
import { lazy, Suspense, useState } from 'react'
import { formatNumber, formatShare } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { callAnswers, caseStates, type ChartPart } from './batch-chart-data.ts'
import styles from './batch-charts.module.css'

// The chart library is larger than the rest of the screen, so it comes after it.
const BarChartOfParts = lazy(() => import('./bar-chart-of-parts.tsx').then((module) => ({ default: module.BarChartOfParts })))

export function BatchCharts({ batch }: { batch: BatchRow }) {
  const t = useText()
  return (
    <div className={styles.charts}>
      <PartsPanel title={t('batches.chart.states')} parts={caseStates(batch.counts)} />
      <PartsPanel title={t('batches.chart.answers')} parts={callAnswers(batch.counts)} />
    </div>
  )
}

/** A chart, or the same numbers as a table: whoever cannot see the one can read the other. */
function PartsPanel({ title, parts }: { title: string; parts: readonly ChartPart[] }) {
  const t = useText()
  const [isTable, setTable] = useState(false)
  const named = parts.map((part) => ({ ...part, label: t(`batches.chart.parts.${part.key}` as 'batches.chart.parts.busy') }))
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  const actions = (
    <Button kind="quiet" icon={<Icon name={isTable ? 'dashboard' : 'columns'} size={16} />} onPress={() => setTable(!isTable)}>
      {isTable ? t('batches.chart.asChart') : t('batches.chart.asTable')}
    </Button>
  )
  return (
    <Panel title={title} actions={actions}>
      {isTable ? (
        <table className={styles.table}>
          <caption className="visually-hidden">{title}</caption>
          <tbody>
            {named.map((part) => (
              <tr key={part.key}>
                <th scope="row">{part.label}</th>
                <td>{formatNumber(part.value)}</td>
                <td>{total === 0 ? '–' : formatShare(part.value / total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div
          className={styles.chart}
          role="img"
          aria-label={`${title}: ${named.map((part) => `${part.label} ${formatNumber(part.value)}`).join(', ')}`}
        >
          <Suspense fallback={<Skeleton lines={5} height={14} />}>
            <BarChartOfParts parts={named} />
          </Suspense>
        </div>
      )}
    </Panel>
  )
}
