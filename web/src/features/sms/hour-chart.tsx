import type { SmsBucket } from '@regie/contract/sms.ts'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { dateFormat, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChartHint } from '../../ui/chart-hint.tsx'

const tick = { fill: '#55606b', fontSize: 12 }
const clock = (at: string) =>
  at === '' ? '' : dateFormat('clock', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Amsterdam' }).format(new Date(at))

/** Twelve bars of five minutes: what has left below what is planned. */
export function HourChart({ buckets }: { buckets: readonly SmsBucket[] }) {
  const most = Math.max(4, ...buckets.map(({ sent, planned }) => sent + planned))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...buckets]} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="#edf0f2" />
        <XAxis dataKey="at" tick={tick} axisLine={false} tickLine={false} tickFormatter={clock} minTickGap={8} />
        <YAxis
          tick={tick}
          axisLine={false}
          tickLine={false}
          width={48}
          domain={[0, most]}
          allowDecimals={false}
          tickFormatter={formatNumber}
        />
        <Tooltip
          cursor={{ fill: '#f3f6f8' }}
          content={({ payload }) => <Hint bucket={payload[0]?.payload as SmsBucket | undefined} />}
          isAnimationActive={false}
        />
        <Bar dataKey="sent" stackId="sms" fill="var(--success-fill)" isAnimationActive={false} />
        <Bar dataKey="planned" stackId="sms" fill="var(--primary-fill)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

function Hint({ bucket }: { bucket: SmsBucket | undefined }) {
  const t = useText()
  if (bucket === undefined) return null
  return (
    <ChartHint>
      <span>{clock(bucket.at)}</span>
      <strong className="numbers">
        {t('sms.planned')}: {formatNumber(bucket.planned)}
      </strong>
      {bucket.sent > 0 && (
        <span>
          {t('sms.sent')}: {formatNumber(bucket.sent)}
        </span>
      )}
    </ChartHint>
  )
}
