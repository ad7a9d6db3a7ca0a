import type { BatchMoney, BatchRow } from '@regie/contract/batches.ts'
import { caseStatuses } from '@regie/contract/cases.ts'
import type { ReactNode } from 'react'
import { formatMoneyWhole, formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LiveHighlight } from '../../ui/live-highlight.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import styles from './batch-summary.module.css'

type BatchSummaryProps = {
  batch: BatchRow
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** All figures, for who asks for them. */
  children: ReactNode
}

/** How the batch stands, on one line above its cases; each count leads to its rows. */
export function BatchSummary({ batch: { batchID, counts, lines, money }, isOpen, onOpen, children }: BatchSummaryProps) {
  const t = useText()
  return (
    <section className={styles.box} aria-label={t('batches.figures')}>
      <div className={styles.line}>
        {money.map((one) => (
          <MoneyBar key={one.currency} money={one} />
        ))}
        <ul className={styles.counts}>
          {caseStatuses.map((status) => (
            <li key={status}>
              <AppLink to={paths.batch(batchID, { status })}>
                <LiveHighlight value={counts[status]}>
                  {t(`batches.summary.${status}`, { total: formatNumber(counts[status]) })}
                </LiveHighlight>
              </AppLink>
            </li>
          ))}
        </ul>
        <span className={styles.lines}>
          {t('batches.summary.lines', { current: formatNumber(lines.current), max: formatNumber(lines.max) })}
        </span>
        <span className={styles.toggle}>
          <Button
            kind="quiet"
            icon={<Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />}
            aria-expanded={isOpen}
            onPress={() => onOpen(!isOpen)}
          >
            {t('batches.summary.more')}
          </Button>
        </span>
      </div>
      {isOpen && <div className={styles.all}>{children}</div>}
    </section>
  )
}

function MoneyBar({ money: { currency, claimedCents, paidCents, promisedCents } }: { money: BatchMoney }) {
  const t = useText()
  const amount = (cents: number) => formatMoneyWhole(cents, currency)
  const share = claimedCents > 0 ? paidCents / claimedCents : 0
  return (
    <span className={styles.money}>
      <span className={styles.meter}>
        <ProgressMeter parts={[{ tone: 'success', value: paidCents / 100, label: t('batches.amountPaid') }]} total={claimedCents / 100} />
      </span>
      <LiveHighlight value={paidCents}>
        <strong>{t('batches.summary.paidOf', { paid: amount(paidCents), claim: amount(claimedCents) })}</strong>
      </LiveHighlight>
      <span className={styles.quiet}>
        {formatShare(share)}
        {promisedCents > 0 && ` · ${t('batches.summary.promised', { promised: amount(promisedCents) })}`}
      </span>
    </span>
  )
}
