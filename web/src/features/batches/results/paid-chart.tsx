import { Bar, CartesianGrid, ComposedChart, LabelList, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { dateFormat, formatMoney, formatMoneyShort, formatShare, formatShareExactly } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { ChartHint } from '../../../ui/chart-hint.tsx'
import { chartTicks } from '../../../ui/chart-ticks.ts'
import { useIsPhone } from '../../../ui/use-media.ts'
import type { PaidWeek } from './result-parts.ts'

// Of more weeks, and on a phone, the numbers would run into each other: they stand in the table.
const labelledMax = 6
const tick = { fill: '#55606b', fontSize: 12 }

/** What was paid in each week as a bar, and all until then as a share of the claim; arrow keys walk over the weeks. */
export function PaidChart({ weeks, currency }: { weeks: readonly PaidWeek[]; currency: string }) {
  const isPhone = useIsPhone()
  const moneyTicks = chartTicks(Math.max(0, ...weeks.map(({ cents }) => cents)))
  const shareTicks = chartTicks(Math.max(0, ...weeks.map(({ share }) => share)))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...weeks]} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="#edf0f2" />
        <XAxis
          dataKey="week"
          tick={tick}
          axisLine={false}
          tickLine={false}
          minTickGap={24}
          interval="equidistantPreserveStart"
          tickFormatter={weekWords}
        />
        <YAxis
          yAxisId="cents"
          tick={tick}
          axisLine={false}
          tickLine={false}
          width={72}
          ticks={moneyTicks}
          domain={[0, moneyTicks.at(-1) ?? 0]}
          tickFormatter={(cents: number) => formatMoneyShort(cents, currency)}
        />
        <YAxis
          yAxisId="share"
          orientation="right"
          tick={tick}
          axisLine={false}
          tickLine={false}
          width={44}
          ticks={shareTicks}
          domain={[0, shareTicks.at(-1) ?? 0]}
          tickFormatter={formatShare}
        />
        <Tooltip
          content={({ payload }) => <Hint week={payload[0]?.payload as PaidWeek | undefined} currency={currency} />}
          isAnimationActive={false}
          cursor={{ fill: '#f3f6f8' }}
        />
        <Bar yAxisId="cents" dataKey="cents" fill="var(--success-fill)" radius={3} maxBarSize={56} isAnimationActive={false}>
          {!isPhone && weeks.length <= labelledMax && (
            <LabelList
              dataKey="cents"
              position="insideBottom"
              formatter={(cents) => (Number(cents) === 0 ? '' : formatMoneyShort(Number(cents), currency))}
              style={{ fill: '#0f1a24', fontSize: 11, fontWeight: 600 }}
            />
          )}
        </Bar>
        <Line
          yAxisId="share"
          dataKey="share"
          type="monotone"
          stroke="var(--primary-fill)"
          strokeWidth={2}
          dot={{ r: 3, fill: 'var(--primary-fill)' }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function Hint({ week, currency }: { week: PaidWeek | undefined; currency: string }) {
  const t = useText()
  if (week === undefined) return null
  return (
    <ChartHint>
      <span>{t('batches.results.charts.weekOf', { day: weekWords(week.week) })}</span>
      <strong className="numbers">{formatMoney(week.cents, currency)}</strong>
      <span>
        {t('batches.results.charts.total')}: {formatMoney(week.totalCents, currency)} · {formatShareExactly(week.share)}
      </span>
    </ChartHint>
  )
}

const weekWords = (week: string) => dateFormat('week of chart', { day: 'numeric', month: 'short' }).format(new Date(`${week}T12:00:00Z`))
