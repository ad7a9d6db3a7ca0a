import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ColumnChooser } from '../../ui/column-chooser.tsx'
import type { ColumnHeader } from '../../ui/data-table.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { useContactColumns } from './contact-columns.tsx'
import { type ContactFilters, contactStates, useContactLists } from './contacts-data.ts'
import styles from './contacts.module.css'

type ContactsFiltersProps = {
  customerID: number
  filters: ContactFilters
  onFilters: (changed: Partial<ContactFilters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: readonly ColumnHeader[]) => void
  viewMenu: ReactNode
}

export function ContactsFilters({ customerID, filters, onFilters, headers, onHeaders, viewMenu }: ContactsFiltersProps) {
  const t = useText()
  const columns = useContactColumns(customerID)
  const lists = useContactLists(customerID)
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={t('contacts.filters.q')} value={filters.q} onSearch={(q) => onFilters({ q })} />
      </div>
      <div className={styles.choice}>
        <SearchSelect
          label={t('contacts.fields.lists')}
          isLabelHidden
          value={filters.list}
          onChange={(list) => onFilters({ list })}
          options={[
            { value: '', label: t('contacts.filters.everyList') },
            ...(lists.data ?? []).map(({ listID, name }) => ({ value: String(listID), label: name })),
          ]}
        />
      </div>
      <div className={styles.choice}>
        <SelectInput
          label={t('contacts.fields.state')}
          isLabelHidden
          value={filters.state}
          onChange={(state) => onFilters({ state })}
          options={[
            { value: '', label: t('contacts.filters.everyState') },
            ...contactStates.map((state) => ({ value: state as string, label: t(`contacts.filters.states.${state}`) })),
          ]}
        />
      </div>
      <span className={styles.spacer} />
      {viewMenu}
      <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
    </>
  )
}
