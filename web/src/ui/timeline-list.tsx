import { type ReactNode, useState } from 'react'
import type { Tone } from '../theme/colours.ts'
import { Icon, type IconName } from './icon.tsx'
import { Moment } from './moment.tsx'
import styles from './timeline-list.module.css'

export type TimelineEntry = {
  key: string
  at: string
  icon: IconName
  tone?: Tone
  title: ReactNode
  note?: ReactNode
  badge?: ReactNode
  content?: ReactNode
  summary?: string
}

/** What happened, newest first as given; what an entry holds (a mail as it was sent) folds open beneath it. */
export function TimelineList({ label, items }: { label: string; items: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.key} className={styles.item} data-tone={item.tone ?? 'neutral'}>
          <span className={styles.mark}>
            <Icon name={item.icon} size={16} />
          </span>
          <div className={styles.words}>
            <div className={styles.head}>
              <span className={styles.title}>{item.title}</span>
              {item.badge}
              <Moment at={item.at} />
            </div>
            {item.note !== undefined && <div className={styles.note}>{item.note}</div>}
            {item.content !== undefined && <Fold summary={item.summary}>{item.content}</Fold>}
          </div>
        </li>
      ))}
    </ol>
  )
}

// What is folded is not drawn: it may fetch a message of its own.
function Fold({ summary, children }: { summary: string | undefined; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.content} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
