import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { ChartHint } from '../chart-hint.tsx'
import { chartTicks } from '../chart-ticks.ts'
import styles from './report.module.css'

type BarTone = 'primary' | 'success' | 'warning' | 'error' | 'quiet'
/** `valueOf` between 0 and 1 where the chart shows shares; null: there is nothing to divide by. */
export type BarSeries<Bucket> = { key: string; label: string; tone: BarTone; valueOf: (bucket: Bucket) => number | null }

type BucketBarsProps<Bucket> = {
  buckets: readonly Bucket[]
  series: readonly BarSeries<Bucket>[]
  /** Numbers stand on top of each other, shares beside each other. */
  kind: 'counts' | 'shares'
}

const tick = { fill: '#55606b', fontSize: 12 }
const shareTicks = [0, 0.25, 0.5, 0.75, 1]
const fills: Record<BarTone, string> = {
  ...{ primary: 'var(--primary-fill)', success: 'var(--success-fill)', warning: 'var(--warning-fill)', error: 'var(--error-fill)' },
  quiet: '#b9c3cc',
}

/** Bars for each bucket, with what a colour says above them; the arrow keys walk over them. The same numbers stand in the table under it. */
export function BucketBars<Bucket extends { name: string }>({ buckets, series, kind }: BucketBarsProps<Bucket>) {
  const isShare = kind === 'shares'
  const top = (bucket: Bucket) => series.reduce((sum, { valueOf }) => sum + (valueOf(bucket) ?? 0), 0)
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
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={[...buckets]} margin={{ top: 12, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
            <CartesianGrid vertical={false} stroke="#edf0f2" />
            <XAxis dataKey="name" tick={tick} axisLine={false} tickLine={false} minTickGap={24} interval="equidistantPreserveStart" />
            <YAxis
              {...{ tick, axisLine: false, tickLine: false, width: 56, ticks, domain: [0, ticks.at(-1) ?? 0] }}
              tickFormatter={(value: number) => text(value)}
            />
            <Tooltip
              cursor={{ fill: '#f3f6f8' }}
              content={({ payload }) => <Hint bucket={payload[0]?.payload as Bucket | undefined} series={series} text={text} />}
              isAnimationActive={false}
            />
            {series.map(({ key, label, tone, valueOf }) => (
              <Bar
                key={key}
                {...{ name: label, dataKey: valueOf, fill: fills[tone], isAnimationActive: false, maxBarSize: 48 }}
                {...(!isShare && { stackId: 'all' })}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
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
