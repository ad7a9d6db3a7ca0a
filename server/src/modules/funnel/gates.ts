import type { WhyPlace } from '@regie/contract/why.ts'
import { openingOf } from '../contact-permission/time-window.ts'
import { type ClosedOnAllChannels, closedOnAllChannels } from '../contact-permission/whole-hours.ts'
import type { Funnel, FunnelBatch } from './funnel-batches.ts'

/** What stops the cases of a batch by itself, whatever they are: null where nothing does. */
export type Gates = {
  batchId: number
  /** Stops every open case. */
  whole: 'batchPreparing' | 'batchClosed' | 'batchPaused' | 'scriptInactive' | null
  /** Stops cases whose step is due. */
  due: ClosedPlace | null
  /** Stops calls that are ready to be made: by the hours, or for want of a line or an agent. */
  callHours: ClosedPlace | null
  calls: Extract<WhyPlace, 'dialerOff' | 'linesFull' | 'noAgent'> | null
}
type ClosedPlace = Extract<WhyPlace, 'outsideWindow' | 'lawForbids'>

const placeOfClosed = (closed: { reason: ClosedOnAllChannels['reason'] } | null): ClosedPlace | null =>
  closed && (closed.reason.startsWith('law') ? 'lawForbids' : 'outsideWindow')

/** The gates of each batch, and when those of the hours open again. */
export function gatesOf({ script, batches }: Funnel, now: Date): { gates: Gates[]; hoursAt: Date | null; callsAt: Date | null } {
  const hours = closedOnAllChannels(script.opening, now)
  const calls = openingOf(script.opening, 'call', now)
  const closedForCalls = calls.open ? null : calls
  return {
    gates: batches.map((batch) => ({
      batchId: batch.batchId,
      whole: wholeGate(batch, script.works),
      due: batch.isDemo ? null : placeOfClosed(hours),
      callHours: batch.isDemo ? null : placeOfClosed(closedForCalls),
      calls: callGate(batch, script),
    })),
    hoursAt: hours?.nextAt ?? null,
    callsAt: closedForCalls?.nextAt ?? null,
  }
}

function wholeGate({ status, works }: FunnelBatch, scriptWorks: boolean): Gates['whole'] {
  if (status === 'preparing') return 'batchPreparing'
  if (status === 'closed') return 'batchClosed'
  if (status === 'paused' || !works) return 'batchPaused'
  return scriptWorks ? null : 'scriptInactive'
}

function callGate({ dialerOn, ownLines, linesUsed }: FunnelBatch, script: Funnel['script']): Gates['calls'] {
  if (!dialerOn) return 'dialerOff'
  if (script.linesUsed >= script.maxLines || (ownLines !== null && linesUsed >= ownLines)) return 'linesFull'
  return script.mayBegin !== null && script.mayBegin <= 0 ? 'noAgent' : null
}
