import type { ReactNode } from 'react'
import styles from './key-value-list.module.css'

export function KeyValueList({ items }: { items: readonly { key: string; label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.list}>
      {items.map((item) => (
        <div key={item.key} className={styles.item}>
          <dt>{item.label}</dt>
          <dd>{item.value === '' || item.value === null ? '–' : item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
