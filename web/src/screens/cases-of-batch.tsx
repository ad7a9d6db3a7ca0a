import type { BatchRow } from '@regie/contract/batches.ts'
import { CaseBulkBar } from '../features/bulk/case-bulk-bar.tsx'
import { caseFilterNames, knowsCaseFilter } from '../features/cases/filters/case-filters.ts'
import { BatchCases } from '../features/cases/lists/batch-cases.tsx'
import { useCaseColumns } from '../features/cases/lists/case-columns.tsx'
import { useOpenView } from '../features/views/use-open-view.ts'
import { ViewMenu } from '../features/views/view-menu.tsx'
import { ViewNotice } from '../features/views/view-notice.tsx'
import { useAddress } from '../session/address.ts'
import { useSavedHeaders } from '../session/settings.ts'
import { useCaseRowWork } from './use-case-row-work.tsx'

const listFilters = [...caseFilterNames, 'sort'] as const

/** The cases of a batch in the view that is open, with what can be done with many of them. */
export function CasesOfBatch({ batch }: { batch: BatchRow }) {
  const { batchID, customerID } = batch
  const [filters, changeAddress] = useAddress(listFilters)
  const { rowActions, rowDialog } = useCaseRowWork()
  const view = useOpenView({
    ...{ list: 'batchCases', customerID, filters, knows: knowsCaseFilter },
    columns: useCaseColumns({ withBatch: false, hiddenSorts: [] }),
    own: useSavedHeaders('caseHeaders'),
  })
  return (
    <>
      <ViewNotice view={view} />
      <BatchCases
        batch={batch}
        filters={filters}
        onFilters={changeAddress}
        view={view}
        viewMenu={<ViewMenu view={view} />}
        rowActions={rowActions}
        bulkBar={({ filter, ...chosen }) => <CaseBulkBar customerID={customerID} filter={{ batchID, ...filter }} {...chosen} />}
      />
      {rowDialog}
    </>
  )
}
