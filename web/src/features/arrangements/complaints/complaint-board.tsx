import type { arrangementApi } from '@regie/contract/arrangements.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { useMemo } from 'react'
import { paths } from '../../../paths.ts'
import { useText } from '../../../locales/i18n.tsx'
import { type Column, DataTable, type TableSort } from '../../../ui/data-table.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { readSort, sortsBy, writeSort } from '../../../ui/table-sort.ts'
import { useComplaints } from '../arrangements-data.ts'
import { useIsPhone } from '../../../ui/use-media.ts'
import { BoardBar, type BoardProps } from '../board-bar.tsx'
import { BoardCards } from '../board-cards.tsx'
import styles from '../boards.module.css'
import { columnsOfCase } from '../columns-of-case.ts'
import { ComplaintClock } from './complaint-clock.tsx'
import { ComplaintState } from './complaint-state.tsx'
import { complaintKinds, kindName, kindOf } from './kind-of.ts'
import { inOrder, rowsOf } from '../rows-of.ts'
import { personName } from '../../../session/people.ts'
import { makerName } from '../maker-name.ts'

type Row = ResponseOf<typeof arrangementApi.complaints>[number]

/** The complaints and disputes of a customer that are not resolved, the first to be confirmed on top; each row opens its case. */
export function ComplaintBoard({ customerID, filters, onFilters, headers, onHeaders, viewMenu }: BoardProps<ComplaintFilter>) {
  const t = useText()
  const answer = useComplaints(customerID)
  const columns = useComplaintColumns()
  const sort = readSort(filters.sort, firstToConfirm)
  const rows = answer.data?.filter((row) => filters.kind === '' || kindOf(row) === filters.kind)
  const isPhone = useIsPhone()
  const list = rowsOf(answer, rows && inOrder(rows, sort, values))
  const empty = (
    <EmptyState
      icon="check"
      title={t('arrangements.complaints.empty')}
      text={t('arrangements.complaints.emptyText')}
      action={<AppLink to={paths.search()}>{t('arrangements.findCase')}</AppLink>}
    />
  )
  return (
    <div className={styles.board}>
      <BoardBar columns={columns} headers={headers} onHeaders={onHeaders} viewMenu={viewMenu}>
        <SearchSelect
          label={t('arrangements.columns.kind')}
          isLabelHidden
          value={filters.kind}
          onChange={(kind) => onFilters({ kind })}
          options={[
            { value: '', label: t('arrangements.complaints.everyKind') },
            ...complaintKinds.map((kind) => ({
              value: kind,
              label: t(kind === 'paid' ? 'arrangements.complaints.reasons.paid' : `arrangements.complaints.${kind}`),
            })),
          ]}
        />
      </BoardBar>
      {isPhone ? (
        <BoardCards<Row>
          label={t('arrangements.complaints.title')}
          list={list}
          keyOf={({ complaintID }) => String(complaintID)}
          cardOf={(row) => ({
            to: paths.case(row.caseID),
            name: row.name || row.caseNumber,
            state:
              row.state === 'open' && row.confirmBefore !== null ? (
                <ComplaintClock complaint={row} isShort />
              ) : (
                <ComplaintState state={row.state} />
              ),
            about: row.text,
            facts: (
              <>
                {kindName(t, row)} · {row.caseNumber} · {t('arrangements.by', { name: makerName(t, row.by) })} · <Moment at={row.at} />
              </>
            ),
          })}
          empty={empty}
        />
      ) : (
        <DataTable<Row>
          label={t('arrangements.complaints.title')}
          columns={columns}
          list={list}
          sort={sort}
          onSort={(chosen) => onFilters({ sort: writeSort(chosen) })}
          headers={headers}
          onHeaders={onHeaders}
          rowKey={({ complaintID }) => String(complaintID)}
          linkTo={({ caseID }) => paths.case(caseID)}
          empty={empty}
        />
      )}
    </div>
  )
}

export function useComplaintColumns(): readonly Column<Row>[] {
  const t = useText()
  return useMemo(() => complaintColumns(t), [t])
}

/** Does the board still know this value of a filter? */
export function knowsComplaintFilter(name: string, value: string): boolean {
  return name === 'kind' ? complaintKinds.some((kind) => kind === value) : sortsBy(Object.keys(values), value)
}

export const complaintFilters = ['kind', 'sort'] as const
type ComplaintFilter = (typeof complaintFilters)[number]
const firstToConfirm: TableSort = { key: 'clock', direction: 'asc' }
const values: Record<string, (row: Row) => string> = {
  case: ({ caseNumber }) => caseNumber,
  name: ({ name }) => name,
  clock: ({ confirmBefore, confirmedAt }) => (confirmedAt === null ? (confirmBefore ?? 'none') : 'none'),
  at: ({ at }) => at,
  by: ({ by }) => personName(by),
}

function complaintColumns(t: ReturnType<typeof useText>): readonly Column<Row>[] {
  return [
    ...columnsOfCase(t),
    { key: 'kind', label: t('arrangements.columns.kind'), width: 190, cell: (row) => kindName(t, row) },
    {
      key: 'clock',
      sort: 'clock',
      label: t('arrangements.columns.clock'),
      width: 150,
      cell: (row) => <ComplaintClock complaint={row} isShort />,
    },
    { key: 'state', label: t('arrangements.columns.state'), width: 120, cell: (row) => <ComplaintState state={row.state} /> },
    { key: 'text', label: t('arrangements.columns.text'), width: 260, takesRest: true, cell: (row) => row.text, text: (row) => row.text },
    { key: 'at', sort: 'at', label: t('arrangements.columns.at'), width: 110, cell: (row) => <Moment at={row.at} /> },
    {
      key: 'by',
      sort: 'by',
      label: t('arrangements.columns.by'),
      width: 150,
      cell: (row) => makerName(t, row.by),
      text: (row) => makerName(t, row.by),
    },
  ]
}
