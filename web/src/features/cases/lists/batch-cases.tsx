import type { BatchRow } from '@regie/contract/batches.ts'
import { type CaseRow, caseStatuses } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ReactNode } from 'react'
import { type AppPath, paths } from '../../../paths.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { EmptyToFill } from '../../../session/empty-to-fill.tsx'
import { useSavedHeaders } from '../../../session/settings.ts'
import { useTickedRows } from '../../../session/ticked-rows.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { ColumnChooser } from '../../../ui/column-chooser.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { writeSort } from '../../../ui/table-sort.ts'
import { useCaseColumns } from './case-columns.tsx'
import { ExportCases } from './export-cases.tsx'
import { useTrailOf } from '../case-trail.tsx'
import { useCasesOfBatch, useFreshCases } from '../cases-data.ts'
import { type CaseFilters, caseFiltersQuery, noFilters } from '../filters/case-filters.ts'
import { NoneFiltered } from '../filters/none-filtered.tsx'
import { useCaseFilters, useChoicesOfBatch } from '../filters/use-case-filters.tsx'
import type { CaseRowActions } from './case-row-actions.ts'
import styles from '../cases.module.css'

type Filters = CaseFilters & { sort: string }
type BatchCasesProps = {
  batch: BatchRow
  filters: Filters
  onFilters: (changed: Partial<Filters>) => void
  bulkBar?: (chosen: ChosenCases) => ReactNode
  /** The columns of the view that is open; left out, the user's own. */
  view?: ReturnType<typeof useSavedHeaders>
  rowActions?: CaseRowActions
  viewMenu?: ReactNode
}

type ChosenCases = {
  chosen: ReadonlySet<string>
  total: number | null
  /** What the list shows, so that "all" means the same cases. */
  filter: ReturnType<typeof caseFiltersQuery>
  onClear: () => void
}

/** The cases of one batch, as far as one scrolls. */
export function BatchCases({ batch, filters, onFilters, bulkBar, view, viewMenu, rowActions }: BatchCasesProps) {
  const t = useText()
  const own = useSavedHeaders('caseHeaders')
  const { headers, onHeaders } = view ?? own
  const { status } = filters
  const filter = caseFiltersQuery(filters)
  const list = useCasesOfBatch(batch.customerID, batch.batchID, filters)
  useTrailOf(list, batch.name)
  const columns = useCaseColumns({ withBatch: false, hiddenSorts: list.hiddenSorts })
  const [chosen, setChosen] = useTickedRows(`cases of batch ${batch.batchID}`)
  useFreshCases(JSON.stringify(batch.counts))
  const statuses = caseStatuses.map((option) => ({
    value: option as string,
    label: `${t(`cases.statuses.${option}`)} (${formatNumber(batch.counts[option])})`,
  }))
  const choices = useChoicesOfBatch(batch.batchID)
  const columnFilters = useCaseFilters({ filters, onFilters, statuses, choices, isOfBatch: true })
  return (
    <div className={styles.tableBox}>
      <div className={styles.filters}>
        <div className={styles.status}>
          <SelectInput
            label={t('cases.columns.status')}
            isLabelHidden
            value={status}
            onChange={(chosenStatus) => onFilters({ status: chosenStatus })}
            options={[{ value: '', label: t('cases.filters.everyStatus') }, ...statuses]}
          />
        </div>
        <div className={styles.tools}>
          {viewMenu}
          <ExportCases
            of={{ customerID: batch.customerID, batchID: batch.batchID, ...filter }}
            sort={filters.sort}
            columns={columns}
            headers={headers}
          />
          <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
        </div>
      </div>
      <FilterChips columns={columns} filters={columnFilters} />
      <DataTable<CaseRow>
        label={t('cases.list')}
        columns={columns}
        list={list}
        {...(bulkBar !== undefined && { chosen, onChosen: setChosen })}
        rowKey={keyOf}
        linkTo={linkTo}
        sort={list.order}
        onSort={(chosenSort) => onFilters({ sort: writeSort(chosenSort) })}
        filters={columnFilters}
        headers={headers}
        onHeaders={onHeaders}
        {...(rowActions !== undefined && { rowActions })}
        empty={
          Object.keys(filter).length > 0 ? (
            <NoneFiltered onClear={() => onFilters(noFilters)} />
          ) : (
            <EmptyToFill
              icon="case"
              title={t('cases.emptyBatch')}
              text={t('cases.emptyBatchText')}
              right={Right.uploadFiles}
              action={<AppLink to={paths.upload()}>{t('batches.upload')}</AppLink>}
            />
          )
        }
      />
      {bulkBar?.({
        chosen,
        total: list.total?.value ?? null,
        filter,
        onClear: () => setChosen(new Set()),
      })}
    </div>
  )
}

export function keyOf(row: CaseRow): string {
  return String(row.caseID)
}

export function linkTo(row: CaseRow): AppPath {
  return paths.case(row.caseID)
}
