import type { Import, RowReason } from '@regie/contract/files.ts'
import { type CheckedRow, isUnreachable, type RowPlan } from './reading/check-row.ts'

export type Findings = { counts: NonNullable<Import['counts']>; preview: Import['preview']; issues: Import['issues'] }

const previewRows = 20
const issuesMax = 200

/** Collects what a check finds: the counts, the first rows to look at and the first rows with a reason. */
export function openFindings(plan: RowPlan) {
  const byReason = new Map<RowReason, number>()
  const result: Findings = { counts: { rows: 0, new: 0, duplicate: 0, invalid: 0, unreachable: 0, byReason: [] }, preview: [], issues: [] }
  const numberColumn = plan.columns.find(({ field }) => field.key === 'dossiernummer')
  return {
    result,
    add(row: CheckedRow, duplicate: RowReason | null, cells: readonly string[]) {
      const { counts, preview, issues } = result
      const reason = 'reason' in row ? row.reason : duplicate
      counts.rows += 1
      if (duplicate !== null) counts.duplicate += 1
      else if (reason !== null) counts.invalid += 1
      else counts.new += 1
      if (reason === null && !('reason' in row) && isUnreachable(row)) counts.unreachable += 1
      if (reason !== null) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
      if (preview.length < previewRows)
        preview.push({
          row: row.row,
          values: Object.fromEntries(plan.headings.map((heading, index) => [heading, shown(cells[index])])),
          reason,
        })
      if (reason === null || issues.length >= issuesMax) return
      if ('reason' in row) issues.push({ row: row.row, reason, column: row.column, value: row.value === null ? null : shown(row.value) })
      else
        issues.push({
          row: row.row,
          reason,
          column: numberColumn ? (plan.headings[numberColumn.index] ?? null) : null,
          value: row.caseNumber,
        })
    },
    finish(): Findings {
      result.counts.byReason = [...byReason].map(([reason, count]) => ({ reason, count })).sort((left, right) => right.count - left.count)
      return result
    },
  }
}

// jsonb takes no zero byte, and nobody reads a cell of a megabyte in a preview.
const shown = (cell = '') => cell.replaceAll('\0', '').slice(0, 100)
