import type { ReactNode } from 'react'
import styles from './line-list.module.css'

/** Things that each have a name, some words about them and their own buttons, between lines. */
export function LineList({ children }: { children: ReactNode }) {
  return <ul className={styles.lines}>{children}</ul>
}

type LineProps = { name: string; badges: ReactNode; actions: ReactNode; children: ReactNode }

export function Line({ name, badges, actions, children }: LineProps) {
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <div className={styles.name}>
          <strong>{name}</strong>
          {badges}
        </div>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  )
}

/** A word about what stands in a line. */
export function LineNote({ children }: { children: ReactNode }) {
  return <span className={styles.note}>{children}</span>
}
