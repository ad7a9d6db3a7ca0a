/** Days of the week as people say them: ma–vr for days in a row, or ma, wo, vr; `nameOf` has the language. */
export function weekdaysText(weekdays: readonly number[], nameOf: (weekday: number) => string): string {
  const days = weekdays.toSorted((a, b) => a - b)
  const [first = 0] = days
  const isRow = days.length > 2 && days.every((weekday, at) => weekday === first + at)
  return isRow ? `${nameOf(first)}–${nameOf(days.at(-1) ?? first)}` : days.map(nameOf).join(', ')
}
