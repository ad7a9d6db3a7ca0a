import { ChainBadge, ExportButton, RetentionButton } from '../features/audit/audit-actions.tsx'
import { AuditFilters } from '../features/audit/audit-filters.tsx'
import { auditFilterNames } from '../features/audit/audit-query.ts'
import { AuditTable } from '../features/audit/audit-table.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useSelection } from '../session/selection.ts'
import { Page } from '../ui/page.tsx'

export function AuditScreen() {
  const t = useText()
  const { customerID } = useSelection()
  const [filters, onFilters] = useAddress(auditFilterNames)
  const [{ line }, onAddress] = useAddress(['line'])
  return (
    <Page
      title={t('audit.title')}
      badge={<ChainBadge />}
      actions={
        <>
          <RetentionButton />
          <ExportButton customerID={customerID} filters={filters} />
        </>
      }
      filters={<AuditFilters filters={filters} onFilters={onFilters} />}
    >
      <AuditTable customerID={customerID} filters={filters} line={line} onLine={(opened) => onAddress({ line: opened })} />
    </Page>
  )
}
