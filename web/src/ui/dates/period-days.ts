import { daysAfter } from '../../locales/read-day.ts'

/** Both days are within it, as yyyy-MM-dd; '' is no limit at that side. */
export type Period = { from: string; until: string }

export const periodNames = ['today', 'thisWeek', 'lastMonth'] as const

/** The period of that name, seen from today; a week begins on Monday. */
export function periodOf(name: (typeof periodNames)[number], today: string): Period {
  if (name === 'today') return { from: today, until: today }
  if (name === 'thisWeek') {
    const monday = daysAfter(today, -((new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7))
    return { from: monday, until: daysAfter(monday, 6) }
  }
  const last = daysAfter(`${today.slice(0, 7)}-01`, -1)
  return { from: `${last.slice(0, 7)}-01`, until: last }
}
