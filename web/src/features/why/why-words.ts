import type { WhyLine, WhyPlace } from '@regie/contract/why.ts'
import { type AppPath, paths } from '../../paths.ts'
import { reasonText } from '../../locales/event-words.ts'
import type { useText } from '../../locales/i18n.tsx'
import type { Tone } from '../../theme/colours.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { WhyScope } from './why-data.ts'

type Look = { icon: IconName; tone: Tone }

const looks: Partial<Record<WhyPlace, Look>> = {
  closed: { icon: 'check', tone: 'neutral' },
  casePaused: { icon: 'pause', tone: 'warning' },
  batchPaused: { icon: 'pause', tone: 'warning' },
  scriptInactive: { icon: 'stop', tone: 'error' },
  unreachable: { icon: 'alert', tone: 'error' },
  held: { icon: 'ban', tone: 'warning' },
  inCall: { icon: 'phone', tone: 'accent' },
  claimed: { icon: 'play', tone: 'accent' },
  finished: { icon: 'alert', tone: 'error' },
  outsideWindow: { icon: 'clock', tone: 'warning' },
  lawForbids: { icon: 'shield', tone: 'warning' },
  dialerOff: { icon: 'stop', tone: 'error' },
  linesFull: { icon: 'phone', tone: 'warning' },
  noAgent: { icon: 'phone', tone: 'warning' },
  contactable: { icon: 'play', tone: 'success' },
}

/** How a place shows itself; what only waits its time is plain. */
export function lookOf(place: WhyPlace): Look {
  return looks[place] ?? { icon: 'hourglass', tone: 'info' }
}

/** The place as a phrase, with the reason of what is held, and whose call that is. */
export function placeWords(
  t: ReturnType<typeof useText>,
  { place, reason }: Pick<WhyLine, 'place' | 'reason'>,
  by: string | null = null,
): string {
  if ((place !== 'held' && place !== 'unreachable') || reason === null) return t(`why.places.${place}`)
  return t(place === 'held' ? 'why.heldFor' : 'why.unreachableFor', { reason: reasonText(reason, by) })
}

/** The address at which the cases of a line stand in a list. */
export function addressOfLine(scope: WhyScope, { place, reason }: Pick<WhyLine, 'place' | 'reason'>): AppPath {
  const search = { tab: 'why', place, reason } as const
  return 'batchID' in scope ? paths.batch(scope.batchID, search) : paths.script(scope.scriptID, search)
}
