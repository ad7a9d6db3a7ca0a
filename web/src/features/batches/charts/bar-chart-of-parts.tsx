import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../../../locales/format.ts'
import type { Tone } from '../../../theme/colours.ts'

type NamedPart = { key: string; label: string; value: number; tone: Tone }

type BarChartOfPartsProps = { parts: readonly NamedPart[] }

/** Lying bars with their numbers at the end: names stay readable in every language. */
export function BarChartOfParts({ parts }: BarChartOfPartsProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...parts]} layout="vertical" margin={{ top: 0, right: 64, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis type="category" dataKey="label" width={132} axisLine={false} tickLine={false} tick={{ fill: '#0f1a24', fontSize: 12 }} />
        <Bar dataKey="value" barSize={14} radius={3} minPointSize={1} isAnimationActive={false} background={{ fill: '#f3f6f8', radius: 3 }}>
          {parts.map((part) => (
            <Cell key={part.key} fill={`var(--${part.tone}-fill)`} />
          ))}
          <LabelList
            dataKey="value"
            position="right"
            formatter={(value) => formatNumber(Number(value))}
            style={{ fill: '#0f1a24', fontSize: 12, fontWeight: 600 }}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
