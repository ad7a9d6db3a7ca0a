import type { CaseRow, CaseSort } from '@regie/contract/cases.ts'
import { useMemo } from 'react'
import { formatDate, formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Moment, Money } from '../../../ui/moment.tsx'
import { CaseStatusBadge, resultName } from '../case-status.tsx'
import styles from '../cases.module.css'

/** In which order lists of cases stand until a header is pressed. */
export const newestFirst = { key: 'caseID', direction: 'desc' } as const

type CaseColumns = { withBatch: boolean; hiddenSorts: readonly CaseSort[] }

/** Columns of a case; `withBatch` where cases of several batches stand together. What this user sees masked does not sort, and says so. */
export function useCaseColumns({ withBatch, hiddenSorts }: CaseColumns): readonly Column<CaseRow>[] {
  const t = useText()
  return useMemo(
    () =>
      caseColumns(t, withBatch).map((column) =>
        hiddenSorts.some((sort) => sort === column.sort) ? { ...column, noSort: t('errors.case.orderHidden') } : column,
      ),
    [t, withBatch, hiddenSorts],
  )
}

function caseColumns(t: ReturnType<typeof useText>, withBatch: boolean): readonly Column<CaseRow>[] {
  return [
    {
      key: 'caseNumber',
      label: t('cases.columns.caseNumber'),
      width: 140,
      sort: 'caseNumber',
      cell: (row) => row.caseNumber,
      text: (row) => row.caseNumber,
    },
    { key: 'name', label: t('cases.columns.name'), width: 210, sort: 'name', cell: (row) => row.name, text: (row) => row.name },
    {
      key: 'status',
      label: t('cases.columns.status'),
      width: 140,
      sort: 'status',
      cell: (row) => <CaseStatusBadge status={row.status} result={row.result} />,
    },
    {
      key: 'outstanding',
      label: t('cases.columns.outstanding'),
      width: 132,
      align: 'right',
      sort: 'outstanding',
      cell: (row) => <Money cents={row.outstandingCents} currency={row.currency} />,
    },
    {
      key: 'paid',
      label: t('cases.columns.paid'),
      width: 170,
      align: 'right',
      cell: (row) => (row.paidOn === null ? <None /> : <Paid row={row} paidOn={row.paidOn} />),
    },
    {
      key: 'city',
      label: t('cases.columns.city'),
      width: 130,
      sort: 'city',
      cell: (row) => row.city ?? '–',
      text: (row) => row.city ?? '',
    },
    { key: 'phone', label: t('cases.columns.phone'), width: 130, cell: (row) => row.phone ?? <None /> },
    { key: 'email', label: t('cases.columns.email'), width: 210, cell: (row) => row.email ?? <None />, text: (row) => row.email ?? '' },
    { key: 'attempts', label: t('cases.columns.attempts'), width: 84, align: 'right', cell: (row) => formatNumber(row.attempts) },
    {
      key: 'lastAnswer',
      label: t('cases.columns.lastAnswer'),
      width: 140,
      cell: (row) => (row.lastAnswer === null ? <None /> : t(`cases.answers.${row.lastAnswer}`)),
    },
    {
      key: 'result',
      label: t('cases.columns.result'),
      width: 150,
      sort: 'result',
      cell: (row) => resultName(t, row.result),
      text: (row) => resultName(t, row.result),
    },
    ...(withBatch ? [batchColumn(t('cases.columns.batch'))] : []),
    { key: 'updatedAt', label: t('cases.columns.updatedAt'), width: 120, cell: (row) => <Moment at={row.updatedAt} /> },
  ]
}

function batchColumn(label: string): Column<CaseRow> {
  return { key: 'batch', label, width: 180, cell: (row) => row.batchName, text: (row) => row.batchName }
}

function Paid({ row, paidOn }: { row: CaseRow; paidOn: string }) {
  return (
    <>
      <Money cents={row.paidCents} currency={row.currency} /> <span className={styles.quiet}>{formatDate(`${paidOn}T12:00:00Z`)}</span>
    </>
  )
}

function None() {
  return <span className={styles.quiet}>–</span>
}
