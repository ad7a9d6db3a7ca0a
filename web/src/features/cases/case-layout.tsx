import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import styles from './cases.module.css'

/** What one reads and writes at the left, what one checks at a glance at the right, or beneath it on a phone. */
export function CaseLayout({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{children}</div>
      <aside className={styles.column}>{aside}</aside>
    </div>
  )
}

/** What one may do now: by which channels at the left, with the case itself at the right. On a phone at the lower edge, within reach of the thumb. */
export function CaseBar({ lights, actions }: { lights: ReactNode; actions: ReactNode }) {
  const t = useText()
  return (
    <section className={styles.bar} aria-label={t('cases.bar')} data-case-bar data-on-screen>
      {lights}
      <div className={styles.barActions}>{actions}</div>
    </section>
  )
}

/** What is announced about the case: who else is in it, the blacklist. */
export function CaseNotices({ children }: { children: ReactNode }) {
  return <div className={styles.notices}>{children}</div>
}

/** What is at stake, at the right of the name, under the way to the next case. */
export function CaseCorner({ children }: { children: ReactNode }) {
  return <div className={styles.corner}>{children}</div>
}
