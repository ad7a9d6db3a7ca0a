import { type RefusedRow, type RepairedRow, repairsMax } from '@regie/contract/files.ts'
import { useCallback, useMemo, useState } from 'react'

/** What was typed in place of a cell: by row and column. */
export type Drafts = ReadonlyMap<number, ReadonlyMap<number, string>>
export type Repairs = ReturnType<typeof useRepairs>

/** Cells that were changed on the screen and not checked yet. One that stands as it stood is no change. */
export function useRepairs() {
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const put = useCallback((row: Pick<RefusedRow, 'row' | 'cells'>, index: number, value: string) => {
    setDrafts((before) => withDraft(before, row, index, value))
  }, [])
  const clear = useCallback(() => setDrafts(new Map()), [])
  const rows = useMemo(() => rowsOf(drafts), [drafts])
  return { drafts, put, clear, rows }
}

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
  [...drafts]
    .slice(0, repairsMax.rows)
    .map(([row, cells]) => ({ row, cells: [...cells].map(([index, value]) => ({ index, value: value.slice(0, repairsMax.chars) })) }))

/** The other rows that are refused for the same value in the same column: what repairs one may repair them. */
export function alikeRows(rows: readonly RefusedRow[], { row, reason, column, value }: RefusedRow, drafts: Drafts): RefusedRow[] {
  if (column === null || value === null) return []
  return rows.filter(
    (other) => other.row !== row && other.reason === reason && other.column === column && other.value === value && !drafts.has(other.row),
  )
}
