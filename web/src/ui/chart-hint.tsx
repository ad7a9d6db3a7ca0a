import type { ReactNode } from 'react'
import styles from './chart-hint.module.css'

/** What a chart says of the point under the pointer. */
export function ChartHint({ children }: { children: ReactNode }) {
  return <div className={styles.hint}>{children}</div>
}
