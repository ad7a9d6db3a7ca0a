import { Bar, BarChart, CartesianGrid, Cell, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChartHint } from '../../ui/chart-hint.tsx'
import { chartTicks } from '../../ui/chart-ticks.ts'
import type { NamedBucket } from './bucket-rows.ts'
import { formatSpan, shareText } from '../../ui/report/figure-words.ts'

export const questions = ['level', 'volume', 'times'] as const
export type Question = (typeof questions)[number]

const tick = { fill: '#55606b', fontSize: 12 }
const levelTicks = [0, 0.25, 0.5, 0.75, 1]
const topOf: Record<Exclude<Question, 'level'>, (bucket: NamedBucket) => number> = {
  volume: ({ offered }) => offered,
  times: ({ aht }) => aht ?? 0,
}

type ChartProps = { buckets: readonly NamedBucket[]; question: Question; goalPercent: number | null }

/** One bar for each bucket; the arrow keys walk over them. What a colour says stands in the sentence under it and in the table. */
export function BucketChart({ buckets, question, goalPercent }: ChartProps) {
  const isLevel = question === 'level'
  const ticks = isLevel ? levelTicks : chartTicks(Math.max(0, ...buckets.map(topOf[question])))
  const axisText = isLevel ? formatShare : question === 'times' ? formatSpan : formatNumber
  const misses = ({ serviceLevel }: NamedBucket) => goalPercent !== null && serviceLevel !== null && 100 * serviceLevel < goalPercent
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...buckets]} margin={{ top: 12, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="#edf0f2" />
        <XAxis dataKey="name" tick={tick} axisLine={false} tickLine={false} minTickGap={24} interval="equidistantPreserveStart" />
        <YAxis
          {...{ tick, axisLine: false, tickLine: false, width: 56, ticks, domain: [0, ticks.at(-1) ?? 0] }}
          tickFormatter={(value: number) => axisText(value)}
        />
        <Tooltip
          cursor={{ fill: '#f3f6f8' }}
          content={({ payload }) => <Hint bucket={payload[0]?.payload as NamedBucket | undefined} />}
          isAnimationActive={false}
        />
        {isLevel && (
          <Bar dataKey="serviceLevel" radius={[3, 3, 0, 0]} isAnimationActive={false} maxBarSize={48} minPointSize={2}>
            {buckets.map((bucket) => (
              <Cell key={bucket.bucket} fill={misses(bucket) ? 'var(--error-fill)' : 'var(--primary-fill)'} />
            ))}
          </Bar>
        )}
        {isLevel && goalPercent !== null && <ReferenceLine y={goalPercent / 100} stroke="#8e6b00" strokeDasharray="6 4" strokeWidth={2} />}
        {question === 'volume' && (
          <Bar dataKey="answered" stackId="calls" fill="var(--primary-fill)" isAnimationActive={false} maxBarSize={48} />
        )}
        {question === 'volume' && (
          <Bar
            dataKey={({ abandoned, shortAbandoned }: NamedBucket) => abandoned + shortAbandoned}
            {...{ stackId: 'calls', fill: 'var(--error-fill)', isAnimationActive: false, maxBarSize: 48 }}
          />
        )}
        {question === 'times' && <Bar dataKey="att" stackId="times" fill="var(--primary-fill)" isAnimationActive={false} maxBarSize={48} />}
        {question === 'times' && <Bar dataKey="acw" stackId="times" fill="var(--warning-fill)" isAnimationActive={false} maxBarSize={48} />}
      </BarChart>
    </ResponsiveContainer>
  )
}

function Hint({ bucket }: { bucket: NamedBucket | undefined }) {
  const t = useText()
  if (bucket === undefined) return null
  const { name, offered, abandoned, shortAbandoned, serviceLevel, att, acw } = bucket
  return (
    <ChartHint>
      <span>{name}</span>
      <strong className="numbers">{t('callReport.hint.level', { level: shareText(serviceLevel) })}</strong>
      <span>{t('callReport.hint.calls', { offered, shown: formatNumber(offered), gone: formatNumber(abandoned + shortAbandoned) })}</span>
      <span>{t('callReport.parts', { talk: formatSpan(att), after: formatSpan(acw) })}</span>
    </ChartHint>
  )
}
