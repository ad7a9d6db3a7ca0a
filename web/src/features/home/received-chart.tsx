import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { dateFormat, formatMoney, formatMoneyShort, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChartHint } from '../../ui/chart-hint.tsx'
import { chartTicks } from '../../ui/chart-ticks.ts'
import type { ReceivedDay } from './received-days.ts'

const tick = { fill: '#55606b', fontSize: 12 }

/** What came in by day as an area; arrow keys walk over the days. */
export function ReceivedChart({ days, currency }: { days: readonly ReceivedDay[]; currency: string }) {
  const ticks = chartTicks(Math.max(0, ...days.map(({ cents }) => cents)))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={[...days]} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="#edf0f2" />
        <XAxis
          dataKey="day"
          tick={tick}
          axisLine={false}
          tickLine={false}
          minTickGap={48}
          interval="equidistantPreserveStart"
          tickFormatter={shortDay}
        />
        <YAxis
          tick={tick}
          axisLine={false}
          tickLine={false}
          width={72}
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 0]}
          tickFormatter={(cents: number) => formatMoneyShort(cents, currency)}
        />
        <Tooltip content={({ payload }) => <Hint day={payload[0]?.payload as ReceivedDay | undefined} />} isAnimationActive={false} />
        <Area
          dataKey="cents"
          type="linear"
          stroke="var(--primary-fill)"
          strokeWidth={2}
          fill="var(--primary-soft)"
          fillOpacity={1}
          isAnimationActive={false}
          activeDot={{ r: 4 }}
        />
      </AreaChart>
    </ResponsiveContainer>
  )
}

function Hint({ day }: { day: ReceivedDay | undefined }) {
  const t = useText()
  if (day === undefined) return null
  return (
    <ChartHint>
      <span>{longDay(day.day)}</span>
      <strong className="numbers">{formatMoney(day.cents, day.currency)}</strong>
      <span>{t('home.chart.payments', { count: day.receipts, shown: formatNumber(day.receipts) })}</span>
    </ChartHint>
  )
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const shortDay = (day: string) => dateFormat('chart day', { day: 'numeric', month: 'short' }).format(noon(day))
const longDay = (day: string) => dateFormat('chart weekday', { weekday: 'long', day: 'numeric', month: 'long' }).format(noon(day))
