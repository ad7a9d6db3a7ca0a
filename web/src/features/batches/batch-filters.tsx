import { batchStatuses } from '@regie/contract/batches.ts'
import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ColumnChooser } from '../../ui/column-chooser.tsx'
import type { ColumnHeader } from '../../ui/data-table.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { useBatchColumns } from './batch-columns.tsx'
import type { BatchFilters as Filters } from './batch-filters-query.ts'
import styles from './batches.module.css'
import { SearchInput } from '../../ui/search-input.tsx'

type BatchFiltersProps = {
  filters: Filters
  onFilters: (changed: Partial<Filters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
  viewMenu: ReactNode
}

export function BatchFilters({ filters, onFilters, headers, onHeaders, viewMenu }: BatchFiltersProps) {
  const t = useText()
  const columns = useBatchColumns()
  const statuses = batchStatuses.map((status) => ({ value: status as string, label: t(`batches.statuses.${status}`) }))
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={t('batches.filters.q')} value={filters.q} onSearch={(q) => onFilters({ q })} />
      </div>
      <div className={styles.status}>
        <SelectInput
          label={t('batches.columns.status')}
          isLabelHidden
          value={filters.status}
          onChange={(status) => onFilters({ status })}
          options={[{ value: '', label: t('batches.filters.everyStatus') }, ...statuses]}
        />
      </div>
      <span className={styles.spacer} />
      {viewMenu}
      <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
    </>
  )
}
