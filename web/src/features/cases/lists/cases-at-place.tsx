import { useTrailOf } from '../case-trail.tsx'
import { type PlaceOfCases, useCasesAtPlace } from '../cases-data.ts'
import styles from '../cases.module.css'
import type { CaseRowActions } from './case-row-actions.ts'
import { CaseTable } from './case-table.tsx'

type CasesAtPlaceProps = {
  customerID: number
  at: PlaceOfCases
  sort: string
  onSort: (sort: string) => void
  label: string
  rowActions?: CaseRowActions
}

/** The cases behind one line of the funnel of a batch or script. */
export function CasesAtPlace({ customerID, at, sort, onSort, label, rowActions }: CasesAtPlaceProps) {
  const list = useCasesAtPlace(customerID, at, sort)
  useTrailOf(list, label)
  return (
    <div className={`${styles.tableBox} ${styles.atPlace}`}>
      <CaseTable
        list={list}
        withBatch={at.batchID === undefined}
        hiddenSorts={list.hiddenSorts}
        order={{ sort: list.order, onSort }}
        rowActions={rowActions}
      />
    </div>
  )
}
