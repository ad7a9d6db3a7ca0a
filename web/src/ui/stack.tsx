import type { ReactNode } from 'react'
import styles from './stack.module.css'

/** Things below each other at one distance; `wide` between the parts of a screen. */
export function Stack({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.stack} data-wide={isWide || undefined}>
      {children}
    </div>
  )
}
