import type { Channel } from '@regie/contract/time-windows.ts'
import type { OpenBatch } from '../modules/cases/open-batches.ts'
import { type OpeningRules, openingOf } from '../modules/contact-permission/time-window.ts'

const ways: readonly Channel[] = ['mail', 'sms', 'call']

/**
 * Batches whose script may work now, by law and by its windows, on any channel. The others sleep whole: none of their cases is looked at.
 * Demos of staff reach nobody else, so no hour holds them.
 */
export function pickBatches(batches: readonly OpenBatch[], now: Date): OpenBatch[] {
  return batches.filter(({ isDemo, opening }) => isDemo || ways.some((channel) => openingOf(opening, channel, now).open))
}

/** From when on a script is looked at: now, or when the first of its channels opens; null when none ever does. */
export function nextOpening(opening: OpeningRules, now: Date): Date | null {
  const openings = ways.map((channel) => openingOf(opening, channel, now))
  if (openings.some(({ open }) => open)) return now
  const moments = openings.flatMap((one) => (one.open || one.nextAt === null ? [] : [one.nextAt.getTime()]))
  return moments.length === 0 ? null : new Date(Math.min(...moments))
}
