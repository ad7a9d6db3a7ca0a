import { type FocusEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatNumber, formatTotal } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { mergeHeaders, withWidth } from './column-settings.ts'
import styles from './data-table.module.css'
import { ErrorState } from './error-state.tsx'
import { CopyButton, rowsToCopy } from './copy-button-of-table.tsx'
import { RowActions, type RowMenu } from './row-actions.tsx'
import { TableBody } from './table-body.tsx'
import { useShownColumns } from './table-columns.ts'
import { TableHead } from './table-head.tsx'
import { type GridPlace, movedPlace, placeOf } from './table-keys.ts'
import type { DataTableProps, TableRows } from './table-props.ts'
import { useReturnToRow } from './table-places.ts'
import { headHeight, scrollTopFor } from './table-window.ts'
import { useRowHeight } from './use-scroll-window.ts'

export type { Column, ColumnHeader } from './column-settings.ts'
export type { RowAction } from './row-actions.tsx'
export type { TableSort } from './table-head.tsx'
export type { DataTableProps, TableRows } from './table-props.ts'

/** The grid of every list: one tab stop, arrows or j and k between rows, Enter opens, x or space chooses. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, list, rowKey, sort = null, onSort, headers, onHeaders, chosen, onChosen, empty } = props
  const t = useText()
  const shown = useShownColumns(columns, headers)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [active, setActive] = useState<GridPlace>({ row: -1, column: 0 })
  const { rows } = list
  const rowHeight = useRowHeight()
  const toggle = useToggle(chosen, onChosen)
  const goTo = (place: GridPlace) => {
    setActive(place)
    if (scroller !== null && place.row >= 0) scrollToRow(scroller, place.row, { count: rows.length, height: rowHeight })
    requestAnimationFrame(() => focusCell(scroller, place))
  }
  useRowKeysFromPage(scroller, () => rows.length > 0 && goTo({ row: Math.max(0, active.row), column: active.column }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || (event.target as HTMLElement).matches('input:not([type=checkbox]),select,textarea')) return
    const place = movedPlace(event.key, event.ctrlKey, active, {
      rows: rows.length,
      columns: shown.length,
      pageRows: Math.floor((scroller?.clientHeight ?? 600) / rowHeight) - 2,
    })
    const row = rows[active.row]
    if (place !== null) goTo(place)
    else if (row !== undefined && event.key === 'Enter' && !isPressable(event.target))
      openRow(scroller, active.row, () => props.onOpen?.(row))
    else if (row !== undefined && (event.key === 'x' || event.key === ' ') && toggle !== undefined && !isPressable(event.target))
      toggle(rowKey(row))
    else if (row !== undefined && rowActions !== undefined && isMenuKey(event))
      setMenu({ row: active.row, opener: { current: event.target as HTMLElement } })
    else return
    event.preventDefault()
  }
  const onFocus = (event: FocusEvent) => {
    const place = placeOf(event.target)
    if (place !== null) setActive(place)
  }
  const choosing =
    chosen === undefined || onChosen === undefined
      ? null
      : {
          isAll: rows.length > 0 && rows.every((row) => chosen.has(rowKey(row))),
          isSome: chosen.size > 0,
          onToggleAll: () => onChosen(chosen.size >= rows.length ? new Set() : new Set(rows.map(rowKey))),
        }
  const setWidth = onHeaders && ((key: string, width: number) => onHeaders(withWidth(mergeHeaders(headers ?? [], columns), key, width)))
  const state = stateOf(list, empty)
  const remember = useReturnToRow({
    scroller,
    rowIds: () => rows.map(rowKey),
    isReady: rows.length > 0,
    goTo: (row) => goTo({ row, column: 0 }),
  })
  const [menu, setMenu] = useState<RowMenu | null>(null)
  const { rowActions } = props
  return (
    <div className={styles.table}>
      <div
        ref={setScroller}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-busy={list.isLoading}
        aria-rowcount={list.total?.exact === false ? -1 : (list.total?.value ?? rows.length) + 1}
        aria-colcount={shown.length + (choosing === null ? 0 : 1)}
        aria-multiselectable={choosing !== null}
        className={styles.scroller}
        data-head-only={state !== null || undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onClickCapture={remember}
      >
        <TableHead
          columns={shown}
          active={active}
          sort={sort}
          onSort={onSort}
          filters={props.filters}
          onWidth={setWidth}
          choosing={choosing}
        />
        {state === null && <TableBody {...props} shown={shown} scroller={scroller} active={active} toggle={toggle} />}
      </div>
      {state !== null && <div className={styles.state}>{state}</div>}
      {rowActions !== undefined && state === null && (
        <RowActions
          scroller={props.areActionsShown === true ? null : scroller}
          menu={menu}
          onMenuClosed={() => setMenu(null)}
          actionsOf={(at) => actionsAt(rows[at], rowActions)}
        />
      )}
      <div className={styles.foot}>
        {list.total !== null && <span>{t('ui.table.rows', { count: list.total.value, total: formatTotal(list.total) })}</span>}
        {chosen !== undefined && chosen.size > 0 && <strong>{t('ui.table.chosen', { total: formatNumber(chosen.size) })}</strong>}
        {rows.length > 0 && (
          <CopyButton columns={shown} rows={rowsToCopy(rows, rowKey, chosen).filter((row) => (props.headingOf?.(row) ?? null) === null)} />
        )}
      </div>
    </div>
  )
}

const actionsAt = <Row,>(row: Row | undefined, actions: NonNullable<DataTableProps<Row>['rowActions']>) =>
  row === undefined ? [] : actions(row)

// The menu key, or Shift+F10 where there is none; a point is nearer to the hand.
const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === '.' || key === 'ContextMenu' || (key === 'F10' && shiftKey)

// What stands in place of rows; beside the grid, because a grid holds rows and nothing else.
function stateOf(list: TableRows<unknown>, empty: ReactNode): ReactNode {
  if (list.rows.length > 0) return null
  if (list.failure !== null) return <ErrorState failure={list.failure} onRetry={list.retry} />
  return list.isLoading ? null : empty
}

function scrollToRow(scroller: HTMLElement, row: number, { count, height }: { count: number; height: number }) {
  const top = scrollTopFor(row, { count, height, scrollTop: scroller.scrollTop, viewport: scroller.clientHeight - headHeight })
  if (top !== null) scroller.scrollTop = top
}

// A row far away is drawn some frames after the scroll to it; the one that had the focus is gone by then.
function focusCell(scroller: HTMLElement | null, place: GridPlace, framesLeft = 20) {
  const cell = cellAt(scroller, place)
  if (cell) {
    cell.focus({ preventScroll: place.row >= 0 })
    if (scroller !== null && place.row >= 0) scrollToCell(scroller, cell)
  } else if (framesLeft > 0) requestAnimationFrame(() => focusCell(scroller, place, framesLeft - 1))
}

// Its row is in view already; to the side the browser would move the page too.
function scrollToCell(scroller: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement) {
  const end = offsetLeft + offsetWidth
  if (offsetLeft < scroller.scrollLeft) scroller.scrollLeft = offsetLeft
  else if (end > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = end - scroller.clientWidth
}

function cellAt(scroller: HTMLElement | null, { row, column }: GridPlace) {
  return scroller?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`)
}

function isPressable(target: EventTarget): boolean {
  return (target as HTMLElement).matches('button,a,input')
}

// The row's own link knows how to go there; a table without links says so by onOpen.
function openRow(scroller: HTMLElement | null, row: number, open: () => void) {
  const link = cellAt(scroller, { row, column: 0 })?.querySelector<HTMLAnchorElement>('a')
  if (link) link.click()
  else open()
}

function useToggle(chosen: ReadonlySet<string> | undefined, onChosen: ((chosen: Set<string>) => void) | undefined) {
  // Rows keep the same function while the choice changes, so that choosing one row draws one row again.
  const latest = useRef({ chosen, onChosen })
  useEffect(() => {
    latest.current = { chosen, onChosen }
  }, [chosen, onChosen])
  const toggle = useCallback((rowId: string) => {
    const next = new Set(latest.current.chosen)
    if (!next.delete(rowId)) next.add(rowId)
    latest.current.onChosen?.(next)
  }, [])
  return onChosen === undefined ? undefined : toggle
}

// j and k find the table also when nothing on the page has the focus.
function useRowKeysFromPage(scroller: HTMLElement | null, enter: () => unknown) {
  const enterRows = useEffectEvent(enter)
  useEffect(() => {
    if (scroller === null) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isFree = document.activeElement === document.body || document.activeElement === null
      if (isFree && (event.key === 'j' || event.key === 'k') && !event.ctrlKey && !event.metaKey && !event.altKey) enterRows()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [scroller])
}
