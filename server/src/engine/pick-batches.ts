import type { OpenBatch } from '../modules/cases/open-batches.ts'
import type { OpeningRules } from '../modules/contact-permission/time-window.ts'
import { closedWhole } from '../modules/contact-permission/whole-hours.ts'

/**
 * Batches whose script may work now, by law and by its windows, on any channel. The others sleep whole: none of their cases is looked at.
 * Demos of staff reach nobody else, so no hour holds them.
 */
export function pickBatches(batches: readonly OpenBatch[], now: Date): OpenBatch[] {
  return batches.filter(({ isDemo, opening }) => isDemo || closedWhole(opening, now) === null)
}

/** From when on a script is looked at: now, or when the first of its channels opens; null when none ever does. */
export function nextOpening(opening: OpeningRules, now: Date): Date | null {
  const closed = closedWhole(opening, now)
  return closed === null ? now : closed.nextAt
}
