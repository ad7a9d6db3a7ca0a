import * as z from 'zod/mini'

/** How long a bucket of a report is; days and longer are those of the Dutch calendar, weeks begin on Monday. */
export const granularities = ['quarter', 'hour', 'day', 'week', 'month'] as const
export const Granularity = z.enum(granularities)
export type Granularity = z.infer<typeof Granularity>

/** The longest period that a granularity is drawn for, in days: more buckets nobody can read. */
export const granularityDaysMax: Record<Granularity, number> = { quarter: 31, hour: 93, day: 366, week: 366, month: 366 }
