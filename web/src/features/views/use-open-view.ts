import type { SavedView, ViewList } from '@regie/contract/saved-views.ts'
import { useEffect, useRef, useState } from 'react'
import { useAddress } from '../../session/address.ts'
import { useFirstView } from '../../session/kept-filters.ts'
import { type Column, type ColumnHeader, mergeHeaders } from '../../ui/column-settings.ts'
import { useViews } from './views-data.ts'

type Headers = { headers: readonly ColumnHeader[]; onHeaders: (headers: readonly ColumnHeader[]) => void }
type Filters = Readonly<Record<string, string>>

type ListOfViews = {
  list: ViewList
  customerID: number | null
  /** Filters and order as they stand in the address, and how to leave all of them. */
  filters: Filters
  onClear?: () => void
  columns: readonly Pick<Column<never>, 'key' | 'isHidden'>[]
  /** The columns outside of a view. */
  own: Headers
  /** Does the list still know this value of a filter? */
  knows: (name: string, value: string) => boolean
}

export type OpenView = ReturnType<typeof useOpenView>

/**
 * The view that a list shows, named in the address beside its filters. Its columns go with it: what one changes in them stays with the view until it
 * is saved, and leaves one's own columns as they are. What the list no longer knows is left out, and named.
 */
export function useOpenView({ list, customerID, filters, onClear, columns, own, knows }: ListOfViews) {
  const names = Object.keys(filters)
  const [address, changeAddress] = useAddress(['view', ...names])
  const views = useViews(customerID, list)
  const first = useFirstView(list, customerID)
  const [changed, setChanged] = useState<{ viewID: number; headers: readonly ColumnHeader[] } | null>(null)
  const opened = views?.find(({ viewID }) => String(viewID) === address['view']) ?? null
  const merged = (headers: readonly ColumnHeader[]) => mergeHeaders(headers, columns)
  const kept = opened === null || opened.columns.length === 0 ? own.headers : opened.columns
  const headers = opened !== null && changed?.viewID === opened.viewID ? changed.headers : kept
  const onHeaders =
    opened === null ? own.onHeaders : (next: readonly ColumnHeader[]) => setChanged({ viewID: opened.viewID, headers: next })
  const known = (view: SavedView) => Object.fromEntries(names.map((name) => [name, knownValue(view, name, knows)]))
  const open = (view: SavedView | null) => {
    setChanged(null)
    if (view === null) onClear?.()
    const none = Object.fromEntries(names.map((name) => [name, '']))
    changeAddress(view === null ? { ...none, view: '' } : { ...none, ...known(view), view: String(view.viewID) })
  }
  useFirstOpening(
    views,
    first.viewID,
    Object.values(address).every((value) => value === ''),
    open,
  )
  const isChanged =
    opened !== null &&
    (names.some((name) => filters[name] !== known(opened)[name]) ||
      (opened.columns.length > 0 && JSON.stringify(merged(headers)) !== JSON.stringify(merged(opened.columns))))
  return {
    list,
    customerID,
    views,
    opened,
    isGone: views !== undefined && address['view'] !== '' && opened === null,
    isChanged,
    open,
    onSaved: (view: SavedView) => {
      setChanged(null)
      changeAddress({ view: String(view.viewID) })
    },
    first,
    headers,
    onHeaders,
    /** What a view would keep now. */
    shown: {
      filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
      columns: merged(headers).map(withoutGaps),
    },
    unknown: opened === null ? null : unknownOf(opened, names, columns, knows),
  }
}

function knownValue({ filters }: SavedView, name: string, knows: ListOfViews['knows']): string {
  const value = filters[name] ?? ''
  return value === '' || knows(name, value) ? value : ''
}

function unknownOf(view: SavedView, names: readonly string[], columns: ListOfViews['columns'], knows: ListOfViews['knows']) {
  const values = Object.entries(view.filters).filter(([name, value]) => !names.includes(name) || !knows(name, value))
  const gone = view.columns.filter(({ key }) => !columns.some((column) => column.key === key))
  return values.length + gone.length === 0 ? null : { values: values.map(([, value]) => value), columns: gone.length }
}

// Once, when the list is opened bare: the address leads afterwards.
function useFirstOpening(views: readonly SavedView[] | undefined, viewID: number | null, isBare: boolean, open: (view: SavedView) => void) {
  const isDone = useRef(!isBare)
  useEffect(() => {
    if (isDone.current || views === undefined) return
    isDone.current = true
    const view = views.find((one) => one.viewID === viewID)
    if (view !== undefined) open(view)
  })
}

function withoutGaps({ key, headerProps }: ColumnHeader) {
  const { width } = headerProps
  return { key, headerProps: width === undefined ? { class: headerProps.class } : { class: headerProps.class, width } }
}
