import type { CallOf } from '@regie/contract/endpoint.ts'
import { type FigureKind, figureApi } from '@regie/contract/figures.ts'
import { useRows } from '../../../api/use-rows.ts'
import { useTrailOf } from '../case-trail.tsx'
import styles from '../cases.module.css'
import type { CaseRowActions } from './case-row-actions.ts'
import { CaseTable } from './case-table.tsx'

type CasesBehindProps = {
  customerID: number
  scriptID: number | null
  figure: FigureKind
  /** The days, the step, or the calls of the figure. */
  about: Omit<CallOf<typeof figureApi.cases>['query'], 'customerID' | 'scriptID' | 'figure' | 'limit' | 'cursor'>
  /** What the list is called on the way back to it. */
  label: string
  rowActions?: CaseRowActions
}

/** The cases behind a figure of the first screen, in its order. */
export function CasesBehind({ customerID, scriptID, figure, about, label, rowActions }: CasesBehindProps) {
  const list = useRows(figureApi.cases, { query: { customerID, ...(scriptID !== null && { scriptID }), figure, ...about } })
  useTrailOf(list, label)
  return (
    <div className={styles.tableBox}>
      <CaseTable
        list={list}
        withBatch
        hiddenSorts={noSorts}
        withBarred={figure === 'barredSoon' || figure === 'barred'}
        withHelpEnd={figure === 'debtHelpReached'}
        rowActions={rowActions}
      />
    </div>
  )
}

const noSorts: never[] = []
