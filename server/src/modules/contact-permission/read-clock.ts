const shape = /^(\d{1,2})(?:[:.uh](\d{2})?)?(?::00)?\s*(?:uur|u|h)?$/i

/** Minutes from midnight of a time as people write it (9:00, 9.30, 09u30, 17 uur), or null when it is none. 24:00 is the end of the day. */
export function readClock(text: string): number | null {
  const [, hours, minutes = '0'] = shape.exec(text.trim()) ?? []
  if (hours === undefined) return null
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= 24 * 60 ? minute : null
}

/** The same as HH:mm. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
