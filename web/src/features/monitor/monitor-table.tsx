import { liveStates, type MonitorRow } from '@regie/contract/monitor.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useMemo } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useRight } from '../../session/use-right.ts'
import { type ColumnHeader, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readSort, writeSort } from '../../ui/table-sort.ts'
import { useMonitorColumns } from './monitor-columns.tsx'
import { useMonitor } from './monitor-data.ts'
import { countStates, filterMonitor, type MonitorFilters, sortMonitor } from './monitor-filter.ts'
import { StateCounts } from './state-counts.tsx'

type MonitorTableProps = {
  customerID: number
  scriptID: number | null
  filters: MonitorFilters
  onFilters: (changed: Partial<MonitorFilters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
}

const latestFirst = { key: 'since', direction: 'desc' } as const

/** What happens now, a line for each case. */
export function MonitorTable({ customerID, scriptID, filters, onFilters, headers, onHeaders }: MonitorTableProps) {
  const t = useText()
  const maySeeCases = useRight(Right.viewCases)
  const columns = useMonitorColumns()
  const query = useMonitor(customerID)
  const all = query.data?.rows
  const ofScript = useMemo(() => filterMonitor(all ?? [], { ...filters, state: '' }, scriptID), [all, filters, scriptID])
  const rows = useMemo(
    () => sortMonitor(filterMonitor(ofScript, filters, scriptID), filters.sort === '' ? null : readSort(filters.sort, latestFirst)),
    [ofScript, filters, scriptID],
  )
  const batches = [...new Map((all ?? []).map((row) => [row.batchID, row.batchName]))]
  const columnFilters = {
    state: {
      value: filters.state,
      options: liveStates.map((state) => ({ value: state, label: t(`monitor.states.${state}`) })),
      onChange: (state: string) => onFilters({ state }),
    },
    batch: {
      value: filters.batch,
      options: batches.map(([id, name]) => ({ value: String(id), label: name })),
      onChange: (batch: string) => onFilters({ batch }),
    },
  }
  const isFiltered = filters.q !== '' || filters.state !== '' || filters.batch !== ''
  return (
    <>
      <StateCounts counts={countStates(ofScript)} chosen={filters.state} onChoose={(state) => onFilters({ state })} />
      {query.data?.isCut === true && <Notice icon="info">{t('monitor.cut', { count: rows.length })}</Notice>}
      <FilterChips columns={columns} filters={columnFilters} />
      <DataTable<MonitorRow>
        label={t('menu.screens.monitor')}
        columns={columns}
        list={{
          ...{ rows, total: null, hasMore: false, loadMore: () => undefined },
          ...{ isLoading: query.isPending, failure: query.error, retry: () => void query.refetch() },
        }}
        rowKey={({ caseID }) => String(caseID)}
        {...(maySeeCases && { linkTo: ({ caseID }: MonitorRow) => paths.case(caseID) })}
        sort={filters.sort === '' ? null : readSort(filters.sort, latestFirst)}
        onSort={(changed) => onFilters({ sort: writeSort(changed) })}
        filters={columnFilters}
        headers={headers}
        onHeaders={onHeaders}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={t('monitor.none.title')} text={t('monitor.none.text')} />
          ) : (
            <EmptyState icon="phone" title={t('monitor.empty.title')} text={t('monitor.empty.text')} />
          )
        }
      />
    </>
  )
}
