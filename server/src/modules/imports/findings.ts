import type { Import, RowReason } from '@regie/contract/files.ts'
import type { ImportFlag } from '@regie/contract/import-columns.ts'
import type { RowPlan } from './reading/row-plan.ts'
import { type CellFault, cutCell } from './reading/check-row.ts'
import type { ReadCase, ReadRow } from './reading/file-messages.ts'

export type Findings = Required<Pick<Import, 'preview' | 'issues' | 'changes'>> & { counts: NonNullable<Import['counts']> }
/** What becomes of a row that is right in itself. `amount`: what the case that exists already has, when that differs. */
export type Outcome =
  | { kind: 'new' }
  | { kind: 'updated'; caseId: number; oldCents: number }
  | { kind: 'duplicate'; fault: CellFault; oldCents: number | null }

const previewRows = 20
const issuesMax = 200

/** Collects what a check finds: the counts, the first rows to look at and the first rows with a reason. */
export function openFindings(plan: RowPlan) {
  const byReason = new Map<RowReason, number>()
  const byFlag = new Map<ImportFlag, number>()
  const amounts = new Map<string, number>()
  const counts: Findings['counts'] = {
    ...{ rows: 0, new: 0, updated: 0, changed: 0, duplicate: 0, invalid: 0, unreachable: 0, blacklistedPhone: 0, blacklistedEmail: 0 },
    ...{ unlinked: 0, amounts: [], byFlag: [], byReason: [] },
  }
  const result: Findings = { counts, preview: [], issues: [], changes: [] }
  const add = <Key>(sums: Map<Key, number>, key: Key, amount = 1) => sums.set(key, (sums.get(key) ?? 0) + amount)
  const refuse = (row: number, faults: readonly CellFault[]) => {
    for (const reason of reasonsOf(faults)) add(byReason, reason)
    if (result.issues.length < issuesMax) result.issues.push({ row, faults: [...faults] })
  }
  const change = (row: number, { caseNumber, cents }: ReadCase, oldCents: number) => {
    if (result.changes.length < issuesMax) result.changes.push({ row, caseNumber, oldCents, newCents: cents ?? 0 })
  }

  return {
    counts,
    /** Counts one row; `faults` is why it is refused, `listed` what of it stands on the blacklist. */
    add(read: ReadRow, faults: readonly CellFault[], outcome: Outcome | null, listed: { phone: boolean; email: boolean }) {
      counts.rows += 1
      if (read.shown && result.preview.length < previewRows)
        result.preview.push({
          row: read.row,
          values: Object.fromEntries(plan.headings.map((heading, index) => [heading, cutCell(read.shown?.[index] ?? '')])),
          reasons: reasonsOf(faults),
        })
      if (read.bad) {
        counts.invalid += 1
        return refuse(read.row, faults)
      }
      const { good } = read
      if (outcome?.kind === 'duplicate') {
        counts.duplicate += 1
        if (outcome.oldCents !== null) {
          counts.changed += 1
          change(read.row, good, outcome.oldCents)
        }
        return refuse(read.row, faults)
      }
      if (outcome?.kind === 'updated') {
        counts.updated += 1
        return change(read.row, good, outcome.oldCents)
      }
      counts.new += 1
      if (good.cents !== null) add(amounts, good.currency, good.cents)
      if (good.flag !== null) add(byFlag, good.flag)
      if (good.isUnreachable) counts.unreachable += 1
      if (listed.phone) counts.blacklistedPhone += 1
      if (listed.email) counts.blacklistedEmail += 1
    },
    finish(): Findings {
      counts.byReason = [...byReason].map(([reason, count]) => ({ reason, count })).sort((left, right) => right.count - left.count)
      counts.byFlag = [...byFlag].map(([flag, count]) => ({ flag, count })).sort((left, right) => right.count - left.count)
      counts.amounts = [...amounts].map(([currency, cents]) => ({ currency, cents }))
      return result
    },
  }
}

const reasonsOf = (faults: readonly CellFault[]): RowReason[] => [...new Set(faults.map(({ reason }) => reason))]
