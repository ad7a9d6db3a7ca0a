import type { CasePayments } from '@regie/contract/payments.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useCasePayments } from './payment-links-data.ts'

/** Somebody is paying at this moment: nobody contacts the person meanwhile. Goes by itself when the bank lets go of it. */
export function PaymentUnderWay({ caseID }: { caseID: number }) {
  const paying = useCasePayments(caseID).data?.underWay ?? null
  return (
    <div role="status" aria-live="polite">
      {paying !== null && <Paying paying={paying} />}
    </div>
  )
}

function Paying({ paying: { amountCents, currency, until } }: { paying: NonNullable<CasePayments['underWay']> }) {
  const t = useText()
  const now = useNow(1000)
  if (until !== null && Date.parse(until) <= now) return null
  const amount = formatMoney(amountCents, currency)
  return (
    <Notice tone="info" icon="hourglass" title={t('paymentLinks.underWay.title', { amount })}>
      {until === null ? t('paymentLinks.underWay.settling') : t('paymentLinks.underWay.atBank', { at: formatNextMoment(until) })}
    </Notice>
  )
}
