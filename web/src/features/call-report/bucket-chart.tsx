import { Bar, Cell, ReferenceLine } from 'recharts'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChartHint } from '../../ui/chart-hint.tsx'
import { chartTicks } from '../../ui/chart-ticks.ts'
import { BucketFrame, shareTicks } from '../../ui/report/bucket-frame.tsx'
import type { NamedBucket } from './bucket-rows.ts'
import { formatSpan, shareText } from '../../ui/report/figure-words.ts'

export const questions = ['level', 'volume', 'times'] as const
export type Question = (typeof questions)[number]

const topOf: Record<Exclude<Question, 'level'>, (bucket: NamedBucket) => number> = {
  volume: ({ offered }) => offered,
  times: ({ aht }) => aht ?? 0,
}

type ChartProps = { buckets: readonly NamedBucket[]; question: Question; goalPercent: number | null }

/** One bar for each bucket; the arrow keys walk over them. What a colour says stands in the sentence under it and in the table. */
export function BucketChart({ buckets, question, goalPercent }: ChartProps) {
  const isLevel = question === 'level'
  const ticks = isLevel ? shareTicks : chartTicks(Math.max(0, ...buckets.map(topOf[question])))
  const axisText = isLevel ? formatShare : question === 'times' ? formatSpan : formatNumber
  const misses = ({ serviceLevel }: NamedBucket) => goalPercent !== null && serviceLevel !== null && 100 * serviceLevel < goalPercent
  return (
    <BucketFrame {...{ buckets, ticks }} text={axisText} hint={(bucket) => <Hint bucket={bucket} />}>
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
      {question === 'times' && (
        <Bar dataKey="hold" stackId="times" fill="var(--secondary-fill)" isAnimationActive={false} maxBarSize={48} />
      )}
      {question === 'times' && <Bar dataKey="acw" stackId="times" fill="var(--warning-fill)" isAnimationActive={false} maxBarSize={48} />}
    </BucketFrame>
  )
}

function Hint({ bucket }: { bucket: NamedBucket | undefined }) {
  const t = useText()
  if (bucket === undefined) return null
  const { name, offered, abandoned, shortAbandoned, serviceLevel, att, hold, acw } = bucket
  return (
    <ChartHint>
      <span>{name}</span>
      <strong className="numbers">{t('callReport.hint.level', { level: shareText(serviceLevel) })}</strong>
      <span>{t('callReport.hint.calls', { offered, shown: formatNumber(offered), gone: formatNumber(abandoned + shortAbandoned) })}</span>
      <span>{t('callReport.parts', { talk: formatSpan(att), hold: formatSpan(hold), after: formatSpan(acw) })}</span>
    </ChartHint>
  )
}
