import type { ReactNode } from 'react'
import styles from './key-value-list.module.css'

type KeyValueListProps = {
  items: readonly { key: string; label: string; value: ReactNode }[]
  /** Beside their labels, for a narrow column. */
  isCompact?: boolean
}

export function KeyValueList({ items, isCompact = false }: KeyValueListProps) {
  return (
    <dl className={styles.list} data-compact={isCompact || undefined}>
      {items.map((item) => (
        <div key={item.key} className={styles.item}>
          <dt>{item.label}</dt>
          <dd>{item.value === '' || item.value === null ? '–' : item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
