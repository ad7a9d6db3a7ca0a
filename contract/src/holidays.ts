type HolidaySource = 'wet' | 'gelijkgesteld'
export type Holiday = { date: string; key: string; source: HolidaySource }

// Days put on a par by royal decree (Algemene termijnenwet art. 3 paragraph 3); decided for 2026-2028.
const decreed: Record<number, string[]> = { 2026: ['2026-01-02', '2026-05-15'], 2027: ['2027-05-07'], 2028: ['2028-04-28', '2028-05-26'] }

/** Generally recognised holidays of a year by Algemene termijnenwet art. 3 (product.md §3.2), in order of date; Good Friday and the decreed days count too. */
export function dutchHolidays(year: number): readonly Holiday[] {
  const known = holidaysOfYear.get(year)
  if (known) return known
  const easter = easterSunday(year)
  const kingsDay = isSunday(`${year}-04-27`) ? `${year}-04-26` : `${year}-04-27`
  const byLaw: [string, string][] = [
    [`${year}-01-01`, 'newYear'],
    [addDays(easter, -2), 'goodFriday'],
    [addDays(easter, 1), 'easterMonday'],
    [kingsDay, 'kingsDay'],
    [`${year}-05-05`, 'liberationDay'],
    [addDays(easter, 39), 'ascensionDay'],
    [addDays(easter, 50), 'whitMonday'],
    [`${year}-12-25`, 'christmasDay'],
    [`${year}-12-26`, 'boxingDay'],
  ]
  const holidays = [
    ...byLaw.map(([date, key]) => ({ date, key, source: 'wet' as const })),
    ...(decreed[year] ?? []).map((date) => ({ date, key: 'decreed', source: 'gelijkgesteld' as const })),
  ].toSorted((a, b) => a.date.localeCompare(b.date))
  holidaysOfYear.set(year, holidays)
  return holidays
}
const holidaysOfYear = new Map<number, readonly Holiday[]>()

/** Is this yyyy-MM-dd date a holiday on which nobody may be approached? */
export function isHoliday(date: string): boolean {
  return dutchHolidays(Number(date.slice(0, 4))).some((holiday) => holiday.date === date)
}

/** So many days after a day, both as yyyy-MM-dd. */
export const addDays = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
const isSunday = (date: string) => new Date(date).getUTCDay() === 0

/** Easter Sunday by the rule of Gauss in its Gregorian form (Meeus, Jones, Butcher). */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return `${year}-${String(Math.floor(f / 31)).padStart(2, '0')}-${String((f % 31) + 1).padStart(2, '0')}`
}
