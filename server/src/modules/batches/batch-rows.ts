import type { BatchRow } from '@regie/contract/batches.ts'
import type { BatchData } from './batch-data.ts'
import { standstillAt } from './standstill.ts'

/** Rows of the contract, with progress and the reason for standing still at this moment. */
export function batchRowsOf(batches: readonly BatchData[], now: Date): BatchRow[] {
  const standstillOf = standstillAt(now)
  return batches.map((batch) => {
    const { scriptActive: _active, alwaysOpen: _open, profile: _profile, windows: _windows, nextDueAt: _due, ...row } = batch
    const { total, closed } = row.counts
    return { ...row, progress: total === 0 ? 0 : Math.floor((closed / total) * 100), standstill: standstillOf(batch) }
  })
}
