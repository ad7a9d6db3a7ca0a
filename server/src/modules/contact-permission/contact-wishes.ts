import type { Channel } from '@regie/contract/channels.ts'
import { addDays, fromLocalTime, toLocalTime } from './local-time.ts'
import { readClock } from './read-clock.ts'

/** The fields of a case on which its contact rules rest (product.md §5.6). */
export const ruleFieldKeys = [
  'contactvoorkeur',
  'niet_bellen_voor',
  'niet_bellen_na',
  'debiteurtype',
  'rechtsvorm',
  'vordering_overgenomen',
] as const
export type RuleFields = Readonly<Partial<Record<(typeof ruleFieldKeys)[number], string | null>>>

/** What a person asked for. Minutes count from local midnight; calls are fine from `from` until just before `until`. */
export type ContactWishes = {
  prefers: Channel | 'post' | null
  calls: { from: number; until: number } | 'unclear'
}

const minutesOfDay = 24 * 60
const channelOf: Readonly<Record<string, Channel | 'post'>> = {
  telefoon: 'call',
  email: 'email',
  sms: 'sms',
  whatsapp: 'whatsapp',
  post: 'post',
}

export const noWishes: ContactWishes = { prefers: null, calls: { from: 0, until: minutesOfDay } }

/** The wishes in the fields of a case. Hours that cannot be read are unclear: nobody calls until somebody looked at them. */
export function wishesOf({ contactvoorkeur, niet_bellen_voor, niet_bellen_na }: RuleFields): ContactWishes {
  const from = clockOf(niet_bellen_voor, 0)
  const until = clockOf(niet_bellen_na, minutesOfDay)
  return {
    prefers: channelOf[contactvoorkeur?.trim().toLowerCase() ?? ''] ?? null,
    // Not after midnight is not a limit.
    calls: from === null || until === null ? 'unclear' : { from, until: until === 0 ? minutesOfDay : until },
  }
}

function clockOf(text: string | null | undefined, whenEmpty: number): number | null {
  return text === null || text === undefined || text.trim() === '' ? whenEmpty : readClock(text)
}

/** Until when this person asked not to be called: null when they may be called now, a moment of null when time alone will not allow it. */
export function callWishRefusal({ calls }: ContactWishes, at: Date): { until: Date | null } | null {
  if (calls === 'unclear' || calls.from >= calls.until) return { until: null }
  const { date, minute } = toLocalTime(at)
  if (minute < calls.from) return { until: fromLocalTime(date, calls.from) }
  return minute < calls.until ? null : { until: fromLocalTime(addDays(date, 1), calls.from) }
}
