import { type HeldCounts as Counts, holdReasons } from '@regie/contract/retention.ts'
import { useText } from '../../locales/i18n.tsx'
import styles from './retention.module.css'

/** What stays although it is old, and why. */
export function HeldCounts({ held }: { held: Counts }) {
  const t = useText()
  const reasons = holdReasons.filter((reason) => (held[reason] ?? 0) > 0)
  if (reasons.length === 0) return null
  return (
    <ul className={styles.counts}>
      {reasons.map((reason) => (
        <li key={reason}>{t('retention.stays', { count: held[reason] ?? 0, reason: t(`retention.held.${reason}`) })}</li>
      ))}
    </ul>
  )
}
