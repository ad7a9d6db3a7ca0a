import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A white card: one subject, with what may be done to it at the right. */
export function Panel({
  title,
  actions,
  children,
  isFlush = false,
}: {
  title?: string
  actions?: ReactNode
  children: ReactNode
  isFlush?: boolean
}) {
  return (
    <section className={styles.panel} aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <header className={styles.head}>
          {title !== undefined && <h2>{title}</h2>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={isFlush ? styles.flush : styles.body}>{children}</div>
    </section>
  )
}
