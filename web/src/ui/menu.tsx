import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu as LibraryMenu, Popover as LibraryPopover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
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

/** A list of deeds under a button; those that may not be done are grey and say why. The trigger must pass on its ref and props. */
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
  return (
    <LibraryMenu position="bottom-end" shadow="md" withinPortal transitionProps={{ duration: 80 }}>
      <LibraryMenu.Target>{trigger}</LibraryMenu.Target>
      <LibraryMenu.Dropdown aria-label={label} className={styles.dropdown}>
        {children !== undefined && <LibraryMenu.Label>{children}</LibraryMenu.Label>}
        {items.map((item) => (
          <LibraryMenu.Item
            key={item.key}
            aria-disabled={item.reason !== undefined || undefined}
            aria-current={item.isCurrent || undefined}
            closeMenuOnClick={item.reason === undefined}
            className={item.reason === undefined ? (item.isDanger ? styles.danger : styles.item) : styles.refused}
            leftSection={item.icon === undefined ? undefined : <Icon name={item.icon} size={16} />}
            rightSection={item.isCurrent ? <Icon name="tick" size={16} /> : undefined}
            onClick={() => item.reason === undefined && item.onPress()}
          >
            {item.label}
            {item.reason !== undefined && <span className={styles.reason}>{item.reason}</span>}
          </LibraryMenu.Item>
        ))}
      </LibraryMenu.Dropdown>
    </LibraryMenu>
  )
}

type PopoverProps = { label: string; isOpen: boolean; onOpen: (isOpen: boolean) => void; trigger: ReactElement; children: ReactNode }

/** A small panel beside what opened it; Esc and a click outside close it. */
export function Popover({ label, isOpen, onOpen, trigger, children }: PopoverProps) {
  return (
    <LibraryPopover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
      transitionProps={{ duration: 80 }}
    >
      <LibraryPopover.Target>{trigger}</LibraryPopover.Target>
      <LibraryPopover.Dropdown aria-label={label} className={styles.panel}>
        {children}
      </LibraryPopover.Dropdown>
    </LibraryPopover>
  )
}
