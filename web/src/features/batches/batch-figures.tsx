import type { BatchRow } from '@regie/contract/batches.ts'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'

export function BatchFigures({ batch: { counts, lines } }: { batch: BatchRow }) {
  const t = useText()
  const share = (value: number) => (counts.total === 0 ? undefined : { hint: formatShare(value / counts.total) })
  return (
    <StatRow label={t('batches.figures')}>
      <Stat label={t('batches.counts.total')} value={counts.total} />
      <Stat label={t('batches.counts.open')} value={counts.open} {...share(counts.open)} />
      <Stat label={t('batches.counts.paused')} value={counts.paused} {...share(counts.paused)} />
      <Stat label={t('batches.counts.closed')} value={counts.closed} {...share(counts.closed)} />
      <Stat label={t('batches.counts.paid')} value={counts.paid} tone="success" {...share(counts.paid)} />
      <Stat label={t('batches.counts.emails')} value={counts.emails} />
      <Stat label={t('batches.counts.sms')} value={counts.sms} />
      <Stat label={t('batches.counts.paymentLinks')} value={counts.paymentLinks} />
      <Stat label={t('batches.columns.lines')} value={`${formatNumber(lines.current)} / ${formatNumber(lines.max)}`} />
      {counts.unknown > 0 && (
        <Stat label={t('batches.counts.unknown')} value={counts.unknown} tone="warning" hint={t('batches.unknownHint')} />
      )}
    </StatRow>
  )
}
