import type { CaseDetail } from '@regie/contract/cases.ts'
import type { Payment } from '@regie/contract/payments.ts'
import { useId, useState } from 'react'
import { formatDate, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useMoneyAnswer, withdrawPayment } from './payment-links-data.ts'

type WithdrawDialogProps = { found: CaseDetail; payment: Payment; onClose: () => void }

/** Takes a booking back, at any time; it asks why. */
export function WithdrawDialog({ found, payment, onClose }: WithdrawDialogProps) {
  const t = useText()
  const formId = useId()
  const answered = useMoneyAnswer()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const send = async () => {
    if (isBusy || reason.trim() === '') return
    setBusy(true)
    setFailure(null)
    try {
      const answer = await withdrawPayment(found.caseID, payment.paymentID, reason)
      answered(answer)
      if (found.status === 'closed' && answer.status !== 'closed') notify(t('paymentLinks.withdraw.doneOpen'))
      else notify(t(payment.linkAfter === null ? 'paymentLinks.withdraw.done' : `paymentLinks.withdraw.doneLink.${payment.linkAfter}`))
      onClose()
    } catch (refusal) {
      setBusy(false)
      setFailure(refusal as Error)
    }
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button kind="danger" type="submit" form={formId} isBusy={isBusy} isDisabled={reason.trim() === ''}>
        {t('paymentLinks.withdraw.verb')}
      </Button>
    </>
  )
  const amount = formatMoney(payment.amountCents, payment.currency)
  return (
    <Dialog isOpen title={t('paymentLinks.withdraw.title')} onClose={onClose} actions={actions}>
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack>
          <p>
            {t(payment.caseAfter === 'paid' ? 'paymentLinks.withdraw.stillPaid' : 'paymentLinks.withdraw.text', {
              amount,
              paidOn: formatDate(`${payment.paidOn}T12:00:00Z`),
            })}
            {payment.caseAfter !== null && ` ${t(`paymentLinks.caseAfter.${payment.caseAfter}`)}`}
          </p>
          {payment.linkAfter !== null && <p>{t(`paymentLinks.withdraw.link.${payment.linkAfter}`)}</p>}
          <TextAreaInput label={t('paymentLinks.withdraw.reason')} isRequired maxLength={500} value={reason} onChange={setReason} />
          {failure !== null && <FailureText failure={failure} />}
        </Stack>
      </form>
    </Dialog>
  )
}
