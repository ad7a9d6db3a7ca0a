import type { CaseDetail } from '@regie/contract/cases.ts'
import type { CasePayments, Payment } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type ReactNode, useState } from 'react'
import { formatDate, formatMoment, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import { lastDay } from './last-day.ts'
import { useCasePayments, useOpenPlan } from './payment-links-data.ts'
import { nextOfPlan } from './next-of-plan.ts'
import styles from './payment-links.module.css'
import { isOpenLink } from './payment-progress.ts'
import { PaymentReference } from './payment-reference.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { personName } from '../../session/people.ts'

/** The money of a case: how much of it came in, until when somebody can pay by link, what one may do, and each payment. */
export function Payments({ found, actions }: { found: CaseDetail; actions: ReactNode }) {
  const t = useText()
  const { data } = useCasePayments(found.caseID)
  return (
    <Panel title={t('paymentLinks.panel')}>
      <div className={styles.money}>
        <Progress found={found} links={data?.links ?? []} />
        <PromisedMoney found={found} links={data?.links ?? []} />
        <div className={styles.actions}>{actions}</div>
      </div>
      {data !== undefined && <PaymentReference reference={data.reference} />}
      {data !== undefined && data.payments.length > 0 && (
        <ul className={styles.payments}>
          {data.payments.map((payment) => (
            <PaymentItem key={payment.paymentID} found={found} payment={payment} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Progress({
  found: { outstandingCents, claimCents, paidCents, currency },
  links,
}: {
  found: CaseDetail
  links: CasePayments['links']
}) {
  const t = useText()
  // The link for all that is owed says until when; where only a part can be paid by one, the line says which.
  const isWhole = ({ amountCents }: CasePayments['links'][number]) => outstandingCents === null || amountCents === outstandingCents
  const open = links.find((one) => isOpenLink(one) && isWhole(one)) ?? links.find(isOpenLink)
  const paid = formatMoney(paidCents, currency)
  const words = () => {
    if (paidCents === 0) return t('paymentLinks.nothingPaid')
    if (claimCents === null) return t('paymentLinks.paidUnknown', { paid })
    const all = { paid, claim: formatMoney(claimCents, currency) }
    return paidCents > claimCents
      ? t('paymentLinks.paidTooMuch', { ...all, amount: formatMoney(paidCents - claimCents, currency) })
      : t('paymentLinks.paidOf', all)
  }
  return (
    <>
      {claimCents !== null && (
        <ProgressMeter
          parts={[{ tone: 'success', value: paidCents / 100, label: words() }]}
          total={Math.max(claimCents, paidCents) / 100}
        />
      )}
      <p className={styles.expires}>
        {words()}
        {open !== undefined && (
          <>
            {' · '}
            {isWhole(open)
              ? `${t('paymentLinks.linkUntil')} ${lastDay(open.expiresAt)}`
              : t('paymentLinks.partUntil', { amount: formatMoney(open.amountCents, open.currency), at: lastDay(open.expiresAt) })}
          </>
        )}
      </p>
    </>
  )
}

/** What is promised and not in yet, with the link by which just that can be paid; of a plan what is due first. */
function PromisedMoney({ found, links }: { found: CaseDetail; links: CasePayments['links'] }) {
  const t = useText()
  const { promisedCents, promisedOn, currency } = found
  const plan = useOpenPlan(found.caseID)
  if (promisedCents === 0 || promisedOn === null) return null
  if (plan !== null) {
    const next = nextOfPlan(plan, promisedCents)
    return (
      <p className={styles.promised}>
        <Icon name="hourglass" size={16} />
        <span>
          <strong>
            {t(next === null || next.left === plan.parts.length ? 'paymentLinks.planned' : 'paymentLinks.plannedLeft', {
              amount: formatMoney(promisedCents, currency),
              count: plan.parts.length,
              left: next?.left ?? 0,
            })}
          </strong>
          {next !== null && <> · {t('paymentLinks.plannedNext', { amount: formatMoney(next.cents, currency), at: formatDay(next.due) })}</>}
        </span>
      </p>
    )
  }
  const link = links.find((one) => isOpenLink(one) && one.amountCents === promisedCents)
  const words = { amount: formatMoney(promisedCents, currency), at: formatDay(promisedOn) }
  return (
    <p className={styles.promised}>
      <Icon name="hourglass" size={16} />
      <span>
        <strong>{t('paymentLinks.promised', words)}</strong>
        {link !== undefined && <> · {t('paymentLinks.promisedLink', { at: lastDay(link.expiresAt) })}</>}
      </span>
    </p>
  )
}

const formatDay = (day: string) => formatDate(`${day}T12:00:00Z`)

function PaymentItem({ found, payment }: { found: CaseDetail; payment: Payment }) {
  const t = useText()
  const mayLock = useRight(Right.lockBatches)
  const [isAsked, setAsked] = useState(false)
  const { amountCents, currency, paidOn, note, by, byLink, method, withdrawn } = payment
  const who = () => {
    if (by === null) return t('paymentLinks.payments.byLink')
    return t(byLink ? 'paymentLinks.payments.markedBy' : 'paymentLinks.payments.bookedBy', { name: personName(by) })
  }
  return (
    <li className={styles.payment} data-withdrawn={withdrawn !== null || undefined}>
      <div className={styles.head}>
        <strong>
          <Money cents={amountCents} currency={currency} />
        </strong>
        <span className="numbers">{formatDay(paidOn)}</span>
      </div>
      <div className={styles.head}>
        <p className={styles.expires}>
          {who()}
          {method !== null && !byLink && ` · ${t(`paymentLinks.methods.${method}`)}`}
        </p>
        {by !== null && !byLink && withdrawn === null && (
          <Can right={Right.bookPayments} refusal={found.batchLocked && !mayLock ? t('cases.locked') : undefined}>
            {(reason) => (
              <Button kind="quiet" reason={reason} onPress={() => setAsked(true)}>
                {t('paymentLinks.withdraw.button')}
              </Button>
            )}
          </Can>
        )}
      </div>
      {note !== '' && <p>{note}</p>}
      {withdrawn !== null && <Withdrawn withdrawn={withdrawn} />}
      {isAsked && <WithdrawDialog found={found} payment={payment} onClose={() => setAsked(false)} />}
    </li>
  )
}

function Withdrawn({ withdrawn: { at, by, reason } }: { withdrawn: NonNullable<Payment['withdrawn']> }) {
  const t = useText()
  const when = formatMoment(at)
  return (
    <p className={styles.withdrawn}>
      {by === null ? t('paymentLinks.withdraw.undone', { at: when }) : t('paymentLinks.withdraw.by', { name: personName(by), at: when })}
      {reason !== '' && ` · ${reason}`}
    </p>
  )
}
