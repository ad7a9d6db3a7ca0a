import type { CasePayments } from '@regie/contract/payments.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Badge } from '../../ui/badge.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useCasePayments } from './payment-links-data.ts'

/** Somebody is paying at this moment: nobody contacts the person meanwhile. It stands beside the name, where it moves nothing, and goes by itself when the bank lets go of it. */
export function PaymentUnderWay({ caseID }: { caseID: number }) {
  const paying = useCasePayments(caseID).data?.underWay ?? null
  return (
    <span role="status" aria-live="polite">
      {paying !== null && <Paying paying={paying} />}
    </span>
  )
}

function Paying({ paying: { amountCents, currency, until } }: { paying: NonNullable<CasePayments['underWay']> }) {
  const t = useText()
  const now = useNow(1000)
  if (until !== null && Date.parse(until) <= now) return null
  const amount = formatMoney(amountCents, currency)
  const details = until === null ? t('paymentLinks.underWay.settling') : t('paymentLinks.underWay.atBank', { at: formatNextMoment(until) })
  return (
    <span title={details}>
      <Badge tone="info" icon="hourglass">
        {t(until === null ? 'paymentLinks.underWay.settlingTitle' : 'paymentLinks.underWay.title', { amount })}
        <span className="visually-hidden">. {details}</span>
      </Badge>
    </span>
  )
}
