import type { Callback } from '@regie/contract/arrangements.ts'
import { useMemo } from 'react'
import { paths } from '../../../paths.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, DataTable, type TableSort } from '../../../ui/data-table.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { readSort, sortsBy, writeSort } from '../../../ui/table-sort.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useCallbacks } from '../arrangements-data.ts'
import { BoardBar, type BoardProps } from '../board-bar.tsx'
import styles from '../boards.module.css'
import { columnsOfCase } from '../columns-of-case.ts'
import { inOrder, rowsOf } from '../rows-of.ts'

/** The open call-backs of a customer, soonest first; each row opens its case. */
export function CallbackBoard({ customerID, filters, onFilters, headers, onHeaders, viewMenu }: BoardProps<CallbackFilter>) {
  const t = useText()
  const answer = useCallbacks(customerID)
  const columns = useCallbackColumns()
  const sort = readSort(filters.sort, soonestFirst)
  const rows = answer.data?.filter(({ forUser }) => filters.mine !== 'yes' || forUser !== null)
  return (
    <div className={styles.board}>
      <BoardBar columns={columns} headers={headers} onHeaders={onHeaders} viewMenu={viewMenu}>
        <SearchSelect
          label={t('arrangements.callbacks.filter')}
          isLabelHidden
          value={filters.mine}
          onChange={(mine) => onFilters({ mine })}
          options={[
            { value: '', label: t('arrangements.callbacks.everyone') },
            { value: 'yes', label: t('arrangements.callbacks.mine') },
          ]}
        />
      </BoardBar>
      <DataTable<Callback>
        label={t('arrangements.callbacks.title')}
        columns={columns}
        list={rowsOf(answer, rows && inOrder(rows, sort, values))}
        sort={sort}
        onSort={(chosen) => onFilters({ sort: writeSort(chosen) })}
        headers={headers}
        onHeaders={onHeaders}
        rowKey={({ callbackID }) => String(callbackID)}
        linkTo={({ caseID }) => paths.case(caseID)}
        empty={
          <EmptyState
            icon="phone"
            title={t('arrangements.callbacks.empty')}
            text={t('arrangements.callbacks.emptyText')}
            action={<AppLink to={paths.search()}>{t('arrangements.findCase')}</AppLink>}
          />
        }
      />
    </div>
  )
}

/** The columns of a call-back; whether one is late is seen anew every minute. */
export function useCallbackColumns(): readonly Column<Callback>[] {
  const t = useText()
  const minute = Math.floor(useNow(15_000) / 60_000)
  return useMemo(() => callbackColumns(t, minute * 60_000), [t, minute])
}

/** Does the board still know this value of a filter? */
export function knowsCallbackFilter(name: string, value: string): boolean {
  return name === 'mine' ? value === 'yes' : sortsBy(Object.keys(values), value)
}

export const callbackFilters = ['mine', 'sort'] as const
type CallbackFilter = (typeof callbackFilters)[number]
const soonestFirst: TableSort = { key: 'at', direction: 'asc' }
const values: Record<string, (row: Callback) => string> = {
  case: ({ caseNumber }) => caseNumber,
  name: ({ name }) => name,
  at: ({ at }) => at,
  who: ({ forUser }) => forUser?.name ?? '',
  by: ({ by }) => by,
}

function callbackColumns(t: ReturnType<typeof useText>, now: number): readonly Column<Callback>[] {
  const who = ({ forUser }: Callback) => forUser?.name ?? t('arrangements.callbacks.anyone')
  return [
    ...columnsOfCase(t),
    { key: 'at', sort: 'at', label: t('arrangements.columns.callAt'), width: 130, cell: (row) => formatNextMoment(row.at) },
    {
      key: 'state',
      label: t('arrangements.columns.state'),
      width: 120,
      cell: (row) =>
        Date.parse(row.at) < now ? (
          <Badge tone="error" icon="alert">
            {t('arrangements.callbacks.late')}
          </Badge>
        ) : (
          <Badge tone="info" icon="clock">
            {t('arrangements.callbacks.states.open')}
          </Badge>
        ),
    },
    { key: 'who', sort: 'who', label: t('arrangements.columns.who'), width: 180, cell: who, text: who },
    { key: 'about', label: t('arrangements.columns.about'), width: 300, cell: (row) => row.note || '–', text: (row) => row.note },
    { key: 'by', sort: 'by', label: t('arrangements.columns.by'), width: 120, cell: (row) => row.by, text: (row) => row.by },
  ]
}
