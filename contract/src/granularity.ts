import * as z from 'zod/mini'

/** How long a bucket of a report is; days and longer are those of the Dutch calendar, weeks begin on Monday. */
export const granularities = ['quarter', 'hour', 'day', 'week', 'month'] as const
export const Granularity = z.enum(granularities)
export type Granularity = z.infer<typeof Granularity>
