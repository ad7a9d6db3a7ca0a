import { BulkBar } from '../features/bulk/bulk-bar.tsx'
import { ContactDialog, AddContactButton } from '../features/contacts/contact-dialog.tsx'
import { useContactColumns } from '../features/contacts/contact-columns.tsx'
import { ContactListsTable } from '../features/contacts/contact-lists-table.tsx'
import { ContactsActions } from '../features/contacts/contacts-actions.tsx'
import { ContactsBulk } from '../features/contacts/contacts-bulk.tsx'
import { contactFilterNames, knowsContactFilter, noContactFilters, useContactLists } from '../features/contacts/contacts-data.ts'
import { ContactsFilters } from '../features/contacts/contacts-filters.tsx'
import { ContactsTable } from '../features/contacts/contacts-table.tsx'
import { AddListButton } from '../features/contacts/list-dialog.tsx'
import { useOpenView } from '../features/views/use-open-view.ts'
import { ViewMenu } from '../features/views/view-menu.tsx'
import { ViewNotice } from '../features/views/view-notice.tsx'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useAddress } from '../session/address.ts'
import { useSavedHeaders } from '../session/settings.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import styles from '../features/contacts/contacts.module.css'
import { Page } from '../ui/page.tsx'
import { ChipChoice } from '../ui/chip-choice.tsx'

export function ContactsScreen() {
  return <WithCustomer>{(customerID) => <Contacts key={customerID} customerID={customerID} />}</WithCustomer>
}

function Contacts({ customerID }: { customerID: number }) {
  const t = useText()
  const [{ tab, contact }, changeAddress] = useAddress(['tab', 'contact', ...contactFilterNames])
  const [filters, onFilters] = useAddress(contactFilterNames)
  const lists = useContactLists(customerID)
  const view = useOpenView({
    ...{ list: 'contacts', customerID, filters, knows: knowsContactFilter },
    columns: useContactColumns(customerID),
    own: useSavedHeaders('contactHeaders'),
    onClear: () => onFilters(noContactFilters),
  })
  const { headers, onHeaders } = view
  const isLists = tab === 'lists'
  const parts = { customerID, filters, onFilters, headers, onHeaders }
  const tabs = (
    <div className={styles.tabs}>
      <ChipChoice
        label={t('contacts.title')}
        value={isLists ? 'lists' : 'contacts'}
        onChange={(key) => changeAddress({ tab: key === 'lists' ? key : '', contact: '' })}
        options={[
          { value: 'contacts', label: t('contacts.title') },
          { value: 'lists', label: t('contacts.lists.tab', { count: lists.data?.length ?? 0 }) },
        ]}
      />
    </div>
  )
  return (
    <Page
      title={t('contacts.title')}
      subtitle={t('contacts.subtitle')}
      mainAction={isLists ? <AddListButton customerID={customerID} /> : <AddContactButton customerID={customerID} />}
      actions={isLists ? undefined : <ContactsActions customerID={customerID} filters={filters} />}
      filters={
        <>
          {tabs}
          {!isLists && <ContactsFilters {...parts} viewMenu={<ViewMenu view={view} />} />}
        </>
      }
    >
      {isLists ? (
        <ContactListsTable
          customerID={customerID}
          onMembers={(listID) => changeAddress({ ...noContactFilters, tab: '', contact: '', list: String(listID) })}
        />
      ) : (
        <>
          <ViewNotice view={view} />
          <ContactsTable
            {...parts}
            linkTo={(contactID) => paths.contacts({ ...filters, contact: contactID })}
            bulkBar={(chosen, onClear) =>
              chosen.size > 0 && (
                <BulkBar
                  {...{ label: t('contacts.bulk.label'), chosen: chosen.size, total: null, isAll: false, onAll: () => undefined, onClear }}
                >
                  <ContactsBulk customerID={customerID} contactIDs={[...chosen].map(Number)} onDone={onClear} />
                </BulkBar>
              )
            }
          />
        </>
      )}
      {/^\d+$/.test(contact) && (
        <ContactDialog customerID={customerID} contactID={Number(contact)} onClose={() => changeAddress({ contact: '' })} />
      )}
    </Page>
  )
}
