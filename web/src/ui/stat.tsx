import type { ReactNode } from 'react'
import type { AppPath } from '../paths.ts'
import { formatNumber } from '../locales/format.ts'
import type { Tone } from '../theme/colours.ts'
import { AppLink } from './app-link.tsx'
import { LiveHighlight } from './live-highlight.tsx'
import styles from './stat.module.css'

export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.row} aria-label={label}>
      {children}
    </section>
  )
}

type StatProps = { label: string; value: number | string | null; tone?: Tone; hint?: ReactNode; to?: AppPath }

/** One figure with its name; it flashes when it moves. */
export function Stat({ label, value, tone = 'neutral', hint, to }: StatProps) {
  const figure = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {value === null ? '–' : <LiveHighlight value={value}>{typeof value === 'number' ? formatNumber(value) : value}</LiveHighlight>}
      </span>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </>
  )
  if (to !== undefined)
    return (
      <AppLink to={to} className={styles.stat}>
        {figure}
      </AppLink>
    )
  return (
    // Nothing there is nothing to worry or be glad about.
    <div className={styles.stat} data-tone={tone === 'neutral' || value === 0 ? undefined : tone}>
      {figure}
    </div>
  )
}
