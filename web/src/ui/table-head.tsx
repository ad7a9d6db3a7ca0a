import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import styles from './data-table.module.css'
import type { ColumnFilter, ColumnFilters } from './column-settings.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Menu, Popover } from './menu.tsx'
import type { ShownColumn } from './table-columns.ts'
import type { GridPlace } from './table-keys.ts'

export type TableSort = { key: string; direction: 'asc' | 'desc' }

type TableHeadProps = {
  columns: readonly ShownColumn<never>[]
  active: GridPlace
  sort: TableSort | null
  onSort: ((sort: TableSort) => void) | undefined
  filters: ColumnFilters | undefined
  onWidth: ((key: string, width: number) => void) | undefined
  choosing: { isAll: boolean; isSome: boolean; onToggleAll: () => void } | null
}

/** The head that stays in view: sorts on a press, widens by dragging its edge or by Alt with an arrow key. */
export function TableHead({ columns, active, sort, onSort, filters, onWidth, choosing }: TableHeadProps) {
  const t = useText()
  const shift = choosing === null ? 1 : 2
  return (
    <div role="rowgroup" className={`${styles.head} fades-aside`}>
      <div role="row" aria-rowindex={1} data-row={-1} className={styles.headRow}>
        {choosing !== null && (
          <div role="columnheader" aria-colindex={1} className={styles.choose}>
            <input
              type="checkbox"
              aria-label={t('ui.table.chooseAll')}
              checked={choosing.isAll}
              ref={(box) => {
                if (box) box.indeterminate = choosing.isSome && !choosing.isAll
              }}
              onChange={choosing.onToggleAll}
            />
          </div>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.key}
            column={column}
            index={index}
            ariaIndex={index + shift}
            isActive={active.row === -1 && active.column === index}
            sort={sort}
            onSort={onSort}
            filter={filters?.[column.key]}
            onWidth={onWidth}
          />
        ))}
      </div>
    </div>
  )
}

type HeadCellProps = Pick<TableHeadProps, 'sort' | 'onSort' | 'onWidth'> & {
  column: ShownColumn<never>
  index: number
  ariaIndex: number
  isActive: boolean
  filter: ColumnFilter | undefined
}

function HeadCell({ column, index, ariaIndex, isActive, sort, onSort, filter, onWidth }: HeadCellProps) {
  const direction = column.sort !== undefined && sort?.key === column.sort ? sort.direction : null
  const isSortable = column.sort !== undefined && column.noSort === undefined && onSort !== undefined
  const press = () => {
    if (column.sort !== undefined)
      onSort?.({
        key: column.sort,
        direction: direction === 'desc' ? 'asc' : direction === 'asc' ? 'desc' : column.align === 'right' ? 'desc' : 'asc',
      })
  }
  const widen = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0
    if (!event.altKey || by === 0) return
    event.preventDefault()
    event.stopPropagation()
    onWidth?.(column.key, column.shownWidth + by)
  }
  const tabIndex = isActive ? 0 : -1
  return (
    <div
      role="columnheader"
      // The word of the column alone: its filter has a name of its own.
      aria-label={filter === undefined ? undefined : column.label}
      aria-colindex={ariaIndex}
      aria-sort={direction === null ? (isSortable ? 'none' : undefined) : direction === 'asc' ? 'ascending' : 'descending'}
      data-align={column.align}
      data-rest={column.isRest || undefined}
      className={index === 0 ? styles.firstHeadCell : styles.headCell}
      style={{ width: column.shownWidth }}
    >
      {column.noSort === undefined ? (
        <button
          type="button"
          data-column={index}
          data-sortable={isSortable || undefined}
          tabIndex={tabIndex}
          title={column.help ?? column.label}
          onClick={press}
          onKeyDown={widen}
        >
          <span>{column.label}</span>
          {direction !== null && <Icon name={direction === 'asc' ? 'arrowUp' : 'arrowDown'} size={14} />}
        </button>
      ) : (
        <span role="presentation" data-column={index} tabIndex={tabIndex} title={column.noSort} onKeyDown={widen}>
          <span>{column.label}</span>
        </span>
      )}
      {filter !== undefined && <HeadFilter label={column.label} filter={filter} />}
      {onWidth !== undefined && <WidthHandle width={column.shownWidth} onWidth={(width) => onWidth(column.key, width)} />}
    </div>
  )
}

// In the head itself, as in a spreadsheet; Tab reaches it, the arrows go on between the cells.
function HeadFilter({ label, filter }: { label: string; filter: ColumnFilter }) {
  const t = useText()
  const name = t('ui.table.filterBy', { column: label })
  const everything = { value: '', label: t('ui.table.everything') }
  return (
    <span className={styles.filter} data-on={filter.value !== '' || undefined}>
      {'options' in filter ? (
        <Menu
          label={name}
          trigger={<IconButton icon="filter" label={name} />}
          items={[everything, ...filter.options].map(({ value, label: words }) => ({
            key: value,
            label: words,
            isCurrent: value === filter.value,
            onPress: () => filter.onChange(value),
          }))}
        />
      ) : (
        <FilterPanel name={name} panel={filter.panel} />
      )}
    </span>
  )
}

function FilterPanel({ name, panel }: { name: string; panel: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const trigger = <IconButton icon="filter" label={name} onPress={() => setOpen(!isOpen)} />
  return (
    <Popover label={name} isOpen={isOpen} onOpen={setOpen} trigger={trigger}>
      {panel(() => setOpen(false))}
    </Popover>
  )
}

function WidthHandle({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const widthAt = (event: PointerEvent) => (start.current === null ? width : start.current.width + event.clientX - start.current.x)
  return (
    <span
      aria-hidden="true"
      className={styles.handle}
      onPointerDown={(event) => {
        event.preventDefault()
        start.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerUp={(event) => {
        if (start.current !== null && event.clientX !== start.current.x) onWidth(widthAt(event))
        start.current = null
      }}
    />
  )
}
