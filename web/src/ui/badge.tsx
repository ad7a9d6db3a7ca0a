import type { ReactNode } from 'react'
import type { Tone } from '../theme/colours.ts'
import styles from './badge.module.css'
import { Icon, type IconName } from './icon.tsx'

/** A state: colour, icon and word together, because colour never speaks alone. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
  title,
}: {
  tone?: Tone
  icon: IconName
  children: ReactNode
  title?: string | undefined
}) {
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      <Icon name={icon} size={14} />
      <span className={styles.word}>{children}</span>
    </span>
  )
}
