import { addDays, isHoliday } from '../holidays.ts'

/** How the free reminder left by which a consumer comes to owe collection costs: on which day (yyyy-MM-dd), by post or by e-mail. */
export type SentNotice = { on: string; by: 'letter' | 'email' }

export type NoticeTerm = {
  /** The day on which it is taken to be there. */
  deliveredOn: string
  /** The first and the last day on which it may be paid without costs. */
  from: string
  until: string
  /** The first day on which costs are owed. */
  costsFrom: string
}

const termDays = 14

/**
 * The fourteen days of art. 6:96 paragraph 6 BW begin on the day after the reminder is there (HR 25-11-2016, ECLI:NL:HR:2016:2704). A letter is taken to be
 * there on the second day after it was sent, Sundays, Mondays and holidays not counted: no post is brought then. A mail is there the same day.
 */
export function noticeTerm({ on, by }: SentNotice): NoticeTerm {
  const deliveredOn = by === 'email' ? on : afterPostDays(on, 2)
  return {
    deliveredOn,
    from: addDays(deliveredOn, 1),
    until: addDays(deliveredOn, termDays),
    costsFrom: addDays(deliveredOn, termDays + 1),
  }
}

function afterPostDays(day: string, count: number): string {
  const next = addDays(day, 1)
  const left = hasNoPost(next) ? count : count - 1
  return left === 0 ? next : afterPostDays(next, left)
}

const hasNoPost = (day: string) => new Date(day).getUTCDay() <= 1 || isHoliday(day)
