import type { PaymentLink } from '@regie/contract/payments.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import styles from './payment-links.module.css'
import { paymentProgress, type WalkState } from './payment-progress.ts'

const icons = { link_clicked: 'link', bank_opened: 'bank', in_progress: 'hourglass', paid: 'check' } as const satisfies Record<
  WalkState,
  IconName
>

/** In one word where a link stands of which no step says it: made and not opened, or over. */
export function LinkState({ link }: { link: Pick<PaymentLink, 'state' | 'endedFor'> }) {
  const t = useText()
  const endedFor = link.state === 'paid' ? null : link.endedFor
  const isEnded = endedFor !== null || link.state === 'expired' || link.state === 'canceled'
  if (!isEnded && link.state !== 'created' && link.state !== 'paid') return null
  const tone = link.state === 'paid' ? 'success' : isEnded ? 'error' : 'neutral'
  return (
    <Badge tone={tone} icon={link.state === 'paid' ? 'check' : isEnded ? 'stop' : 'circle'}>
      {t(endedFor === null ? `paymentLinks.states.${link.state}` : `paymentLinks.ended.${endedFor}`)}
    </Badge>
  )
}

/** Clicked → bank opened → under way → paid, moving by itself while the debtor pays. */
export function PaymentSteps({ link }: { link: Pick<PaymentLink, 'state' | 'events' | 'markedBy'> }) {
  const t = useText()
  return (
    <ol className={styles.steps} aria-live="polite">
      {paymentProgress(link).map((step) => (
        <li
          key={step.state}
          className={styles.step}
          data-place={step.place}
          data-tone={step.state === 'paid' && step.place === 'done' ? 'success' : 'primary'}
          aria-current={step.place === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            <Icon name={step.place === 'done' ? 'tick' : icons[step.state]} size={14} />
          </span>
          <span className={styles.stepName}>{t(`paymentLinks.states.${step.state}`)}</span>
          {step.at !== null && <Moment at={step.at} />}
        </li>
      ))}
    </ol>
  )
}
