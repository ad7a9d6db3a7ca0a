import type { OpenBatch } from '../modules/case-runs/open-batches.ts'
import { closedOnAllChannels } from '../modules/contact-permission/whole-hours.ts'

/**
 * Batches whose script may work now, by law and by its windows, on any channel. The others sleep whole: none of their cases is looked at.
 * Demos of staff reach nobody else, so no hour holds them.
 */
export function pickBatches(batches: readonly OpenBatch[], now: Date): OpenBatch[] {
  return batches.filter(({ isDemo, opening }) => isDemo || closedOnAllChannels(opening, now) === null)
}
