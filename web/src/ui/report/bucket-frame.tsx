import type { ReactNode } from 'react'
import { BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

const tick = { fill: '#55606b', fontSize: 12 }
export const shareTicks = [0, 0.25, 0.5, 0.75, 1]

type BucketFrameProps<Bucket> = {
  buckets: readonly Bucket[]
  ticks: readonly number[]
  /** A value of the axis in words. */
  text: (value: number) => string
  hint: (bucket: Bucket | undefined) => ReactNode
  children: ReactNode
}

/** The axes of a chart with bars for each bucket, and what stands beside the one that is pointed at; the arrow keys walk over them. */
export function BucketFrame<Bucket extends { name: string }>({ buckets, ticks, text, hint, children }: BucketFrameProps<Bucket>) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...buckets]} margin={{ top: 12, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="#edf0f2" />
        <XAxis dataKey="name" tick={tick} axisLine={false} tickLine={false} minTickGap={24} interval="equidistantPreserveStart" />
        <YAxis
          {...{ tick, axisLine: false, tickLine: false, width: 56, ticks: [...ticks], domain: [0, ticks.at(-1) ?? 0] }}
          tickFormatter={(value: number) => text(value)}
        />
        <Tooltip
          cursor={{ fill: '#f3f6f8' }}
          content={({ payload }) => hint(payload[0]?.payload as Bucket | undefined)}
          isAnimationActive={false}
        />
        {children}
      </BarChart>
    </ResponsiveContainer>
  )
}
