import { type Import, type RefusedRow, type RepairedRow, repairsMax, type RowFault } from '@regie/contract/files.ts'
import { useMemo, useState } from 'react'
import { useDraft } from '../../../session/drafts.ts'

/** What was typed in place of a cell: by row and column. */
export type Drafts = ReadonlyMap<number, ReadonlyMap<number, string>>
export type Repairs = ReturnType<typeof useRepairs>

type KeptDrafts = { checkNo: number; rows: [row: number, cells: [index: number, value: string][]][] }

/**
 * Cells of an import that were changed on the screen and not checked yet. One that stands as it stood is no change. Who leaves finds them again, until
 * the file is checked once more: what was refused may be right by then, and no screen would show the cell any more that keeps the batch from beginning.
 */
export function useRepairs({ importID, checkNo }: Pick<Import, 'importID' | 'checkNo'>) {
  const kept = useDraft<KeptDrafts>(`import-${importID}-repairs`)
  const [typed, setTyped] = useState(() => ({
    checkNo: kept.found?.values.checkNo,
    drafts: new Map(kept.found?.values.rows?.map(([row, cells]) => [row, new Map(cells)])) as Drafts,
  }))
  const drafts = typed.checkNo === checkNo ? typed.drafts : none
  const change = (next: Drafts) => {
    setTyped({ checkNo, drafts: next })
    if (next.size === 0) kept.drop()
    else kept.save({ checkNo, rows: [...next].map(([row, cells]) => [row, [...cells]]) })
  }
  return {
    drafts,
    rows: useMemo(() => rowsOf(drafts), [drafts]),
    put: (rows: readonly Pick<RefusedRow, 'row' | 'cells'>[], index: number, value: string) =>
      change(rows.reduce((before: Drafts, row) => withDraft(before, row, index, value), drafts)),
    clear: () => change(none),
  }
}

const none: Drafts = new Map()

function withDraft(before: Drafts, { row, cells }: Pick<RefusedRow, 'row' | 'cells'>, index: number, value: string): Drafts {
  const ofRow = new Map(before.get(row))
  if (value === (cells[index] ?? '')) ofRow.delete(index)
  else ofRow.set(index, value)
  const after = new Map(before)
  if (ofRow.size === 0) after.delete(row)
  else after.set(row, ofRow)
  return after
}

const rowsOf = (drafts: Drafts): RepairedRow[] =>
  [...drafts].map(([row, cells]) => ({
    row,
    cells: [...cells].map(([index, value]) => ({ index, value: value.slice(0, repairsMax.chars) })),
  }))

/** The other rows with the same fault in the same cell, which nobody has changed yet: what repairs one may repair them. */
export function alikeRows(
  rows: readonly RefusedRow[],
  row: number,
  { reason, column, value }: RowFault,
  isChanged: (row: number) => boolean,
) {
  if (column === null || value === null) return []
  const isAlike = (fault: RowFault) => fault.reason === reason && fault.column === column && fault.value === value
  return rows.filter((other) => other.row !== row && other.faults.some(isAlike) && !isChanged(other.row))
}
