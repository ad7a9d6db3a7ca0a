import { useText } from '../../locales/i18n.tsx'
import { ColumnChooser } from '../../ui/column-chooser.tsx'
import type { ColumnHeader } from '../../ui/data-table.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import type { ScriptsFilters as Filters } from './scripts-data.ts'
import styles from './scripts.module.css'
import { useScriptColumns } from './scripts-table.tsx'
import { SearchInput } from '../../ui/search-input.tsx'

type ScriptsFiltersProps = {
  filters: Filters
  onFilters: (changed: Partial<Filters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
}

export function ScriptsFilters({ filters, onFilters, headers, onHeaders }: ScriptsFiltersProps) {
  const t = useText()
  const columns = useScriptColumns()
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={t('scripts.search')} value={filters.q} onSearch={(q) => onFilters({ q })} />
      </div>
      <div className={styles.choice}>
        <SelectInput
          label={t('scripts.fields.active')}
          isLabelHidden
          value={filters.active}
          onChange={(active) => onFilters({ active })}
          options={[
            { value: '', label: t('scripts.active.all') },
            { value: 'true', label: t('scripts.active.on') },
            { value: 'false', label: t('scripts.active.off') },
          ]}
        />
      </div>
      <span className={styles.spacer} />
      <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
    </>
  )
}
