import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { z95 } from './experiment-rules.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** So far back calls are counted, in days. */
export const hourDays = 180
/** Fewer calls than this at an hour say nothing of it: the interval is too wide. */
export const hourCallsMin = 30

/** A share with the interval in which the true one lies. */
export type Interval = { share: number; from: number; until: number }

/**
 * The share of calls that a person answered, with its Wilson interval of 95%, which unlike the usual one stays within 0 and 1 and holds for few calls too:
 * (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n). Null where there were no calls.
 */
export function wilsonInterval(answered: number, calls: number): Interval | null {
  if (calls <= 0) return null
  const share = answered / calls
  const square = z95 ** 2 / calls
  const middle = share + square / 2
  const wide = z95 * Math.sqrt((share * (1 - share)) / calls + square / (4 * calls))
  const [from, until] = [(middle - wide) / (1 + square), (middle + wide) / (1 + square)]
  return { share, from: Math.max(0, from), until: Math.min(1, until) }
}

/** How an hour compares with all hours together: its whole interval above or below their share, or across it; or too few calls to say so. */
type HourVerdict = 'better' | 'worse' | 'same' | 'tooFew'

const number = z.number()
/** Calls by us at an hour of a weekday, Dutch time, Monday is 1, and how many of them a person answered. */
const CalledHour = z.object({
  ...{ weekday: number, hour: number, calls: number, answered: number },
  /** The law leaves the customer the whole of this hour on an ordinary day; only then it is one to call at. */
  isLawful: z.boolean(),
})
export type CalledHour = z.infer<typeof CalledHour>
export type RatedHour = CalledHour & { interval: Interval; verdict: HourVerdict }

/** Each hour with how sure it is, those at which people are reached best first: by what their share is at least. */
export function rateHours(hours: readonly CalledHour[]): RatedHour[] {
  const sum = (of: (one: CalledHour) => number) => hours.reduce((total, one) => total + of(one), 0)
  const all = wilsonInterval(
    sum(({ answered }) => answered),
    sum(({ calls }) => calls),
  )
  return hours
    .flatMap((one) => {
      const interval = wilsonInterval(one.answered, one.calls)
      return interval === null || all === null ? [] : [{ ...one, interval, verdict: verdictOf(one, interval, all.share) }]
    })
    .toSorted((one, other) => other.interval.from - one.interval.from)
}

function verdictOf({ calls }: CalledHour, { from, until }: Interval, usual: number): HourVerdict {
  if (calls < hourCallsMin) return 'tooFew'
  if (from > usual) return 'better'
  return until < usual ? 'worse' : 'same'
}

/** At which hours people answer, from the customer's own calls; on the screen of what works. */
export const bestHoursApi = {
  hours: endpoint({
    method: 'GET',
    path: '/reports/hours',
    access: { right: Right.reportScripts },
    budget: 'analysis',
    summary:
      'Calls by us of the last 180 days by weekday and hour, Dutch time, and how many of them a person answered; what a technical fault ended is left out',
    query: z.object({ customerID: Id, scriptID: z.optional(Id) }),
    response: z.object({ from: z.iso.date(), to: z.iso.date(), hours: z.array(CalledHour) }),
  }),
}
