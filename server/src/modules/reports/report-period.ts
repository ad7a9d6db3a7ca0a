import { type Granularity, granularityDaysMax } from '@regie/contract/granularity.ts'
import { reportDaysMax } from '@regie/contract/payment-report.ts'
import { AppError } from '../../platform/app-error.ts'
import { addDays, fromLocalTime, toLocalTime, weekdayOfDate } from '../contact-permission/local-time.ts'

/** The first and the last day of a report, both within it. */
export type Days = { from: string; to: string }

const usualDays = 7
const quarterMs = 15 * 60_000
const stepMs = { quarter: quarterMs, hour: 4 * quarterMs }

/** The days of a report: those asked for, else the last seven, today included. Throws where they are reversed or too many. */
export function daysAsked({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Days {
  const last = to ?? toLocalTime(now).date
  const first = from ?? addDays(last, 1 - usualDays)
  // Outside these years a day has no date that a database knows.
  if (first < '2000' || last >= '2999') throw new AppError('error.invalid', { field: last >= '2999' ? 'to' : 'from' })
  if (first > last) throw new AppError('report.periodReversed', { field: 'from' })
  if (first < addDays(last, 1 - reportDaysMax))
    throw new AppError('report.periodTooLong', { field: 'from', params: { count: reportDaysMax } })
  return { from: first, to: last }
}

/** As many days, right before these. */
export function daysBefore({ from, to }: Days): Days {
  const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return { from: addDays(from, -count), to: addDays(from, -1) }
}

/** The moments between which these days lie; the last one is no part of them. */
export function momentsOf({ from, to }: Days): { from: Date; until: Date } {
  return { from: fromLocalTime(from, 0), until: fromLocalTime(addDays(to, 1), 0) }
}

/** How fine a period is drawn where nobody says so: a day by the quarter, a month by the day. */
export function usualGranularity({ from, to }: Days): Granularity {
  if (from === to) return 'quarter'
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 < 62 ? 'day' : 'week'
}

/**
 * When each bucket begins. Quarters and hours follow each other in true time, so that a day of the clock change has 23 or 25 hours; days, weeks and months
 * are those of the Dutch calendar. The first begins with the period. Throws where there would be more than one can read.
 */
export function bucketStarts(days: Days, granularity: Granularity): Date[] {
  const most = granularityDaysMax[granularity]
  if (days.from < addDays(days.to, 1 - most))
    throw new AppError('report.granularityTooFine', { field: 'granularity', params: { count: most } })
  const { from, until } = momentsOf(days)
  if (granularity === 'quarter' || granularity === 'hour') {
    const step = stepMs[granularity]
    const count = (until.getTime() - from.getTime()) / step
    return Array.from({ length: count }, (_, at) => new Date(from.getTime() + at * step))
  }
  const starts: Date[] = []
  for (let day = days.from; day <= days.to; day = nextOf(day, granularity)) starts.push(fromLocalTime(day, 0))
  return starts
}

/** The first day of the next day, week or month. */
export function nextOf(day: string, granularity: 'day' | 'week' | 'month'): string {
  if (granularity === 'day') return addDays(day, 1)
  if (granularity === 'week') return addDays(day, 8 - weekdayOfDate(day))
  // Four days after the 28th another month has begun.
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
}
