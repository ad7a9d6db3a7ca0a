import { FoundCases, SearchBox } from '../features/cases/lists/search-cases.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function SearchCaseScreen() {
  const t = useText()
  const [{ q, sort }, changeAddress] = useAddress(['q', 'sort'])
  return (
    <Page title={t('cases.search.title')} filters={<SearchBox q={q} onQ={(typed) => changeAddress({ q: typed })} />}>
      <WithCustomer>{(customerID) => <FoundCases customerID={customerID} q={q} sort={sort} onFilters={changeAddress} />}</WithCustomer>
    </Page>
  )
}
