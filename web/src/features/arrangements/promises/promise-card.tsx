import type { PaymentPromise } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { formatDate } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Money } from '../../../ui/moment.tsx'
import { ProgressMeter } from '../../../ui/progress.tsx'
import styles from '../arrangements.module.css'
import { useCancelPromise } from '../arrangements-data.ts'
import { Card } from '../card.tsx'
import { useRefusal } from '../use-refusal.ts'

const looks = {
  open: { tone: 'info', icon: 'hourglass' },
  kept: { tone: 'success', icon: 'check' },
  broken: { tone: 'error', icon: 'error' },
  cancelled: { tone: 'neutral', icon: 'stop' },
} as const
const partLooks = {
  open: { tone: 'neutral', icon: 'clock' },
  paid: { tone: 'success', icon: 'check' },
  late: { tone: 'error', icon: 'alert' },
} as const

/** A promise to pay or a plan, with how each of its parts stands. */
export function PromiseCard({ found, promise }: { found: CaseDetail; promise: PaymentPromise }) {
  const t = useText()
  const { toNote: refusal } = useRefusal(found)
  const cancel = useCancelPromise()
  const [isAsking, setAsking] = useState(false)
  const { kind, state, parts, promiseID } = promise
  const verb = t(kind === 'plan' ? 'arrangements.promises.cancelPlan' : 'arrangements.promises.cancel')
  const hasLapsed = promise.endedByClosing && state === 'cancelled'
  const paid = parts.filter((part) => part.state === 'paid').length
  return (
    <Card
      title={t(`arrangements.promises.${kind}`)}
      badge={<Badge {...looks[state]}>{t(hasLapsed ? 'arrangements.callbacks.ended' : `arrangements.promises.states.${state}`)}</Badge>}
      actions={state === 'open' ? [{ key: 'cancel', label: verb, icon: 'stop', reason: refusal, onPress: () => setAsking(true) }] : []}
      by={promise.by}
      at={promise.at}
    >
      {hasLapsed && <p className={styles.text}>{t('arrangements.promises.endedText')}</p>}
      {parts.length > 1 && (
        <div className={styles.progress}>
          <ProgressMeter parts={[{ tone: 'success', value: paid, label: t('arrangements.promises.parts.paid') }]} total={parts.length} />
          <span>{t('arrangements.promises.paidOf', { paid, count: parts.length })}</span>
        </div>
      )}
      <ul className={styles.dues}>
        {parts.map((part) => (
          <li key={part.due}>
            <span className="numbers">{formatDate(`${part.due}T12:00:00Z`)}</span>
            <strong>
              <Money cents={part.amountCents} currency={found.currency} />
            </strong>
            <Badge {...partLooks[part.state]}>{t(`arrangements.promises.parts.${part.state}`)}</Badge>
            {part.state === 'open' && <Asked part={part} />}
          </li>
        ))}
      </ul>
      {kind === 'plan' && (
        <p className={styles.quiet}>
          {t('arrangements.promises.missed')}: {t(`arrangements.promises.rules.${promise.missedInstalment}`)}
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={verb}
        verb={verb}
        kind="danger"
        onConfirm={() => cancel.mutateAsync({ params: { caseID: found.caseID, promiseID } })}
        onClose={() => setAsking(false)}
      >
        <p>{t('arrangements.promises.cancelText')}</p>
      </ConfirmDialog>
    </Card>
  )
}

/** What was done about an instalment that is not in yet. */
function Asked({ part: { askedAt, movedFrom, lateAfter } }: { part: PaymentPromise['parts'][number] }) {
  const t = useText()
  const day = (date: string) => formatDate(`${date}T12:00:00Z`)
  const words = [
    ...(movedFrom === null ? [] : [t('arrangements.promises.moved', { date: day(movedFrom) })]),
    ...(lateAfter === null ? [] : [t('arrangements.promises.reminded', { date: day(lateAfter) })]),
    ...(askedAt !== null && lateAfter === null ? [t('arrangements.promises.asked')] : []),
  ]
  return words.length === 0 ? null : <span className={styles.quiet}>{words.join(' · ')}</span>
}
