import { useTrailOf } from '../case-trail.tsx'
import { type PlaceOfCases, useCasesAtPlace } from '../cases-data.ts'
import styles from '../cases.module.css'
import { CaseTable } from './case-table.tsx'

type CasesAtPlaceProps = { customerID: number; at: PlaceOfCases; sort: string; onSort: (sort: string) => void }

/** The cases behind one line of the funnel of a batch or script. */
export function CasesAtPlace({ customerID, at, sort, onSort }: CasesAtPlaceProps) {
  const list = useCasesAtPlace(customerID, at, sort)
  useTrailOf(list)
  return (
    <div className={`${styles.tableBox} ${styles.atPlace}`}>
      <CaseTable list={list} withBatch={at.batchID === undefined} hiddenSorts={list.hiddenSorts} order={{ sort: list.order, onSort }} />
    </div>
  )
}
