import { useCaseColumns } from '../features/cases/lists/case-columns.tsx'
import { caseFilterNames, knowsCaseFilter } from '../features/cases/filters/case-filters.ts'
import { FoundCases, SearchBox } from '../features/cases/lists/search-cases.tsx'
import { useOpenView } from '../features/views/use-open-view.ts'
import { ViewMenu } from '../features/views/view-menu.tsx'
import { ViewNotice } from '../features/views/view-notice.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useSelection } from '../session/selection.ts'
import { useSavedHeaders } from '../session/settings.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'
import { useCaseRowWork } from './use-case-row-work.tsx'

const searchFilters = ['q', ...caseFilterNames, 'batch', 'sort'] as const

export function SearchCaseScreen() {
  const t = useText()
  const { customerID: chosenCustomer } = useSelection()
  const [filters, changeAddress] = useAddress(searchFilters)
  const view = useOpenView({
    ...{ list: 'cases', customerID: chosenCustomer, filters, knows: knowsCaseFilter },
    columns: useCaseColumns({ withBatch: true, hiddenSorts: [] }),
    own: useSavedHeaders('caseHeaders'),
  })
  const { rowActions, rowDialog } = useCaseRowWork()
  return (
    <Page
      title={t('cases.search.title')}
      actions={<ViewMenu view={view} />}
      filters={<SearchBox q={filters.q} onQ={(typed) => changeAddress({ q: typed })} />}
    >
      <ViewNotice view={view} />
      <WithCustomer>
        {(customerID) => (
          <FoundCases customerID={customerID} filters={filters} onFilters={changeAddress} view={view} rowActions={rowActions} />
        )}
      </WithCustomer>
      {rowDialog}
    </Page>
  )
}
