import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon, type IconName } from './icon.tsx'

/** Says what would be here, and offers the action that fills it. */
export function EmptyState({
  icon = 'inbox',
  title,
  text,
  action,
}: {
  icon?: IconName
  title: string
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      <Icon name={icon} size={32} />
      <strong>{title}</strong>
      {text !== undefined && <p>{text}</p>}
      {action}
    </div>
  )
}
