import type { BatchMoney, BatchRow } from '@regie/contract/batches.ts'
import { formatMoneyWhole, formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'

export function BatchFigures({ batch: { counts, lines, money } }: { batch: BatchRow }) {
  const t = useText()
  const share = (value: number) => (counts.total === 0 ? undefined : { hint: formatShare(value / counts.total) })
  return (
    <StatRow label={t('batches.figures')}>
      {money.map((one, at) => (
        <MoneyStats key={one.currency} money={one} paidCases={at === 0 ? counts.paid : null} />
      ))}
      <Stat label={t('batches.counts.total')} value={counts.total} />
      <Stat label={t('batches.counts.open')} value={counts.open} {...share(counts.open)} />
      <Stat label={t('batches.counts.paused')} value={counts.paused} {...share(counts.paused)} />
      <Stat label={t('batches.counts.closed')} value={counts.closed} {...share(counts.closed)} />
      {money.length === 0 && <Stat label={t('batches.counts.paid')} value={counts.paid} tone="success" {...share(counts.paid)} />}
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

type MoneyStatsProps = { money: BatchMoney; paidCases: number | null }

/** What is outstanding, paid and promised in one currency; with how many cases are paid, which no currency divides. */
function MoneyStats({ money: { currency, claimedCents, outstandingCents, paidCents, promisedCents }, paidCases }: MoneyStatsProps) {
  const t = useText()
  const hints = [
    ...(claimedCents > 0 ? [formatShare(paidCents / claimedCents)] : []),
    ...(paidCases === null ? [] : [t('batches.paidCases', { count: paidCases, total: formatNumber(paidCases) })]),
  ]
  return (
    <>
      <Stat label={t('batches.columns.outstanding')} value={formatMoneyWhole(outstandingCents, currency)} />
      <Stat
        label={t('batches.amountPaid')}
        value={formatMoneyWhole(paidCents, currency)}
        tone={paidCents > 0 ? 'success' : 'neutral'}
        {...(hints.length > 0 && { hint: hints.join(' · ') })}
      />
      {promisedCents > 0 && <Stat label={t('batches.columns.promised')} value={formatMoneyWhole(promisedCents, currency)} />}
    </>
  )
}
