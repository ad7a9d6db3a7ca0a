import type { BatchCounts } from '@regie/contract/batches.ts'
import type { Tone } from '../../../theme/colours.ts'

export type ChartPart = { key: string; value: number; tone: Tone }

/** Where the cases stand; the parts add up to the total. */
export function caseStates({ open, busy, paused, paid, closed }: BatchCounts): ChartPart[] {
  return [
    { key: 'waiting', value: Math.max(0, open - busy), tone: 'info' },
    { key: 'busy', value: busy, tone: 'accent' },
    { key: 'paused', value: paused, tone: 'warning' },
    { key: 'paid', value: paid, tone: 'success' },
    { key: 'closedOtherwise', value: Math.max(0, closed - paid), tone: 'neutral' },
  ]
}

/** How calls were answered. Who was put through to somebody is a human too, and counted once. */
export function callAnswers({ human, voicemail, other, transfers, notCalled }: BatchCounts): ChartPart[] {
  return [
    { key: 'human', value: Math.max(0, human - transfers), tone: 'success' },
    { key: 'voicemail', value: voicemail, tone: 'info' },
    { key: 'other', value: other, tone: 'neutral' },
    { key: 'transfers', value: transfers, tone: 'primary' },
    { key: 'notCalled', value: notCalled, tone: 'neutral' },
  ]
}
