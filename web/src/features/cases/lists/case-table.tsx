import type { CaseSort } from '@regie/contract/case-filter.ts'
import type { CaseRow } from '@regie/contract/cases.ts'
import type { RowList } from '../../../api/use-rows.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useSavedHeaders } from '../../../session/settings.ts'
import { ColumnChooser } from '../../../ui/column-chooser.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { TableSort } from '../../../ui/table-head.tsx'
import { writeSort } from '../../../ui/table-sort.ts'
import { keyOf, linkTo } from './batch-cases.tsx'
import type { CaseRowActions } from './case-row-actions.ts'
import { useCaseColumns } from './case-columns.tsx'
import styles from '../cases.module.css'

type CaseTableProps = {
  list: RowList<CaseRow>
  withBatch: boolean
  hiddenSorts: readonly CaseSort[]
  /** When each is time-barred is shown from the start. */
  withBarred?: boolean
  /** When the debt help of each was to end. */
  withHelpEnd?: boolean
  /** Left out where the order is fixed. */
  order?: { sort: TableSort; onSort: (sort: string) => void }
  rowActions: CaseRowActions
}

/** Cases of any origin with their column chooser, each a link to its case. */
export function CaseTable({ list, withBatch, hiddenSorts, withBarred, withHelpEnd, order, rowActions }: CaseTableProps) {
  const t = useText()
  const { headers, onHeaders } = useSavedHeaders('caseHeaders')
  const columns = useCaseColumns({ withBatch, hiddenSorts, withBarred, withHelpEnd })
  return (
    <>
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
        {...(order !== undefined && { sort: order.sort, onSort: (chosen: TableSort) => order.onSort(writeSort(chosen)) })}
        headers={headers}
        onHeaders={onHeaders}
        {...(rowActions !== undefined && { rowActions })}
        empty={<EmptyState icon="case" title={t('cases.emptyPlace')} />}
      />
    </>
  )
}
