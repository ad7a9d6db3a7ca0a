import type { CaseSort } from '@regie/contract/case-filter.ts'
import type { CaseRow } from '@regie/contract/cases.ts'
import { useMemo } from 'react'
import { formatDate, formatNumber, formatPlainDay, formatShare } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Moment, Money } from '../../../ui/moment.tsx'
import { CaseStatusBadge, resultName } from '../case-status.tsx'
import { nextWords } from '../step-words.ts'
import styles from '../cases.module.css'

/** In which order lists of cases stand until a header is pressed. */
export const newestFirst = { key: 'caseID', direction: 'desc' } as const

type CaseColumns = {
  withBatch: boolean
  hiddenSorts: readonly CaseSort[]
  /** In a list that is about that day. */
  withBarred?: boolean | undefined
  withHelpEnd?: boolean | undefined
}

/** Columns of a case; `withBatch` where cases of several batches stand together. What this user sees masked does not sort, and says so. */
export function useCaseColumns({
  withBatch,
  hiddenSorts,
  withBarred = false,
  withHelpEnd = false,
}: CaseColumns): readonly Column<CaseRow>[] {
  const t = useText()
  return useMemo(
    () =>
      caseColumns(t, { withBatch, withBarred, withHelpEnd }).map((column) =>
        hiddenSorts.some((sort) => sort === column.sort) ? { ...column, noSort: t('refusals.case.orderHidden') } : column,
      ),
    [t, withBatch, withBarred, withHelpEnd, hiddenSorts],
  )
}

function caseColumns(
  t: ReturnType<typeof useText>,
  { withBatch, withBarred, withHelpEnd }: { withBatch: boolean; withBarred: boolean; withHelpEnd: boolean },
): readonly Column<CaseRow>[] {
  const barred: Column<CaseRow> = {
    key: 'barredOn',
    label: t('cases.columns.barredOn'),
    width: 130,
    isHidden: !withBarred,
    cell: (row) => (row.barredOn === null ? <None /> : formatPlainDay(row.barredOn)),
  }
  const helpEnd: Column<CaseRow> = {
    key: 'debtHelpEndsOn',
    label: t('cases.columns.debtHelpEndsOn'),
    width: 150,
    cell: (row) => (row.debtHelpEndsOn === undefined ? <None /> : formatPlainDay(row.debtHelpEndsOn)),
  }
  return [
    {
      key: 'name',
      label: t('cases.columns.name'),
      width: 228,
      sort: 'name',
      cell: (row) => <Named row={row} />,
      text: (row) => `${row.name} · ${row.caseNumber}`,
    },
    ...(withBarred ? [barred] : []),
    ...(withHelpEnd ? [helpEnd] : []),
    {
      key: 'outstanding',
      label: t('cases.columns.outstanding'),
      width: 132,
      align: 'right',
      sort: 'outstanding',
      cell: (row) => <Money cents={row.outstandingCents} currency={row.currency} />,
    },
    {
      key: 'status',
      label: t('cases.columns.status'),
      width: 132,
      sort: 'status',
      cell: (row) => <CaseStatusBadge status={row.status} result={row.result} />,
    },
    {
      key: 'nextStep',
      label: t('cases.columns.nextStep'),
      width: 222,
      cell: (row) => (row.nextStep === null ? <None /> : nextWords(row.nextStep)),
      text: (row) => (row.nextStep === null ? '' : nextWords(row.nextStep)),
    },
    { key: 'attempts', label: t('cases.columns.attempts'), width: 84, align: 'right', cell: (row) => formatNumber(row.attempts) },
    {
      key: 'lastAnswer',
      label: t('cases.columns.lastAnswer'),
      width: 164,
      cell: (row) => (row.lastAnswer === null ? <None /> : t(`cases.answers.${row.lastAnswer}`)),
    },
    {
      key: 'result',
      label: t('cases.columns.result'),
      width: 160,
      sort: 'result',
      cell: (row) => resultName(t, row.result),
      text: (row) => resultName(t, row.result),
    },
    ...(withBatch ? [batchColumn(t('cases.columns.batch'))] : []),
    {
      key: 'caseNumber',
      label: t('cases.columns.caseNumber'),
      width: 140,
      sort: 'caseNumber',
      isHidden: true,
      cell: (row) => row.caseNumber,
      text: (row) => row.caseNumber,
    },
    {
      key: 'paid',
      label: t('cases.columns.paid'),
      width: 170,
      align: 'right',
      isHidden: true,
      cell: (row) => (row.paidOn === null ? <None /> : <Paid row={row} paidOn={row.paidOn} />),
    },
    { key: 'paidShare', label: t('cases.columns.paidShare'), width: 96, align: 'right', isHidden: true, cell: (row) => shareOf(row) },
    {
      key: 'promised',
      label: t('cases.columns.promised'),
      width: 170,
      align: 'right',
      isHidden: true,
      cell: (row) => (row.promisedOn === null ? <None /> : <InPromises row={row} promisedOn={row.promisedOn} />),
    },
    {
      key: 'city',
      label: t('cases.columns.city'),
      width: 130,
      sort: 'city',
      isHidden: true,
      cell: (row) => row.city ?? '–',
      text: (row) => row.city ?? '',
    },
    { key: 'phone', label: t('cases.columns.phone'), width: 130, isHidden: true, cell: (row) => row.phone ?? <None /> },
    {
      key: 'email',
      label: t('cases.columns.email'),
      width: 210,
      isHidden: true,
      cell: (row) => row.email ?? <None />,
      text: (row) => row.email ?? '',
    },
    ...(withBarred ? [] : [barred]),
    { key: 'updatedAt', label: t('cases.columns.updatedAt'), width: 120, isHidden: true, cell: (row) => <Moment at={row.updatedAt} /> },
  ]
}

/** Who it is, with the number that staff call the case by. */
function Named({ row: { name, caseNumber } }: { row: CaseRow }) {
  if (name === '') return caseNumber
  return (
    <>
      {name} <span className={styles.number}>{caseNumber}</span>
    </>
  )
}

/** What of the claim was paid; nothing is known of one without a claim. */
function shareOf({ outstandingCents, paidCents }: CaseRow): string {
  const claim = (outstandingCents ?? 0) + paidCents
  return outstandingCents === null || claim === 0 ? '–' : formatShare(paidCents / claim)
}

function batchColumn(label: string): Column<CaseRow> {
  return { key: 'batch', label, width: 180, isHidden: true, cell: (row) => row.batchName, text: (row) => row.batchName }
}

function Paid({ row, paidOn }: { row: CaseRow; paidOn: string }) {
  return (
    <>
      <Money cents={row.paidCents} currency={row.currency} /> <span className={styles.quiet}>{formatDate(`${paidOn}T12:00:00Z`)}</span>
    </>
  )
}

function InPromises({ row, promisedOn }: { row: CaseRow; promisedOn: string }) {
  return (
    <>
      <Money cents={row.promisedCents} currency={row.currency} />{' '}
      <span className={styles.quiet}>{formatDate(`${promisedOn}T12:00:00Z`)}</span>
    </>
  )
}

function None() {
  return <span className={styles.quiet}>–</span>
}
