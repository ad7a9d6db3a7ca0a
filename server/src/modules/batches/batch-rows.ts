import type { BatchRow } from '@regie/contract/batches.ts'
import { type BatchData, type BatchesAnswer, batchDataOf, type ScriptRules } from './batch-data.ts'
import { standstillAt } from './standstill.ts'

/** Rows of the contract, with progress and the reason for standing still at this moment; their money comes from withMoney(). */
export function batchRowsOf({ rules, batches }: BatchesAnswer, now: Date): BatchRow[] {
  const standstillOf = standstillAt(now)
  const ruleOf = new Map(rules.map((rule) => [rule.scriptID, rule]))
  return batches.map((values) => {
    const batch = batchDataOf(values)
    const rule = ruleOf.get(batch.scriptID)
    if (!rule) throw new Error(`batch ${batch.batchID} has no script`)
    return rowOf(batch, rule, standstillOf(batch, rule))
  })
}

function rowOf(
  { nextDueAt: _due, providerOff: _off, switches, switched, locked, ...batch }: BatchData,
  rule: ScriptRules,
  standstill: BatchRow['standstill'],
): BatchRow {
  const { total, closed, busy } = batch.counts
  const switchOf = (on: boolean | undefined, set: { at: string; by: string } | undefined) => ({
    on: on ?? true,
    at: set?.at ?? null,
    by: set?.by ?? null,
  })
  return {
    ...batch,
    money: [],
    scriptName: rule.scriptName,
    progress: total === 0 ? 0 : Math.floor((closed / total) * 100),
    importedAt: isoOf(batch.importedAt),
    pausedUntil: isoOf(batch.pausedUntil),
    pausedForever: batch.status === 'paused' && batch.pausedUntil === null,
    lines: { current: busy, max: Math.min(batch.ownLines ?? rule.maxLines, rule.maxLines), transfer: rule.maxTransfers },
    numberRecognition: switchOf(switches[0], switched.numberRecognition),
    dialerOn: switchOf(switches[1], switched.dialerOn),
    redialOn: switchOf(switches[2], switched.redialOn),
    locked: locked && { ...locked, at: new Date(locked.at).toISOString() },
    standstill,
  }
}

const isoOf = (instant: string | null) => instant && new Date(instant).toISOString()
