import type { CaseDetail } from '@regie/contract/cases.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'

/** Somebody is paying at this moment: nobody contacts the person meanwhile. Goes by itself when the bank lets go of it. */
export function PaymentUnderWay({ paying }: { paying: CaseDetail['paymentUnderWay'] }) {
  return (
    <div role="status" aria-live="polite">
      {paying !== null && <Paying paying={paying} />}
    </div>
  )
}

function Paying({ paying: { amountCents, currency, until } }: { paying: NonNullable<CaseDetail['paymentUnderWay']> }) {
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
