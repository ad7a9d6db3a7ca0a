import type { Channel } from '@regie/contract/time-windows.ts'
import type { OpenBatch } from '../modules/cases/open-batches.ts'
import { openingOf } from '../modules/contact-permission/time-window.ts'

const ways: readonly Channel[] = ['mail', 'sms', 'call']

/** Batches whose script may work now, by law and by its windows, on any channel. The others sleep whole: none of their cases is looked at. */
export function pickBatches(batches: readonly OpenBatch[], now: Date): OpenBatch[] {
  return batches.filter(({ opening }) => ways.some((channel) => openingOf(opening, channel, now).open))
}
