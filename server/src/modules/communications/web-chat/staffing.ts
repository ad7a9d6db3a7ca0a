import type { WebChatHours } from '@regie/contract/web-chat.ts'
import { complianceProfile } from '../../contact-permission/compliance-profile.ts'
import { minuteOf, openingOf } from '../../contact-permission/time-window.ts'

export type Staffing = { isStaffed: boolean; opensAt: string | null }

// Who writes in a chat comes to us: no law keeps an hour from them. On holidays nobody is there.
const profile = { ...complianceProfile.intern_demo, holidays: false }
const channel = 'email'

/** Does somebody answer the chat at this moment, and else from when? Null where nobody ever does. */
export function staffingOf(hours: readonly WebChatHours[], now: Date): Staffing {
  const windows = hours.map(({ weekdays, start, end }) => ({
    weekdays,
    start,
    end: minuteBefore(end),
    channels: [channel as typeof channel],
  }))
  const opening = openingOf({ profile, alwaysOpen: false, windows, extra: [], holidays: [] }, channel, now)
  return { isStaffed: opening.open, opensAt: opening.open ? null : (opening.nextAt?.toISOString() ?? null) }
}

function minuteBefore(clock: string): string {
  const last = minuteOf(clock) - 1
  return `${String(Math.floor(last / 60)).padStart(2, '0')}:${String(last % 60).padStart(2, '0')}`
}
