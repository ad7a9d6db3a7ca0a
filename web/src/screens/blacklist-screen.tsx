import { BlacklistActions } from '../features/blacklist/blacklist-actions.tsx'
import { AddButton } from '../features/blacklist/add-entry-dialog.tsx'
import { BlacklistFilterRow } from '../features/blacklist/blacklist-filter-row.tsx'
import { blacklistFilterNames } from '../features/blacklist/blacklist-query.ts'
import { BlacklistTable } from '../features/blacklist/blacklist-table.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function BlacklistScreen() {
  return <WithCustomer>{(customerID) => <Blacklist customerID={customerID} />}</WithCustomer>
}

function Blacklist({ customerID }: { customerID: number }) {
  const t = useText()
  const [filters, onFilters] = useAddress(blacklistFilterNames)
  return (
    <Page
      title={t('blacklist.title')}
      subtitle={t('blacklist.subtitle')}
      mainAction={<AddButton customerID={customerID} />}
      actions={<BlacklistActions customerID={customerID} filters={filters} />}
      filters={<BlacklistFilterRow filters={filters} onFilters={onFilters} />}
    >
      <BlacklistTable customerID={customerID} filters={filters} />
    </Page>
  )
}
