// Made when first asked for: it takes 30 ms, which no screen should wait for that has no date-time field.
let parts: Intl.DateTimeFormat | undefined
const wanted: Intl.DateTimeFormatOptions = {
  timeZone: 'Europe/Amsterdam',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}

/** An instant as Dutch wall-clock time for a date-time field: 2027-03-28T03:30. */
export function toAmsterdamInput(instant: string | null): string {
  return instant === null ? '' : wallClock(new Date(instant)).slice(0, 16)
}

/** What was typed in a date-time field as an instant. An hour that the spring change skips moves an hour on; the repeated hour of autumn is the first of the two. */
export function fromAmsterdamInput(typed: string): string | null {
  const asUtc = new Date(`${typed}Z`).getTime()
  if (Number.isNaN(asUtc)) return null
  const before = asUtc - offsetAt(asUtc - 3 * 3_600_000)
  const after = asUtc - offsetAt(asUtc)
  const found = [before, after].find((at) => wallClock(new Date(at)).slice(0, 16) === typed.slice(0, 16)) ?? before
  return new Date(found).toISOString()
}

function offsetAt(time: number): number {
  return new Date(`${wallClock(new Date(time))}Z`).getTime() - Math.floor(time / 1000) * 1000
}

function wallClock(at: Date): string {
  parts ??= new Intl.DateTimeFormat('en-CA', wanted)
  const found = Object.fromEntries(parts.formatToParts(at).map((part) => [part.type, part.value]))
  return `${found.year}-${found.month}-${found.day}T${found.hour}:${found.minute}:${found.second}`
}
