import { useEffect, useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import type { IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { MenuPanel } from './menu.tsx'
import styles from './row-actions.module.css'

/** What can be done with a row without opening it. */
export type RowAction = { key: string; label: string; icon: IconName; onPress: () => void; reason?: string | undefined }

export type RowMenu = { row: number; opener: { current: HTMLElement | null } }

type RowActionsProps = {
  scroller: HTMLElement | null
  actionsOf: (index: number) => readonly RowAction[]
  /** The row of which the menu is open, and the cell that has the focus again afterwards. */
  menu: RowMenu | null
  onMenuClosed: () => void
}

/**
 * The actions of the row under the pointer, at its right end, and of the row with the focus as a menu. One of each over the whole table: drawn with
 * every row they would be most of what a row costs.
 */
export function RowActions({ scroller, actionsOf, menu, onMenuClosed }: RowActionsProps) {
  const t = useText()
  const at = useRowUnderPointer(scroller)
  return (
    <>
      {at !== null && (
        <div className={styles.hover} style={{ top: at.top }} data-row-actions="">
          {actionsOf(at.row).map(({ key, label, icon, onPress, reason }) => (
            <IconButton key={key} icon={icon} label={label} reason={reason} onPress={onPress} />
          ))}
        </div>
      )}
      {menu !== null && <MenuPanel label={t('ui.table.actions')} items={actionsOf(menu.row)} opener={menu.opener} onClose={onMenuClosed} />}
    </>
  )
}

type HoveredRow = { row: number; top: number }

function useRowUnderPointer(scroller: HTMLElement | null): HoveredRow | null {
  const [at, setAt] = useState<HoveredRow | null>(null)
  useEffect(() => {
    const table = scroller?.parentElement
    if (!scroller || !table) return
    const onOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse' || !(target instanceof HTMLElement) || target.closest('[data-row-actions]')) return
      const row = target.closest<HTMLElement>('[data-row]')
      const index = Number(row?.dataset['row'] ?? -1)
      const top = row === null || index < 0 ? 0 : row.getBoundingClientRect().top - table.getBoundingClientRect().top
      setAt((before) => (row === null || index < 0 ? null : before?.row === index && before.top === top ? before : { row: index, top }))
    }
    const leave = () => setAt(null)
    table.addEventListener('pointerover', onOver)
    table.addEventListener('pointerleave', leave)
    scroller.addEventListener('scroll', leave, { passive: true })
    return () => {
      table.removeEventListener('pointerover', onOver)
      table.removeEventListener('pointerleave', leave)
      scroller.removeEventListener('scroll', leave)
    }
  }, [scroller])
  return at
}
