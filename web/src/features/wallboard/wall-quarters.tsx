import type { Wallboard } from '@regie/contract/wallboard.ts'
import { formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import styles from './wall.module.css'

const quarterMs = 15 * 60_000

/** Answered calls of the last hour by quarter; a list for whoever listens, bars for whoever looks. */
export function WallQuarters({ quarters, now }: { quarters: Wallboard['quarters']; now: number }) {
  const t = useText()
  const last = Math.floor(now / quarterMs) * quarterMs
  const bars = [3, 2, 1, 0].map((back) => {
    const from = new Date(last - back * quarterMs).toISOString()
    return { from, count: quarters.filter((one) => one.from === from).reduce((sum, { answered }) => sum + answered, 0) }
  })
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <section className={styles.quarters} aria-label={t('wallboard.quarters')}>
      <h2>{t('wallboard.quarters')}</h2>
      <ol>
        {bars.map(({ from, count }) => (
          <li key={from}>
            <b>{count}</b>
            <span className={styles.bar} style={{ height: `${(100 * count) / most}%` }} />
            <span>{formatTime(from)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
