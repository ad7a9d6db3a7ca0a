import { expect, test } from 'vitest'
import { formatDay } from './format.ts'

const now = new Date('2026-03-30T09:00:00Z')

// The clock goes forward between these days: yesterday is a day of 23 hours.
test.each([
  ['2026-03-30T06:00:00Z', 'Vandaag'],
  ['2026-03-28T23:30:00Z', 'Gisteren'],
  ['2026-03-28T10:00:00Z', 'Zaterdag 28 maart'],
  ['2025-12-31T12:00:00Z', 'Woensdag 31 december 2025'],
])('%s is headed %s', (at, heading) => expect(formatDay(at, now)).toBe(heading))
