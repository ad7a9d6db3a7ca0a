import type { ReactNode } from 'react'
import type { Tone } from '../theme/colours.ts'
import { formatNumber } from '../locales/format.ts'
import styles from './progress.module.css'

/** Long work with its numbers and its end; without a total it only says that something is going on. */
export function ProgressBar({ label, done, total, note }: { label: string; done: number; total?: number | null; note?: ReactNode }) {
  const share = total ? Math.min(1, done / total) : null
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        <span>{label}</span>
        <span className="numbers">{total ? `${formatNumber(done)} / ${formatNumber(total)}` : note}</span>
      </div>
      <progress aria-label={label} {...(share === null ? {} : { value: share, max: 1 })} />
      {total ? note !== undefined && <div className={styles.note}>{note}</div> : null}
    </div>
  )
}

export type MeterPart = { tone: Tone; value: number; label: string }

/** Parts of a whole as one thin bar, for cells and heads; hovering names them. */
export function ProgressMeter({ parts, total }: { parts: readonly MeterPart[]; total: number }) {
  const words = parts.map((part) => `${part.label} ${formatNumber(part.value)}`).join(' · ')
  return (
    <div className={styles.meter} role="img" aria-label={words} title={words}>
      {parts.map(
        (part) =>
          part.value > 0 && (
            <span key={part.label} data-tone={part.tone} style={{ width: `${(100 * part.value) / Math.max(1, total)}%` }} />
          ),
      )}
    </div>
  )
}
