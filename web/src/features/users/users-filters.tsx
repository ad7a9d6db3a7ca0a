import { userStates } from '@regie/contract/users.ts'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { ColumnChooser } from '../../ui/column-chooser.tsx'
import type { ColumnHeader } from '../../ui/data-table.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { type UserFilters, useGroups } from './users-data.ts'
import styles from './users.module.css'
import { useUserColumns } from './users-table.tsx'
import { SearchInput } from '../../ui/search-input.tsx'

type UsersFiltersProps = {
  customerID: number | null
  filters: UserFilters
  onFilters: (changed: Partial<UserFilters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
}

export function UsersFilters({ customerID, filters, onFilters, headers, onHeaders }: UsersFiltersProps) {
  const t = useText()
  const columns = useUserColumns()
  const groups = useGroups(customerID)
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={t('users.filters.q')} value={filters.q} onSearch={(q) => onFilters({ q })} />
      </div>
      <div className={styles.choice}>
        <SelectInput
          label={t('users.fields.state')}
          isLabelHidden
          value={filters.state}
          onChange={(state) => onFilters({ state })}
          options={[
            { value: '', label: t('users.filters.everyState') },
            ...userStates.map((state) => ({ value: state as string, label: t(`users.states.${state}`) })),
          ]}
        />
      </div>
      <div className={styles.choice}>
        <SearchSelect
          label={t('users.fields.groups')}
          isLabelHidden
          value={filters.group}
          onChange={(group) => onFilters({ group })}
          options={[
            { value: '', label: t('users.filters.everyGroup') },
            ...(groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: groupName(name) })),
          ]}
        />
      </div>
      <span className={styles.spacer} />
      <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
    </>
  )
}
