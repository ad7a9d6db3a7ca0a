import { auditApi, type AuditRow } from '@regie/contract/audit.ts'
import { useMemo } from 'react'
import { paths } from '../../paths.ts'
import { useRows } from '../../api/use-rows.ts'
import { useText } from '../../locales/i18n.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { AuditLine } from './audit-line.tsx'
import { type AuditFilters, auditQuery } from './audit-query.ts'
import { actionName, calledName, entityName, fieldName } from './audit-words.ts'

type AuditTableProps = {
  customerID: number | null
  filters: AuditFilters
  /** The line that stands open, as the address says. */
  line: string
  onLine: (line: string) => void
}

/** Who did what, the newest first; a line opens to what was before and after. */
export function AuditTable({ customerID, filters, line, onLine }: AuditTableProps) {
  const t = useText()
  const list = useRows(auditApi.list, { query: auditQuery(customerID, filters) })
  const columns = useAuditColumns()
  const opened = list.rows.find(({ auditID }) => String(auditID) === line)
  return (
    <>
      <DataTable<AuditRow>
        label={t('audit.title')}
        columns={columns}
        list={list}
        rowKey={({ auditID }) => String(auditID)}
        linkTo={({ auditID }) => paths.audit({ ...filters, line: auditID })}
        empty={<EmptyState icon="history" title={t('audit.empty.title')} text={t('audit.empty.text')} />}
      />
      {opened !== undefined && <AuditLine line={opened} onClose={() => onLine('')} />}
    </>
  )
}

export function useAuditColumns() {
  const t = useText()
  return useMemo(() => auditColumns(t), [t])
}

function auditColumns(t: ReturnType<typeof useText>): readonly Column<AuditRow>[] {
  return [
    { key: 'at', label: t('audit.columns.at'), width: 130, cell: ({ at }) => <Moment at={at} /> },
    { key: 'username', label: t('audit.columns.username'), width: 120, cell: whoOf(t), text: whoOf(t) },
    {
      key: 'action',
      label: t('audit.columns.action'),
      width: 190,
      cell: ({ action }) => actionName(action),
      text: ({ action }) => actionName(action),
    },
    { key: 'entity', label: t('audit.columns.entity'), width: 230, cell: whatOf, text: whatOf },
    { key: 'changes', label: t('audit.columns.changes'), width: 190, cell: changedFields, text: changedFields },
    { key: 'address', label: t('audit.columns.address'), width: 120, cell: ({ address }) => address ?? '–' },
    { key: 'via', label: t('audit.columns.via'), width: 140, cell: ({ via }) => t(`audit.vias.${via}`) },
  ]
}

const whoOf =
  (t: ReturnType<typeof useText>) =>
  ({ username }: AuditRow) =>
    username ?? t('audit.nobody')
const whatOf = (line: AuditRow) => (line.entity === null ? '–' : `${entityName(line.entity)} ${calledName(line)}`.trim())
const changedFields = ({ before, after }: AuditRow) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map(fieldName).join(', ') || '–'
