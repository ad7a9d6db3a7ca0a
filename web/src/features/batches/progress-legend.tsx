import type { BatchCounts } from '@regie/contract/batches.ts'
import { useText } from '../../locales/i18n.tsx'
import styles from './batches.module.css'

/** The parts of the bar of a batch, in their order. */
export const progressParts = (t: ReturnType<typeof useText>, counts: Pick<BatchCounts, 'paid' | 'closed' | 'paused'>) =>
  [
    { tone: 'success', value: counts.paid, label: t('batches.counts.paid') },
    { tone: 'primary', value: counts.closed - counts.paid, label: t('batches.closedOtherwise') },
    { tone: 'warning', value: counts.paused, label: t('batches.counts.paused') },
  ] as const

/** What the colours of that bar stand for; what is left of it is still open. */
export function ProgressLegend() {
  const t = useText()
  const parts = [...progressParts(t, { paid: 0, closed: 0, paused: 0 }), { tone: 'neutral', label: t('batches.legend.open') } as const]
  return (
    <ul className={styles.legend} aria-label={t('batches.legend.title')}>
      {parts.map(({ tone, label }) => (
        <li key={tone}>
          <span data-tone={tone} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  )
}
