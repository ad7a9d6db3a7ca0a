import type { CaseDetail } from '@regie/contract/cases.ts'
import type { PaymentLink } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { deleteLink, markLink, restoreLink, unmarkLink, useMoneyAnswer } from './payment-links-data.ts'
import { isOpenLink, isPaidNow } from './payment-progress.ts'

type LinkActionsProps = { found: CaseDetail; link: PaymentLink }
type Question = 'mark' | 'unmark' | 'delete'

/** What staff say of a link: that it was paid another way, that it is to be used no more; both can be taken back here. */
export function LinkActions({ found, link }: LinkActionsProps) {
  const t = useText()
  const mayLock = useRight(Right.lockBatches)
  const answered = useMoneyAnswer()
  const [asked, ask] = useState<Question | null>(null)
  const refusal = found.batchLocked && !mayLock ? t('cases.locked') : undefined
  const [isRestoring, setRestoring] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const restore = async () => {
    setRestoring(true)
    setFailure(null)
    try {
      answered(await restoreLink(link.paymentLinkID))
      notify(t('paymentLinks.restore.done'))
    } catch (refused) {
      setFailure(refused as Error)
    }
    setRestoring(false)
  }
  const isUnmarkable = link.markedBy !== null
  if (!isOpenLink(link) && !isUnmarkable && link.endedFor !== 'deleted') return null
  return (
    <>
      {isOpenLink(link) && (
        <>
          <Can right={Right.changePaymentLinks} refusal={refusal ?? (isPaidNow(link) ? t('paymentLinks.isUnderWay') : undefined)}>
            {(reason) => (
              <Button kind="quiet" icon={<Icon name="check" size={16} />} reason={reason} onPress={() => ask('mark')}>
                {t('paymentLinks.mark.button')}
              </Button>
            )}
          </Can>
          <Can right={Right.changePaymentLinks} refusal={refusal}>
            {(reason) => (
              <Button kind="quiet" icon={<Icon name="trash" size={16} />} reason={reason} onPress={() => ask('delete')}>
                {t('paymentLinks.delete.button')}
              </Button>
            )}
          </Can>
        </>
      )}
      {isUnmarkable && (
        <Can right={Right.changePaymentLinks} refusal={refusal}>
          {(reason) => (
            <Button kind="quiet" icon={<Icon name="undo" size={16} />} reason={reason} onPress={() => ask('unmark')}>
              {t('paymentLinks.unmark.button')}
            </Button>
          )}
        </Can>
      )}
      {link.endedFor === 'deleted' && link.state !== 'paid' && (
        <Can
          right={Right.changePaymentLinks}
          refusal={refusal ?? (found.status === 'closed' ? t('refusals.case.alreadyClosed') : undefined)}
        >
          {(reason) => (
            <Button kind="quiet" icon={<Icon name="undo" size={16} />} reason={reason} isBusy={isRestoring} onPress={restore}>
              {t('paymentLinks.restore.button')}
            </Button>
          )}
        </Can>
      )}
      {failure !== null && <FailureText failure={failure} />}
      {asked !== null && <LinkQuestion question={asked} found={found} link={link} onClose={() => ask(null)} />}
    </>
  )
}

function LinkQuestion({ question, found, link, onClose }: LinkActionsProps & { question: Question; onClose: () => void }) {
  const t = useText()
  const answered = useMoneyAnswer()
  const [reason, setReason] = useState('')
  const { paymentLinkID: id } = link
  const act = { mark: () => markLink(id, reason), unmark: () => unmarkLink(id, reason), delete: () => deleteLink(id) }
  const confirm = async () => {
    const answer = await act[question]()
    answered(answer)
    const isOpenAgain = question === 'unmark' && found.status === 'closed' && answer.status !== 'closed'
    notify(t(isOpenAgain ? 'paymentLinks.caseAfter.done' : `paymentLinks.${question}.done`))
  }
  const asksReason = question !== 'delete'
  return (
    <ConfirmDialog
      isOpen
      title={t(`paymentLinks.${question}.title`)}
      verb={t(`paymentLinks.${question}.verb`)}
      kind={question === 'mark' ? 'main' : 'danger'}
      isDisabled={asksReason && reason.trim() === ''}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack>
        <p>
          {t(`paymentLinks.${question}.text`, { amount: formatMoney(link.amountCents, link.currency) })}
          {question === 'unmark' && link.caseAfter !== null && ` ${t(`paymentLinks.caseAfter.${link.caseAfter}`)}`}
        </p>
        {asksReason && (
          <TextAreaInput
            label={t('paymentLinks.mark.reason')}
            {...(question === 'mark' && { help: t('paymentLinks.mark.help') })}
            isRequired
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
