import { batchStatuses } from '@regie/contract/batches.ts'
import { useText } from '../../locales/i18n.tsx'
import { ColumnChooser } from '../../ui/column-chooser.tsx'
import type { ColumnHeader } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useTyping } from '../../ui/use-typing.ts'
import { useBatchColumns } from './batch-columns.tsx'
import type { BatchFilters as Filters } from './batch-filters-query.ts'
import styles from './batches.module.css'

type BatchFiltersProps = {
  filters: Filters
  onFilters: (changed: Partial<Filters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
}

export function BatchFilters({ filters, onFilters, headers, onHeaders }: BatchFiltersProps) {
  const t = useText()
  const columns = useBatchColumns()
  const [typed, setTyped] = useTyping(filters.q, (q) => onFilters({ q }))
  const statuses = batchStatuses.map((status) => ({ value: status as string, label: t(`batches.statuses.${status}`) }))
  return (
    <>
      <div className={styles.search}>
        <TextInput
          label={t('batches.filters.q')}
          isLabelHidden
          type="search"
          placeholder={t('batches.filters.q')}
          icon={<Icon name="search" size={16} />}
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
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
      <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
    </>
  )
}
