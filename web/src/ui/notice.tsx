import type { ReactNode } from 'react'
import type { Tone } from '../theme/colours.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

type NoticeProps = {
  tone?: Tone
  icon?: IconName
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  isAlert?: boolean
  isLine?: boolean
  /** On a phone a line leaves out all but its title, unless the rest says what to do. */
  keepsWords?: boolean
}

/** A word in the page: a warning, a reason, "simulatie". As a line its title and its words stand beside each other where there is room. */
export function Notice({
  tone = 'info',
  icon = 'info',
  title,
  children,
  action,
  isAlert = false,
  isLine = false,
  keepsWords = false,
}: NoticeProps) {
  return (
    <div
      className={styles.notice}
      data-tone={tone}
      data-line={isLine || undefined}
      data-keeps={keepsWords || undefined}
      role={isAlert ? 'alert' : undefined}
    >
      <Icon name={icon} />
      <div className={styles.words}>
        {title !== undefined && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
