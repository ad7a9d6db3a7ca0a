import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import styles from './counted-bell.module.css'
import type { IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Popover } from './menu.tsx'

type CountedBellProps = {
  icon: IconName
  /** What the button says, with its count in words. */
  label: string
  /** What the list under it is called. */
  title: string
  /** The count as it is drawn; null draws none. */
  count: string | null
  onToggle?: () => void
  children: ReactNode
}

/** A button of the toolbar with a count on it and a list under it. Following a link closes the list by being elsewhere. */
export function CountedBell({ icon, label, title, count, onToggle, children }: CountedBellProps) {
  const path = useRouterState({ select: (state) => state.location.href })
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === path
  const open = (opens: boolean) => {
    setOpenAt(opens ? path : null)
    onToggle?.()
  }
  return (
    <span className={styles.bell}>
      <Popover label={title} isOpen={isOpen} onOpen={open} trigger={<IconButton icon={icon} label={label} onPress={() => open(!isOpen)} />}>
        {children}
      </Popover>
      {count !== null && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  )
}
