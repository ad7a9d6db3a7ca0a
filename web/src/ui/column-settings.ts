import type { ReactNode } from 'react'

/** A column as a user left it (spec §3, Settings): hidden when its class holds the word d-none; the list's order is the order on screen. */
export type ColumnHeader = { key: string; headerProps: { class: string; width?: number | undefined } }

/** By what the header of a column filters, and what is chosen now ('' is everything): choices, or a panel of its own. */
export type ColumnFilter = { value: string; onChange: (value: string) => void } & (
  | { options: readonly { value: string; label: string }[]; words?: string }
  | { panel: (close: () => void) => ReactNode; words: string }
)

/** How a filter reads where it stands as a chip. */
export function filterWords(filter: ColumnFilter): string {
  const option = 'options' in filter ? filter.options.find(({ value }) => value === filter.value) : undefined
  return filter.words ?? option?.label ?? filter.value
}

/** By the key of the column. Apart from the columns, which stay the same so that rows are not drawn again. */
export type ColumnFilters = Readonly<Partial<Record<string, ColumnFilter>>>

export type Column<Row> = {
  key: string
  label: string
  /** What its figures say, where the label is too short for it: the description of its head. */
  help?: string
  width: number
  /** Numbers stand right with tabular figures. */
  align?: 'right'
  /** The sort key that the server knows. */
  sort?: string
  /** Why this user cannot sort by it. */
  noSort?: string
  /** Takes the room that is left, in place of the first: what is read most, such as a text. Several share it. */
  takesRest?: true
  /** Hidden until the user chooses it. */
  isHidden?: boolean
  cell: (row: Row) => ReactNode
  /** Title of a cut cell. */
  text?: (row: Row) => string
}

type ColumnDefault = Pick<Column<never>, 'key' | 'isHidden'>

export function isShown(header: ColumnHeader): boolean {
  return !header.headerProps.class.split(' ').includes('d-none')
}

/** Merges what a user saved with today's columns by key: unknown keys fall away, new columns come at the end as they are by default. */
export function mergeHeaders(saved: readonly ColumnHeader[], columns: readonly ColumnDefault[]): ColumnHeader[] {
  const known = new Set(columns.map((column) => column.key))
  const kept = saved.filter((header, index) => known.has(header.key) && saved.findIndex((other) => other.key === header.key) === index)
  const keptKeys = new Set(kept.map((header) => header.key))
  const added = columns
    .filter((column) => !keptKeys.has(column.key))
    .map((column) => ({ key: column.key, headerProps: { class: column.isHidden ? 'd-none' : '' } }))
  return [...kept, ...added]
}

/** Shows or hides one column; the other words of its class stay. */
export function withShown(headers: readonly ColumnHeader[], key: string, shown: boolean): ColumnHeader[] {
  return headers.map((header) => {
    if (header.key !== key) return header
    const words = header.headerProps.class.split(' ').filter((word) => word !== '' && word !== 'd-none')
    return { ...header, headerProps: { ...header.headerProps, class: (shown ? words : [...words, 'd-none']).join(' ') } }
  })
}

export function withWidth(headers: readonly ColumnHeader[], key: string, width: number): ColumnHeader[] {
  const whole = Math.round(Math.min(800, Math.max(60, width)))
  return headers.map((header) => (header.key === key ? { ...header, headerProps: { ...header.headerProps, width: whole } } : header))
}

/** Moves one column a place up (-1) or down (+1) in the order. */
export function withMoved(headers: readonly ColumnHeader[], key: string, by: -1 | 1): ColumnHeader[] {
  const from = headers.findIndex((header) => header.key === key)
  const to = from + by
  const moved = headers[from]
  if (moved === undefined || to < 0 || to >= headers.length) return [...headers]
  const rest = headers.filter((header) => header.key !== key)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}
