import { ChainBadge, ExportButton, RetentionButton } from '../features/audit/audit-actions.tsx'
import { AuditFilters } from '../features/audit/audit-filters.tsx'
import { auditFilterNames, knowsAuditFilter } from '../features/audit/audit-query.ts'
import { AuditTable, useAuditColumns } from '../features/audit/audit-table.tsx'
import { useOpenView } from '../features/views/use-open-view.ts'
import { ViewMenu } from '../features/views/view-menu.tsx'
import { ViewNotice } from '../features/views/view-notice.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useSelection } from '../session/selection.ts'
import { Page } from '../ui/page.tsx'

export function AuditScreen() {
  const t = useText()
  const { customerID } = useSelection()
  const [filters, onFilters] = useAddress(auditFilterNames)
  const [{ line, open }, onAddress] = useAddress(['line', 'open'])
  const view = useOpenView({
    ...{ list: 'audit', customerID, filters, knows: knowsAuditFilter, own: standardColumns },
    columns: useAuditColumns(),
  })
  return (
    <Page
      title={t('audit.title')}
      badge={<ChainBadge />}
      actions={
        <>
          <ViewMenu view={view} />
          <RetentionButton />
          <ExportButton customerID={customerID} filters={filters} />
        </>
      }
      filters={<AuditFilters customerID={customerID} filters={filters} onFilters={onFilters} />}
    >
      <ViewNotice view={view} />
      <AuditTable customerID={customerID} filters={filters} line={line} open={open} onLine={(opened) => onAddress({ line: opened })} />
    </Page>
  )
}

// The log has the same columns for everybody.
const standardColumns = { headers: [], onHeaders: () => {} }
