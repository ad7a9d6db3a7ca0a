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
  /** Heads it and those after it of the same group; an empty one only sets them apart. */
  group?: string
}

/** A list of actions under a button; those that may not be done are grey and say why. The trigger must pass on its ref and props. */
export function Menu({
  label,
  trigger,
  items,
  isSheet,
  children,
}: {
  label: string
  trigger: ReactElement
  /** A function is asked each time the menu is drawn open. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  /** As wide as the window, with the page behind it darker: for a phone. */
  isSheet?: boolean
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
        <MenuPanel
          {...{ id, label, opener, ...(isSheet && { isSheet }) }}
          items={typeof items === 'function' ? items() : items}
          onClose={close}
        >
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
  isSheet?: boolean
  children?: ReactNode
}

/** The open menu, for what is opened by something else than a button of its own. */
export function MenuPanel({ id, label, items, opener, onClose, isSheet, children }: MenuPanelProps) {
  const press = ({ onPress, reason }: MenuItem) => {
    if (reason !== undefined) return
    onClose()
    onPress()
  }
  return (
    <FloatingPanel trigger={opener} onClose={onClose} focusFirst="[role=menuitem]" onKeyDown={(event) => moveInMenu(event, onClose)}>
      {children !== undefined && <div className={styles.heading}>{children}</div>}
      <div id={id} role="menu" aria-label={label} className={styles.items} data-sheet={isSheet}>
        {inGroups(items).map(({ group, members }) =>
          group === undefined ? (
            members.map((item) => <ItemButton key={item.key} item={item} onPress={() => press(item)} />)
          ) : (
            <div key={group} role="group" aria-label={group === '' ? undefined : group} className={styles.group}>
              {group !== '' && (
                <span className={styles.groupName} aria-hidden="true">
                  {group}
                </span>
              )}
              {members.map((item) => (
                <ItemButton key={item.key} item={item} onPress={() => press(item)} />
              ))}
            </div>
          ),
        )}
      </div>
    </FloatingPanel>
  )
}

function ItemButton({ item: { label, icon, reason, isDanger, isCurrent }, onPress }: { item: MenuItem; onPress: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={reason !== undefined || undefined}
      aria-current={isCurrent || undefined}
      className={reason === undefined ? (isDanger ? styles.danger : styles.item) : styles.refused}
      onClick={onPress}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
    >
      {icon !== undefined && <Icon name={icon} size={16} />}
      <span className={styles.words}>
        {label}
        {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      </span>
      {isCurrent && <Icon name="tick" size={16} />}
    </button>
  )
}

type Group = { group: string | undefined; members: MenuItem[] }

function inGroups(items: readonly MenuItem[]): Group[] {
  const groups: Group[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last !== undefined && last.group === item.group) last.members.push(item)
    else groups.push({ group: item.group, members: [item] })
  }
  return groups
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
