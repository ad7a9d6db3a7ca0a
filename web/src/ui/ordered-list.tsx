import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import { Icon } from './icon.tsx'
import styles from './ordered-list.module.css'

type OrderedListProps<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  onMove: (from: number, to: number) => void
  children: (item: Item) => ReactNode
}

/** Things in an order that one changes: by dragging their handle, with a mouse or a finger, or by the arrow keys on it. */
export function OrderedList<Item>({ label, items, keyOf, nameOf, onMove, children }: OrderedListProps<Item>) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const [moved, setMoved] = useState<{ key: string; name: string; place: number } | null>(null)
  // A row that React takes to another place loses the focus on the way.
  useEffect(() => {
    if (moved !== null) list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(moved.key)}"]`)?.focus()
  }, [moved])
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to === from || to < 0 || to >= items.length) return
    onMove(from, to)
    setMoved({ key: keyOf(item), name: nameOf(item), place: to + 1 })
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ from, to: from })
  }
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (drag !== null) setDrag({ ...drag, to: placeAt(list.current, clientY) })
  }
  const onPointerUp = () => {
    if (drag !== null) move(drag.from, drag.to)
    setDrag(null)
  }
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label} data-dragging={drag !== null || undefined}>
        {items.map((item, at) => (
          <li key={keyOf(item)} className={styles.item} data-mark={markOf(drag, at)}>
            <button
              type="button"
              className={styles.handle}
              data-handle={keyOf(item)}
              aria-label={t('ui.order.move', { name: nameOf(item), place: at + 1, count: items.length })}
              title={t('ui.order.how')}
              onKeyDown={(event) => onKeyDown(event, at)}
              onPointerDown={(event) => onPointerDown(event, at)}
              onPointerMove={onPointerMove}
              onPointerUp={onPointerUp}
              onPointerCancel={() => setDrag(null)}
            >
              <Icon name="drag" size={16} />
            </button>
            {children(item)}
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {moved !== null && t('ui.order.moved', { name: moved.name, place: moved.place, count: items.length })}
      </p>
    </>
  )
}

/** Which row lies at this height; above all it is the first, below all the last. */
function placeAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
  const at = rows.findIndex(({ bottom }) => y < bottom)
  return at === -1 ? rows.length - 1 : at
}

function markOf(drag: { from: number; to: number } | null, at: number) {
  if (drag === null) return undefined
  if (at === drag.from) return 'dragged'
  return at === drag.to ? (drag.to < drag.from ? 'above' : 'below') : undefined
}
