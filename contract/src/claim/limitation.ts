import { addDays } from '../holidays.ts'

/**
 * What a claim rests on, as far as limitation asks: a contract (art. 3:307 BW), payments that come back each year or sooner, such as rent (art. 3:308 BW),
 * the price of a consumer sale (art. 7:28 BW), or a judgment (art. 3:324 BW).
 */
export const claimKinds = ['overeenkomst', 'periodiek', 'consumentenkoop', 'vonnis'] as const
export type ClaimKind = (typeof claimKinds)[number]

/** After how many years a claim of each kind is time-barred. The database has the same ones (server/sql/barred-on.sql), and a test compares the two. */
export const limitationYears: Readonly<Record<ClaimKind, number>> = { overeenkomst: 5, periodiek: 5, consumentenkoop: 2, vonnis: 20 }
/** The new period after an interruption is as long as the first one, but at most this (art. 3:319 paragraph 2 BW). */
const restartedYearsMax = 5

/** The fields of a case that decide it. */
export const limitationFields = { kind: 'soort_vordering', dueOn: 'vervaldatum', judgmentOn: 'vonnisdatum' } as const
type Fields = Readonly<Record<string, string | undefined>>

/** What one interruption did: the day on which the claim is time-barred since; `late` ones came after that and changed nothing. */
type InterruptionEffect = { on: string; barredOn: string; isLate: boolean }

export type Limitation =
  | { isKnown: false; kind: ClaimKind | null; missing: keyof typeof limitationFields }
  | {
      isKnown: true
      kind: ClaimKind
      /** The day from which it is counted: the due day, or the day of the judgment. */
      countedFrom: string
      /** The first day on which the claim would be time-barred without any interruption. Days are yyyy-MM-dd. */
      barredAtFirstOn: string
      /** The first day on which it is time-barred. */
      barredOn: string
      interruptions: InterruptionEffect[]
    }

/**
 * When a claim is time-barred. The period begins at the start of the day after the due day, or after the judgment, and ends so many years later; that it
 * ends on a Sunday or holiday makes no difference (art. 4 Algemene termijnenwet). An interruption (art. 3:316 to 3:318 BW) on a day before the end starts
 * another period on the day after it, as long as the first but at most five years, and never ends the limitation earlier than it would have been without
 * (art. 3:319 BW). A kind or day that is not known is named, never guessed.
 */
export function limitationOf(fields: Fields, interruptedOn: readonly string[]): Limitation {
  const kind = claimKinds.find((known) => known === fields[limitationFields.kind]) ?? null
  if (kind === null) return { isKnown: false, kind, missing: 'kind' }
  const missing = kind === 'vonnis' ? 'judgmentOn' : 'dueOn'
  const countedFrom = dayIn(fields[limitationFields[missing]])
  if (countedFrom === null) return { isKnown: false, kind, missing }
  const years = limitationYears[kind]
  const barredAtFirstOn = yearsAfter(dayAfter(countedFrom), years)
  let barredOn = barredAtFirstOn
  const interruptions = interruptedOn.toSorted().map((on) => {
    const isLate = on >= barredOn
    if (!isLate) barredOn = lastOf(barredOn, yearsAfter(dayAfter(on), Math.min(years, restartedYearsMax)))
    return { on, barredOn, isLate }
  })
  return { isKnown: true, kind, countedFrom, barredAtFirstOn, barredOn, interruptions }
}

/** The last day on which something can still be done against it. */
export const dayBefore = (day: string) => addDays(day, -1)

const lastOf = (one: string, other: string) => (one > other ? one : other)
const dayAfter = (day: string) => addDays(day, 1)

/** The same day so many years later; of a 29th of February that is not there, the 1st of March: the years are full at its beginning. */
function yearsAfter(day: string, years: number): string {
  const date = new Date(day)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}

// Days are kept as the import normalised them; what is none, or stands on no calendar, is not known.
function dayIn(value: string | undefined): string | null {
  if (value === undefined || !/^(19|20)\d{2}-\d{2}-\d{2}$/.test(value)) return null
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : null
}
