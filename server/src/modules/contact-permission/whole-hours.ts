import { sendChannels } from '../../gateways/gateways.ts'
import { type ClosedReason, type OpeningRules, openingOf } from './time-window.ts'

export type ClosedOnAllChannels = { reason: ClosedReason; nextAt: Date | null }

/** Null while any channel of the script is open; else why the whole of it is closed, and when the first opens. Engines look at no case meanwhile. */
export function closedOnAllChannels(opening: OpeningRules, now: Date): ClosedOnAllChannels | null {
  let first: ClosedOnAllChannels | null = null
  for (const channel of sendChannels) {
    const its = openingOf(opening, channel, now)
    if (its.open) return null
    if (first === null || isSooner(its.nextAt, first.nextAt)) first = its
  }
  return first
}

function isSooner(moment: Date | null, than: Date | null): boolean {
  return moment !== null && (than === null || moment < than)
}
