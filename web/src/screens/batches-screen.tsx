import { BatchFilters } from '../features/batches/batch-filters.tsx'
import { BatchesTable, UploadButton } from '../features/batches/batches-table.tsx'
import { BatchBulkBar } from '../features/bulk/batch-bulk-bar.tsx'
import { useText } from '../locales/i18n.tsx'
import { useKeptFilters } from '../session/kept-filters.ts'
import { useSelection } from '../session/selection.ts'
import { useSavedHeaders } from '../session/settings.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

const filterNames = ['q', 'status', 'sort'] as const

export function BatchesScreen() {
  const t = useText()
  const { customerID: chosenCustomer } = useSelection()
  const [filters, onFilters] = useKeptFilters('batches', filterNames, chosenCustomer)
  const { headers, onHeaders } = useSavedHeaders('batchHeaders')
  return (
    <Page
      title={t('batches.title')}
      mainAction={<UploadButton />}
      filters={<BatchFilters filters={filters} onFilters={onFilters} headers={headers} onHeaders={onHeaders} />}
    >
      <WithCustomer>
        {(customerID, scriptID) => (
          <BatchesTable
            customerID={customerID}
            scriptID={scriptID}
            filters={filters}
            onFilters={onFilters}
            headers={headers}
            onHeaders={onHeaders}
            bulkBar={(chosen) => <BatchBulkBar customerID={customerID} {...chosen} />}
          />
        )}
      </WithCustomer>
    </Page>
  )
}
