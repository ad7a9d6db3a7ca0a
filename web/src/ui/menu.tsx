import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { FloatingPanel } from './floating-panel.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

export type MenuItem = {
  key: string
  label: string
  icon?: IconName
  onPress: () => void
  reason?: string | undefined
  isDanger?: boolean
  isCurrent?: boolean
}

/** A list of actions under a button; those that may not be done are grey and say why. The trigger must pass on its ref and props. */
export function Menu({
  label,
  trigger,
  items,
  children,
}: {
  label: string
  trigger: ReactElement
  items: readonly MenuItem[]
  children?: ReactNode
}) {
  const id = useId()
  const opener = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {withOpener(trigger, { id, opener, isOpen, kind: 'menu', onClick: () => setOpen(!isOpen) })}
      {isOpen && (
        <MenuPanel id={id} label={label} items={items} opener={opener} onClose={close}>
          {children}
        </MenuPanel>
      )}
    </>
  )
}

type MenuPanelProps = {
  id?: string
  label: string
  items: readonly MenuItem[]
  /** Under which it stands. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  children?: ReactNode
}

/** The open menu, for what is opened by something else than a button of its own. */
export function MenuPanel({ id, label, items, opener, onClose, children }: MenuPanelProps) {
  const press = ({ onPress, reason }: MenuItem) => {
    if (reason !== undefined) return
    onClose()
    onPress()
  }
  return (
    <FloatingPanel trigger={opener} onClose={onClose} focusFirst="[role=menuitem]" onKeyDown={(event) => moveInMenu(event, onClose)}>
      {children !== undefined && <div className={styles.heading}>{children}</div>}
      <div id={id} role="menu" aria-label={label} className={styles.items}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={item.reason !== undefined || undefined}
            aria-current={item.isCurrent || undefined}
            className={item.reason === undefined ? (item.isDanger ? styles.danger : styles.item) : styles.refused}
            onClick={() => press(item)}
            onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
          >
            {item.icon !== undefined && <Icon name={item.icon} size={16} />}
            <span className={styles.words}>
              {item.label}
              {item.reason !== undefined && <span className={styles.reason}>{item.reason}</span>}
            </span>
            {item.isCurrent && <Icon name="tick" size={16} />}
          </button>
        ))}
      </div>
    </FloatingPanel>
  )
}

// Arrows go round, Home and End to the ends, a letter to the next word that begins with it; Tab leaves.
function moveInMenu(event: KeyboardEvent, close: () => void) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }
  if (event.key === 'Tab') close()
  else if (event.key in moves) items.at((moves[event.key] ?? 0) % items.length)?.focus()
  else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
    const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase())
    ;[...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins)?.focus()
    return
  } else return
  if (event.key !== 'Tab') event.preventDefault()
}

type PopoverProps = { label: string; isOpen: boolean; onOpen: (isOpen: boolean) => void; trigger: ReactElement; children: ReactNode }

/** A small panel beside what opened it; Esc and a click outside close it, Tab stays inside. */
export function Popover({ label, isOpen, onOpen, trigger, children }: PopoverProps) {
  const id = useId()
  const opener = useRef<HTMLElement>(null)
  return (
    <>
      {withOpener(trigger, { id, opener, isOpen, kind: 'dialog' })}
      {isOpen && (
        <FloatingPanel trigger={opener} onClose={() => onOpen(false)} focusFirst={focusable} onKeyDown={keepInside}>
          <div id={id} role="dialog" aria-label={label} className={styles.content}>
            {children}
          </div>
        </FloatingPanel>
      )}
    </>
  )
}

const focusable = ':is(a[href], button, input, select, textarea):not(:disabled)'

function keepInside(event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)]
  if (document.activeElement !== stops.at(event.shiftKey ? 0 : -1)) return
  event.preventDefault()
  stops.at(event.shiftKey ? -1 : 0)?.focus()
}

type Opening = {
  id: string
  opener: RefObject<HTMLElement | null>
  isOpen: boolean
  kind: 'menu' | 'dialog'
  onClick?: () => void
}

function withOpener(trigger: ReactElement, { id, opener, isOpen, kind, onClick }: Opening) {
  const aria = { 'aria-haspopup': kind, 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined }
  return cloneElement(trigger as ReactElement<object>, { ref: opener, ...aria, ...(onClick && { onClick }) } as object)
}
