import { Bar } from 'recharts'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { ChartHint } from '../chart-hint.tsx'
import { chartTicks } from '../chart-ticks.ts'
import { BucketFrame, shareTicks } from './bucket-frame.tsx'
import styles from './report.module.css'

type BarTone = 'primary' | 'success' | 'warning' | 'error' | 'quiet'
/** `valueOf` between 0 and 1 where the chart shows shares; null: there is nothing to divide by. */
export type BarSeries<Bucket> = { key: string; label: string; tone: BarTone; valueOf: (bucket: Bucket) => number | null }

type BucketBarsProps<Bucket> = {
  buckets: readonly Bucket[]
  series: readonly BarSeries<Bucket>[]
  /** Numbers stand on top of each other, or beside each other where they are not parts of one; shares stand beside each other. */
  kind: 'counts' | 'beside' | 'shares'
}

const fills: Record<BarTone, string> = {
  ...{ primary: 'var(--primary-fill)', success: 'var(--success-fill)', warning: 'var(--warning-fill)', error: 'var(--error-fill)' },
  quiet: '#b9c3cc',
}

/** Bars for each bucket, with what a colour says above them; the arrow keys walk over them. The same numbers stand in the table under it. */
export function BucketBars<Bucket extends { name: string }>({ buckets, series, kind }: BucketBarsProps<Bucket>) {
  const isShare = kind === 'shares'
  const top = (bucket: Bucket) => {
    const values = series.map(({ valueOf }) => valueOf(bucket) ?? 0)
    return kind === 'counts' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  }
  const ticks = isShare ? shareTicks : chartTicks(Math.max(0, ...buckets.map(top)))
  const text = isShare ? formatShare : formatNumber
  return (
    <>
      <ul className={styles.legend}>
        {series.map(({ key, label, tone }) => (
          <li key={key}>
            <span className={styles.key} style={{ background: fills[tone] }} aria-hidden />
            {label}
          </li>
        ))}
      </ul>
      <div className={styles.chart}>
        <BucketFrame {...{ buckets, ticks, text }} hint={(bucket) => <Hint bucket={bucket} series={series} text={text} />}>
          {series.map(({ key, label, tone, valueOf }) => (
            <Bar
              key={key}
              {...{ name: label, dataKey: valueOf, fill: fills[tone], isAnimationActive: false, maxBarSize: 48 }}
              {...(kind === 'counts' && { stackId: 'all' })}
            />
          ))}
        </BucketFrame>
      </div>
    </>
  )
}

type HintProps<Bucket> = { bucket: Bucket | undefined; series: readonly BarSeries<Bucket>[]; text: (value: number) => string }

function Hint<Bucket extends { name: string }>({ bucket, series, text }: HintProps<Bucket>) {
  if (bucket === undefined) return null
  return (
    <ChartHint>
      <strong>{bucket.name}</strong>
      {series.map(({ key, label, valueOf }) => {
        const value = valueOf(bucket)
        return (
          <span key={key}>
            {label}: {value === null ? '–' : text(value)}
          </span>
        )
      })}
    </ChartHint>
  )
}
