import type { Callback } from '@regie/contract/arrangements.ts'
import { useMemo } from 'react'
import { paths } from '../../../paths.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable, type RowAction, type TableSort } from '../../../ui/data-table.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { readSort, sortsBy, writeSort } from '../../../ui/table-sort.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useCallbacks } from '../arrangements-data.ts'
import { useIsPhone } from '../../../ui/use-media.ts'
import { BoardBar, type BoardProps } from '../board-bar.tsx'
import { BoardCards } from '../board-cards.tsx'
import styles from '../boards.module.css'
import { columnsOfCase } from '../columns-of-case.ts'
import { inOrder, rowsOf } from '../rows-of.ts'
import { type GiveOf, useCallbackWork } from './use-callback-work.tsx'
import { askedFor, isWhose, useWhoseOptions } from './whose.ts'
import { personName } from '../../../session/people.ts'
import { makerName } from '../maker-name.ts'

/** The open call-backs of a customer's whole team, soonest first, with the one who is to call: taken over or given to another here; each row opens its case. */
export function CallbackBoard({ customerID, filters, onFilters, headers, onHeaders, viewMenu }: BoardProps<CallbackFilter>) {
  const t = useText()
  const answer = useCallbacks(customerID, askedFor(filters.whose))
  const { options, nameOf } = useWhoseOptions(customerID, filters.whose)
  const { rowActions, giveOf, dialog } = useCallbackWork(customerID)
  const isPhone = useIsPhone()
  const columns = useCallbackColumns(giveOf, rowActions)
  const now = useNow(15_000)
  const sort = readSort(filters.sort, soonestFirst)
  const list = rowsOf(answer, answer.data && inOrder(answer.data, sort, values))
  const empty = (
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
  )
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
      {isPhone ? (
        <BoardCards<Callback>
          label={t('arrangements.callbacks.title')}
          list={list}
          keyOf={({ callbackID }) => String(callbackID)}
          cardOf={(row) => ({
            to: paths.case(row.caseID),
            name: row.name || row.caseNumber,
            state: <CallAt at={row.at} now={now} />,
            about: row.note,
            facts: [whoOf(t, row), row.caseNumber, t('arrangements.by', { name: makerName(t, row.by) })].join(' · '),
            actions: rowActions(row),
          })}
          empty={empty}
        />
      ) : (
        <DataTable<Callback>
          label={t('arrangements.callbacks.title')}
          columns={columns}
          list={list}
          sort={sort}
          onSort={(chosen) => onFilters({ sort: writeSort(chosen) })}
          headers={headers}
          onHeaders={onHeaders}
          rowKey={({ callbackID }) => String(callbackID)}
          linkTo={({ caseID }) => paths.case(caseID)}
          rowActions={rowActions}
          areActionsShown
          empty={empty}
        />
      )}
      {dialog}
    </div>
  )
}

/** The columns of a call-back; whether one is late is seen anew every minute. */
export function useCallbackColumns(giveOf?: GiveOf, actionsOf?: ActionsOf): readonly Column<Callback>[] {
  const t = useText()
  const minute = Math.floor(useNow(15_000) / 60_000)
  return useMemo(() => callbackColumns(t, minute * 60_000, giveOf, actionsOf), [t, minute, giveOf, actionsOf])
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

type ActionsOf = (row: Callback) => readonly RowAction[]

const whoOf = (t: ReturnType<typeof useText>, { forUser }: Callback) => forUser?.name ?? t('arrangements.callbacks.anyone')

/** When to call; in red once that has passed. */
function CallAt({ at, now }: { at: string; now: number }) {
  const t = useText()
  const isLate = Date.parse(at) < now
  return (
    <Badge tone={isLate ? 'error' : 'info'} icon={isLate ? 'alert' : 'clock'}>
      {formatNextMoment(at)}
      {isLate && ` · ${t('arrangements.callbacks.late')}`}
    </Badge>
  )
}

function callbackColumns(t: ReturnType<typeof useText>, now: number, giveOf?: GiveOf, actionsOf?: ActionsOf): readonly Column<Callback>[] {
  const who = (row: Callback) => whoOf(t, row)
  return [
    ...columnsOfCase(t),
    { key: 'at', sort: 'at', label: t('arrangements.columns.callAt'), width: 115, cell: (row) => formatNextMoment(row.at) },
    {
      key: 'state',
      label: t('arrangements.columns.state'),
      width: 100,
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
      width: 180,
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
      width: 210,
      takesRest: true,
      cell: (row) => row.note || '–',
      text: (row) => row.note,
    },
    {
      key: 'by',
      sort: 'by',
      label: t('arrangements.columns.by'),
      width: 130,
      cell: (row) => makerName(t, row.by),
      text: (row) => makerName(t, row.by),
    },
    {
      key: 'actions',
      label: t('arrangements.columns.actions'),
      width: 124,
      cell: (row) => (
        <span className={styles.rowActions}>
          {actionsOf?.(row).map(({ key, label, icon, reason, onPress }) => (
            <IconButton key={key} icon={icon} label={label} reason={reason} onPress={onPress} />
          ))}
        </span>
      ),
    },
  ]
}
