import type { Callback } from '@regie/contract/arrangements.ts'
import { useMemo } from 'react'
import { paths } from '../../../paths.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
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
import { type GiveOf, useCallbackWork } from './use-callback-work.tsx'
import { askedFor, isWhose, useWhoseOptions } from './whose.ts'
import { personName } from '../../../session/people.ts'

/** The open call-backs of a customer's whole team, soonest first, with the one who is to call: taken over or given to another here; each row opens its case. */
export function CallbackBoard({ customerID, filters, onFilters, headers, onHeaders, viewMenu }: BoardProps<CallbackFilter>) {
  const t = useText()
  const answer = useCallbacks(customerID, askedFor(filters.whose))
  const { options, nameOf } = useWhoseOptions(customerID, filters.whose)
  const { rowActions, giveOf, dialog } = useCallbackWork(customerID)
  const columns = useCallbackColumns(giveOf)
  const sort = readSort(filters.sort, soonestFirst)
  const rows = answer.data
  return (
    <div className={styles.board}>
      <BoardBar columns={columns} headers={headers} onHeaders={onHeaders} viewMenu={viewMenu}>
        <SearchSelect
          label={t('arrangements.callbacks.filter')}
          isLabelHidden
          value={filters.whose}
          onChange={(whose) => onFilters({ whose })}
          options={options}
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
        rowActions={rowActions}
        empty={
          <EmptyState
            icon="phone"
            title={filters.whose === '' ? t('arrangements.callbacks.empty') : t('arrangements.callbacks.emptyFor', { who: nameOf })}
            text={t('arrangements.callbacks.emptyText')}
            action={
              filters.whose === '' ? (
                <AppLink to={paths.search()}>{t('arrangements.findCase')}</AppLink>
              ) : (
                <Button onPress={() => onFilters({ whose: '' })}>{t('arrangements.callbacks.showTeam')}</Button>
              )
            }
          />
        }
      />
      {dialog}
    </div>
  )
}

/** The columns of a call-back; whether one is late is seen anew every minute. */
export function useCallbackColumns(giveOf?: GiveOf): readonly Column<Callback>[] {
  const t = useText()
  const minute = Math.floor(useNow(15_000) / 60_000)
  return useMemo(() => callbackColumns(t, minute * 60_000, giveOf), [t, minute, giveOf])
}

/** Does the board still know this value of a filter? */
export function knowsCallbackFilter(name: string, value: string): boolean {
  return name === 'whose' ? isWhose(value) : sortsBy(Object.keys(values), value)
}

export const callbackFilters = ['whose', 'sort'] as const
type CallbackFilter = (typeof callbackFilters)[number]
const soonestFirst: TableSort = { key: 'at', direction: 'asc' }
const values: Record<string, (row: Callback) => string> = {
  case: ({ caseNumber }) => caseNumber,
  name: ({ name }) => name,
  at: ({ at }) => at,
  who: ({ forUser }) => forUser?.name ?? '',
  by: ({ by }) => personName(by),
}

function callbackColumns(t: ReturnType<typeof useText>, now: number, giveOf?: GiveOf): readonly Column<Callback>[] {
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
    {
      key: 'who',
      sort: 'who',
      label: t('arrangements.columns.who'),
      width: 200,
      text: who,
      cell: (row) => {
        const give = giveOf?.(row) ?? null
        if (give === null) return who(row)
        return (
          <button type="button" className={styles.give} title={t('arrangements.callbacks.give')} onClick={give}>
            {who(row)}
          </button>
        )
      },
    },
    {
      key: 'about',
      label: t('arrangements.columns.about'),
      width: 300,
      takesRest: true,
      cell: (row) => row.note || '–',
      text: (row) => row.note,
    },
    {
      key: 'by',
      sort: 'by',
      label: t('arrangements.columns.by'),
      width: 150,
      cell: (row) => personName(row.by),
      text: (row) => personName(row.by),
    },
  ]
}
