import type { ReactNode } from 'react'
import styles from './cases.module.css'

/** What one reads at the left, what one checks at a glance at the right; on a phone the right comes first. */
export function CaseLayout({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{children}</div>
      <aside className={styles.column}>{aside}</aside>
    </div>
  )
}
