import type { CaseRow } from '@regie/contract/cases.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useSavedHeaders } from '../../../session/settings.ts'
import { ColumnChooser } from '../../../ui/column-chooser.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { keyOf, linkTo } from './batch-cases.tsx'
import { writeSort } from '../../../ui/table-sort.ts'
import { useCaseColumns } from './case-columns.tsx'
import { useTrailOf } from '../case-trail.tsx'
import { type PlaceOfCases, useCasesAtPlace } from '../cases-data.ts'
import styles from '../cases.module.css'

type CasesAtPlaceProps = { customerID: number; at: PlaceOfCases; sort: string; onSort: (sort: string) => void }

/** The cases behind one line of the funnel of a batch or script. */
export function CasesAtPlace({ customerID, at, sort, onSort }: CasesAtPlaceProps) {
  const t = useText()
  const { headers, onHeaders } = useSavedHeaders('caseHeaders')
  const list = useCasesAtPlace(customerID, at, sort)
  useTrailOf(list)
  const columns = useCaseColumns({ withBatch: at.batchID === undefined, hiddenSorts: list.hiddenSorts })
  return (
    <div className={`${styles.tableBox} ${styles.atPlace}`}>
      <div className={styles.filters}>
        <span />
        <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
      </div>
      <DataTable<CaseRow>
        label={t('cases.list')}
        columns={columns}
        list={list}
        rowKey={keyOf}
        linkTo={linkTo}
        sort={list.order}
        onSort={(chosen) => onSort(writeSort(chosen))}
        headers={headers}
        onHeaders={onHeaders}
        empty={<EmptyState icon="case" title={t('cases.emptyPlace')} />}
      />
    </div>
  )
}
