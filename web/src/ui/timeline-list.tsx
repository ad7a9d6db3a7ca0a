import { type ReactNode, useId, useState } from 'react'
import { dayOf, formatDay, formatMomentFull, formatTime, formatWholeDay } from '../locales/format.ts'
import { useLocale } from '../locales/i18n.tsx'
import type { Tone } from '../theme/colours.ts'
import { Icon, type IconName } from './icon.tsx'
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

/** What happened, newest first as given, under its days; what an entry holds (a mail as it was sent) folds open beneath it. */
export function TimelineList({ label, items }: { label: string; items: readonly TimelineEntry[] }) {
  const days = Object.entries(Object.groupBy(items, ({ at }) => dayOf(new Date(at))))
  return (
    <section aria-label={label}>
      {days.map(([day, entries = []]) => (
        <Day key={day} entries={entries} />
      ))}
    </section>
  )
}

function Day({ entries }: { entries: readonly TimelineEntry[] }) {
  useLocale()
  const headingId = useId()
  const [newest] = entries
  if (newest === undefined) return null
  return (
    <>
      <h3 id={headingId} className={styles.day} data-date={formatWholeDay(newest.at)}>
        <span>{formatDay(newest.at)}</span>
      </h3>
      <ol className={styles.list} aria-labelledby={headingId}>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
    </>
  )
}

function Entry({ entry: { at, tone = 'neutral', icon, title, badge, note, content, summary } }: { entry: TimelineEntry }) {
  return (
    <li className={styles.item} data-tone={tone}>
      <span className={styles.mark}>
        <Icon name={icon} size={16} />
      </span>
      <div className={styles.words}>
        <div className={styles.head}>
          <span className={styles.title}>{title}</span>
          {badge}
          <time dateTime={at} title={formatMomentFull(at)} className="numbers">
            {formatTime(at)}
          </time>
        </div>
        {note !== undefined && <div className={styles.note}>{note}</div>}
        {content !== undefined && <Fold summary={summary}>{content}</Fold>}
      </div>
    </li>
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
