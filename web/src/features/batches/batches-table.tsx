import { type BatchFilter, type BatchRow, type BatchStatus, batchStatuses, importedDays } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ReactNode } from 'react'
import { type AppPath, paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyToFill } from '../../session/empty-to-fill.tsx'
import { useGoTo } from '../../session/address.ts'
import { Can } from '../../session/can.tsx'
import { useTickedRows } from '../../session/ticked-rows.ts'
import { Button } from '../../ui/button.tsx'
import { type ColumnHeader, DataTable } from '../../ui/data-table.tsx'
import { isShown, mergeHeaders } from '../../ui/column-settings.ts'
import { readSort, writeSort } from '../../ui/table-sort.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useBatchColumns } from './batch-columns.tsx'
import { type BatchFilters, batchFiltersQuery, runningFirst } from './batch-filters-query.ts'
import { useBatches } from './batches-data.ts'
import { ProgressLegend } from './progress-legend.tsx'

type BatchesTableProps = {
  customerID: number
  scriptID: number | null
  filters: BatchFilters
  onFilters: (changed: Partial<BatchFilters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
  /** What can be done with the rows that are chosen. */
  bulkBar: (chosen: ChosenBatches) => ReactNode
}

type ChosenBatches = {
  chosen: ReadonlySet<string>
  total: number | null
  filter: { scriptID?: number; status?: BatchStatus; q?: string } & BatchFilter
  onClear: () => void
}

const priorities = Array.from({ length: 9 }, (_, at) => String(at + 1))

export function BatchesTable({ customerID, scriptID, filters, onFilters, headers, onHeaders, bulkBar }: BatchesTableProps) {
  const t = useText()
  const columns = useBatchColumns()
  const columnFilters = {
    status: {
      value: filters.status,
      options: batchStatuses.map((status) => ({ value: status, label: t(`batches.statuses.${status}`) })),
      onChange: (status: string) => onFilters({ status }),
    },
    importedAt: {
      value: filters.imported,
      options: importedDays.map((days) => ({ value: String(days), label: t('batches.filters.imported', { days }) })),
      onChange: (imported: string) => onFilters({ imported }),
    },
    priority: {
      value: filters.priority,
      options: priorities.map((priority) => ({ value: priority, label: priority })),
      onChange: (priority: string) => onFilters({ priority }),
    },
  }
  const list = useBatches(customerID, scriptID, filters)
  const [chosen, setChosen] = useTickedRows(`batches of customer ${customerID}`)
  const { customerID: _customer, sort: _sort, direction: _direction, ...filter } = batchFiltersQuery(customerID, scriptID, filters)
  const isFiltered = [filters.q, filters.status, filters.imported, filters.priority].some((value) => value !== '')
  const isProgressShown = mergeHeaders(headers, columns).some((header) => header.key === 'progress' && isShown(header))
  return (
    <>
      <FilterChips columns={columns} filters={columnFilters} />
      {isProgressShown && <ProgressLegend />}
      <DataTable<BatchRow>
        label={t('batches.title')}
        chosen={chosen}
        onChosen={setChosen}
        columns={columns}
        list={list}
        rowKey={keyOf}
        linkTo={linkTo}
        sort={readSort(filters.sort, runningFirst)}
        onSort={(sort) => onFilters({ sort: writeSort(sort) })}
        filters={columnFilters}
        headers={headers}
        onHeaders={onHeaders}
        empty={isFiltered ? <NothingFound onClear={() => onFilters({ q: '', status: '', imported: '', priority: '' })} /> : <NoBatches />}
      />
      {bulkBar({ chosen, total: list.total?.value ?? null, filter, onClear: () => setChosen(new Set()) })}
    </>
  )
}

function keyOf(batch: BatchRow): string {
  return String(batch.batchID)
}

function linkTo(batch: BatchRow): AppPath {
  return paths.batch(batch.batchID)
}

function NoBatches() {
  const t = useText()
  return (
    <EmptyToFill
      icon="batches"
      title={t('batches.empty.title')}
      text={t('batches.empty.text')}
      right={Right.uploadFiles}
      action={<UploadButton kind="main" />}
    />
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <EmptyState
      icon="search"
      title={t('batches.nothingFound.title')}
      text={t('batches.nothingFound.text')}
      action={<Button onPress={onClear}>{t('batches.nothingFound.clear')}</Button>}
    />
  )
}

/** Where every batch begins. */
export function UploadButton({ kind = 'main' }: { kind?: 'main' | 'plain' }) {
  const t = useText()
  const goTo = useGoTo()
  return (
    <Can right={Right.uploadFiles}>
      {(reason) => (
        <Button kind={kind} icon={<Icon name="upload" size={16} />} reason={reason} onPress={() => goTo(paths.upload())}>
          {t('batches.upload')}
        </Button>
      )}
    </Can>
  )
}
