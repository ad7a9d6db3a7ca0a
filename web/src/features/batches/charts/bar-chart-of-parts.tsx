import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../../../locales/format.ts'
import type { Tone } from '../../../theme/colours.ts'

type NamedPart = { key: string; label: string; value: number; tone: Tone }

type BarChartOfPartsProps = { parts: readonly NamedPart[]; format?: (value: number) => string; labelWidth?: number; most?: number }

/** Lying bars with their numbers at the end: names stay readable in every language. `most` is what a full bar means, if it is not the longest one. */
export function BarChartOfParts({ parts, format = formatNumber, labelWidth = 132, most }: BarChartOfPartsProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...parts]} layout="vertical" margin={{ top: 0, right: 64, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <XAxis type="number" hide domain={[0, most ?? 'dataMax']} />
        <YAxis
          type="category"
          dataKey="label"
          width={labelWidth}
          axisLine={false}
          tickLine={false}
          tick={{ fill: '#0f1a24', fontSize: 12 }}
        />
        <Bar dataKey="value" barSize={14} radius={3} minPointSize={1} isAnimationActive={false} background={{ fill: '#f3f6f8', radius: 3 }}>
          {parts.map((part) => (
            <Cell key={part.key} fill={`var(--${part.tone}-fill)`} />
          ))}
          <LabelList
            dataKey="value"
            position="right"
            formatter={(value) => format(Number(value))}
            style={{ fill: '#0f1a24', fontSize: 12, fontWeight: 600 }}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
