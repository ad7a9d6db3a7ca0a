import type { BatchRow } from '@regie/contract/batches.ts'
import { closedOnAllChannels } from '../contact-permission/whole-hours.ts'
import { readOpening } from '../hours/opening-json.ts'
import type { BatchData, ScriptRules } from './batch-data.ts'

type Standstill = BatchRow['standstill']
type Facts = Pick<BatchData, 'status' | 'pausedUntil' | 'nextDueAt' | 'providerOff' | 'counts'>

/** Answers for many batches why nothing happens now; hours are looked up once per script. */
export function standstillAt(now: Date): (facts: Facts, rules: ScriptRules) => Standstill {
  const hours = new Map<number, Standstill>()
  return (facts, rules) => {
    const { status } = facts
    const { scriptID } = rules
    if (status === 'preparing' || status === 'closed') return { reason: status, at: null }
    if (status === 'paused') return { reason: 'paused', at: isoOf(facts.pausedUntil) }
    if (!rules.active) return { reason: 'scriptInactive', at: null }
    // Where every case is closed, no hour brings anything any more.
    if (facts.counts.total > 0 && facts.counts.closed === facts.counts.total) return { reason: 'nothingDue', at: null }
    if (!hours.has(scriptID)) hours.set(scriptID, closedHours(rules, now))
    const closed = hours.get(scriptID) ?? null
    return closed && isStopped(facts, closed) ? closed : nothingDue(facts, now)
  }
}

/** Closed for every channel: by law, or by the script's own windows. */
function closedHours({ opening }: ScriptRules, now: Date): Standstill {
  const closed = closedOnAllChannels(readOpening(opening), now)
  return closed && { reason: closed.reason.startsWith('law') ? 'lawForbids' : 'outsideWindow', at: closed.nextAt?.toISOString() ?? null }
}

/** Do the hours keep something back? What is due only after they open again waits for its own moment, as the funnel says too. */
function isStopped({ nextDueAt }: Facts, { at }: NonNullable<Standstill>): boolean {
  return nextDueAt !== null && (at === null || new Date(nextDueAt) < new Date(at))
}

function nothingDue({ nextDueAt, providerOff, counts }: Facts, now: Date): Standstill {
  if (counts.busy > 0 || (nextDueAt !== null && new Date(nextDueAt) <= now)) return null
  // It is looked at again now and then; only somebody who switches the provider on ends it.
  if (providerOff) return { reason: 'providerOff', at: null }
  return { reason: 'nothingDue', at: isoOf(nextDueAt) }
}

const isoOf = (instant: string | null) => instant && new Date(instant).toISOString()
