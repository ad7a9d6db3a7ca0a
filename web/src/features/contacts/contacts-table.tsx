import type { Contact } from '@regie/contract/contact.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { EmptyToFill } from '../../session/empty-to-fill.tsx'
import { useTickedRows } from '../../session/ticked-rows.ts'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { type ColumnHeader, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { readSort, writeSort } from '../../ui/table-sort.ts'
import { useContactColumns } from './contact-columns.tsx'
import { AddContactButton } from './contact-dialog.tsx'
import { type ContactFilters, noContactFilters, useContacts } from './contacts-data.ts'
import { RemoveContactDialog } from './remove-contact-dialog.tsx'

const byName = { key: 'lastName', direction: 'asc' } as const

type ContactsTableProps = {
  customerID: number
  filters: ContactFilters
  onFilters: (changed: Partial<ContactFilters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: readonly ColumnHeader[]) => void
  linkTo: (contactID: number) => AppPath
  /** What can be done with the rows that are chosen. */
  bulkBar: (chosen: ReadonlySet<string>, onClear: () => void) => ReactNode
}

/** Who gets reports and who signs in, by surname. */
export function ContactsTable({ customerID, filters, onFilters, headers, onHeaders, linkTo, bulkBar }: ContactsTableProps) {
  const t = useText()
  const columns = useContactColumns(customerID)
  const list = useContacts(customerID, filters)
  const mayRemove = useRight(Right.removeContacts)
  const [chosen, setChosen] = useTickedRows(`contacts of customer ${customerID}`)
  const [asked, setAsked] = useState<Contact | null>(null)
  const isFiltered = [filters.q, filters.list, filters.state].some((value) => value !== '')
  const whyNot = ({ userID }: Contact) => (!mayRemove ? t('ui.noRight') : userID === null ? undefined : errorText('contact_has_login'))
  return (
    <>
      <DataTable<Contact>
        label={t('contacts.title')}
        columns={columns}
        list={list}
        rowKey={({ contactID }) => String(contactID)}
        linkTo={({ contactID }) => linkTo(contactID)}
        rowActions={(contact) => [
          { key: 'remove', label: t('contacts.remove.verb'), icon: 'trash', reason: whyNot(contact), onPress: () => setAsked(contact) },
        ]}
        sort={readSort(filters.sort, byName)}
        onSort={(sort) => onFilters({ sort: writeSort(sort) })}
        headers={headers}
        onHeaders={onHeaders}
        chosen={chosen}
        onChosen={setChosen}
        empty={isFiltered ? <NothingFound onClear={() => onFilters(noContactFilters)} /> : <NoContacts customerID={customerID} />}
      />
      {bulkBar(chosen, () => setChosen(new Set()))}
      {asked !== null && <RemoveContactDialog contact={asked} customerID={customerID} onClose={() => setAsked(null)} />}
    </>
  )
}

function NoContacts({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <EmptyToFill
      icon="users"
      title={t('contacts.empty.title')}
      text={t('contacts.empty.text')}
      right={Right.changeContacts}
      action={<AddContactButton customerID={customerID} />}
    />
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <EmptyState
      icon="search"
      title={t('contacts.none.title')}
      text={t('contacts.none.text')}
      action={<Button onPress={onClear}>{t('contacts.none.clear')}</Button>}
    />
  )
}
