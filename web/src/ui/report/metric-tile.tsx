import { formatShareExactly } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { AppLink } from '../app-link.tsx'
import { Icon } from '../icon.tsx'
import { type FigureKind, figureText, formatSpan, isRelative, moveOf } from './figure-words.ts'
import { MetricInfo } from './metric-info.tsx'
import styles from './report.module.css'

export type Metric = {
  label: string
  formula: string
  kind: FigureKind
  value: number | null
  /** Of money; left out: euros. */
  currency?: string
  /** What it was in the period before; left out: it is not compared. */
  before?: number | null
  /** Is more of it good news, bad news, or neither? */
  good?: 'up' | 'down' | null
  goal?: { words: string; isMet: boolean | null }
  hint?: string
  /** The rows behind it. */
  rows?: { to: AppPath; words: string }
}

/** A figure with how it is reckoned, its goal, how it moved since the period before, and the way to its rows. */
export function MetricTile({ metric }: { metric: Metric }) {
  const { label, formula, kind, value, currency, before, good = null, goal, hint, rows } = metric
  return (
    <div className={styles.tile} role="group" aria-label={label}>
      <span className={styles.label}>
        {label}
        <MetricInfo label={label} formula={formula} />
      </span>
      <span className={styles.value}>{figureText(kind, value, currency)}</span>
      {goal !== undefined && (
        <span className={styles.goal} data-tone={goal.isMet === null ? undefined : goal.isMet ? 'success' : 'error'}>
          {goal.isMet !== null && <Icon name={goal.isMet ? 'check' : 'alert'} size={14} />}
          {goal.words}
        </span>
      )}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      {before !== undefined && <Move {...{ kind, now: value, before, good }} />}
      {rows !== undefined && (
        <AppLink to={rows.to} className={styles.rows}>
          {rows.words}
        </AppLink>
      )}
    </div>
  )
}

type MoveProps = { kind: FigureKind; now: number | null; before: number | null; good: 'up' | 'down' | null }

function Move({ kind, now, before, good }: MoveProps) {
  const t = useText()
  const move = moveOf(kind, now, before)
  if (move === null) return <span className={styles.hint}>{t('figures.moves.none')}</span>
  if (move.by === 0) return <span className={styles.hint}>{t('figures.moves.same')}</span>
  const tone = good === null ? undefined : (good === 'up') === move.isUp ? 'success' : 'error'
  const share = formatShareExactly(move.by)
  const by =
    kind === 'span' ? formatSpan(move.by) : isRelative(kind) ? share : t('figures.moves.points', { points: share.replace(/\s?%/, '') })
  return (
    <span className={styles.move} data-tone={tone}>
      <Icon name={move.isUp ? 'arrowUp' : 'arrowDown'} size={14} />
      {t(move.isUp ? 'figures.moves.more' : 'figures.moves.less', { by })}
    </span>
  )
}
