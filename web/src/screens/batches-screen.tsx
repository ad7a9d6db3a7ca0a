import { useBatchColumns } from '../features/batches/batch-columns.tsx'
import { BatchFilters } from '../features/batches/batch-filters.tsx'
import { knowsBatchFilter } from '../features/batches/batch-filters-query.ts'
import { BatchesTable, UploadButton } from '../features/batches/batches-table.tsx'
import { BatchBulkBar } from '../features/bulk/batch-bulk-bar.tsx'
import { useOpenView } from '../features/views/use-open-view.ts'
import { ViewMenu } from '../features/views/view-menu.tsx'
import { ViewNotice } from '../features/views/view-notice.tsx'
import { useText } from '../locales/i18n.tsx'
import { useKeptFilters } from '../session/kept-filters.ts'
import { useSelection } from '../session/selection.ts'
import { useSavedHeaders } from '../session/settings.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

const filterNames = ['q', 'status', 'imported', 'priority', 'sort'] as const
const none = { q: '', status: '', imported: '', priority: '', sort: '' }

export function BatchesScreen() {
  const t = useText()
  const { customerID: chosenCustomer } = useSelection()
  const [filters, onFilters] = useKeptFilters('batches', filterNames, chosenCustomer)
  const view = useOpenView({
    ...{ list: 'batches', customerID: chosenCustomer, filters, knows: knowsBatchFilter },
    columns: useBatchColumns(),
    own: useSavedHeaders('batchHeaders'),
    onClear: () => onFilters(none),
  })
  const { headers, onHeaders } = view
  return (
    <Page
      title={t('batches.title')}
      mainAction={<UploadButton />}
      filters={
        <BatchFilters filters={filters} onFilters={onFilters} headers={headers} onHeaders={onHeaders} viewMenu={<ViewMenu view={view} />} />
      }
    >
      <ViewNotice view={view} />
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
