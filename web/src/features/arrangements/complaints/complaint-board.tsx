import type { arrangementApi } from '@regie/contract/arrangements.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { useMemo } from 'react'
import { paths } from '../../../paths.ts'
import { useText } from '../../../locales/i18n.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useComplaints } from '../arrangements-data.ts'
import styles from '../boards.module.css'
import { ComplaintClock } from './complaint-clock.tsx'
import { ComplaintState } from './complaint-state.tsx'
import { rowsOf } from '../rows-of.ts'

type Row = ResponseOf<typeof arrangementApi.complaints>[number]

/** The complaints and disputes of a customer that are not resolved, the first to be confirmed on top; each row opens its case. */
export function ComplaintBoard({ customerID }: { customerID: number }) {
  const t = useText()
  const answer = useComplaints(customerID)
  const columns = useMemo(() => complaintColumns(t), [t])
  return (
    <div className={styles.board}>
      <DataTable<Row>
        label={t('arrangements.complaints.title')}
        columns={columns}
        list={rowsOf(answer, answer.data)}
        rowKey={({ complaintID }) => String(complaintID)}
        linkTo={({ caseID }) => paths.case(caseID)}
        empty={
          <EmptyState
            icon="check"
            title={t('arrangements.complaints.empty')}
            text={t('arrangements.complaints.emptyText')}
            action={<AppLink to={paths.search()}>{t('arrangements.findCase')}</AppLink>}
          />
        }
      />
    </div>
  )
}

function complaintColumns(t: ReturnType<typeof useText>): readonly Column<Row>[] {
  return [
    { key: 'case', label: t('arrangements.columns.case'), width: 120, cell: (row) => row.caseNumber, text: (row) => row.caseNumber },
    { key: 'name', label: t('arrangements.columns.name'), width: 180, cell: (row) => row.name, text: (row) => row.name },
    { key: 'kind', label: t('arrangements.columns.kind'), width: 110, cell: (row) => t(`arrangements.complaints.${row.kind}`) },
    { key: 'clock', label: t('arrangements.columns.clock'), width: 150, cell: (row) => <ComplaintClock complaint={row} isShort /> },
    { key: 'state', label: t('arrangements.columns.state'), width: 120, cell: (row) => <ComplaintState state={row.state} /> },
    { key: 'text', label: t('arrangements.columns.text'), width: 260, cell: (row) => row.text, text: (row) => row.text },
    { key: 'at', label: t('arrangements.columns.at'), width: 110, cell: (row) => <Moment at={row.at} /> },
    { key: 'by', label: t('arrangements.columns.by'), width: 120, cell: (row) => row.by, text: (row) => row.by },
  ]
}
