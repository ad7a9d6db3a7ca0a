import { caseActionRefusal } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMoney } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { OfferedAction, screenActions } from '../../../ui/screen-actions.ts'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { CheckInput } from '../../../ui/toggles.tsx'
import { sendCase, useCloseQuestion } from '../case-work-data.ts'
import { ActionDialog } from './action-dialog.tsx'
import { CloseNumbers } from './close-case-dialog.tsx'
import { EndedLinks, useEndedLinks } from './ended-links.tsx'
import { firstPayment, leftAfter, PaymentInput, readPayment } from './payment-input.tsx'

/** Money that came in some other way than by a link: all of it, or a part. Where nothing stays open it asks whether the case closes. */
export function BookPaymentDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const mayClose = useRight(Right.closeCases) && caseActionRefusal(found.status, 'close') === null
  const [typed, setTyped] = useState(() => firstPayment(found))
  const [note, setNote] = useState('')
  const [wantsClose, setWantsClose] = useState(true)
  const payment = readPayment(typed)
  const left = payment === null ? 0 : leftAfter(found, typed)
  const [wantsLink, setWantsLink] = useState<boolean | null>(null)
  const ended = useEndedLinks(found, payment === null ? null : left)
  // Whoever had a link that ends with the booking gets another one, unless somebody says otherwise.
  const sendsLink = left > 0 && (wantsLink ?? ended.length > 0)
  const { data: question } = useCloseQuestion(found.caseID)
  const isWhole = payment !== null && found.outstandingCents !== null && left <= 0
  const close = isWhole && mayClose && wantsClose
  return (
    <ActionDialog
      found={found}
      title={t('cases.book.title')}
      verb={t(close ? 'cases.book.verbClose' : 'cases.book.verb')}
      isDisabled={payment === null || (close && (question === undefined || question.inCall))}
      onSend={(version) => sendCase.book(found.caseID, { version, ...(payment ?? nothing), note, close })}
      onDone={() => sendsLink && setTimeout(() => sendLinkAction()?.run())}
      onClose={onClose}
    >
      <Stack>
        <PaymentInput found={found} payment={typed} onPayment={setTyped} leaves={found.status === 'closed' ? 'restClosed' : 'rest'} />
        <TextAreaInput label={t('cases.result.note')} maxLength={4000} value={note} onChange={setNote} />
        <EndedLinks ended={ended} />
        {left > 0 && sendLinkAction() !== undefined && (
          <CheckInput
            label={t('cases.book.sendRest', { amount: formatMoney(left, found.currency) })}
            value={sendsLink}
            onChange={setWantsLink}
          />
        )}
        {found.status === 'closed' && <p>{t('cases.book.closed')}</p>}
        {isWhole && mayClose && (
          <CheckInput label={t('cases.book.close')} help={t('cases.book.closeHelp')} value={wantsClose} onChange={setWantsClose} />
        )}
        {close && <CloseNumbers caseID={found.caseID} />}
      </Stack>
    </ActionDialog>
  )
}

const nothing = { amountCents: 0, paidOn: '', method: 'bank' } as const

// Where the screen sends payment links, and one may be sent now: the question that comes after the booking.
const sendLinkAction = () => screenActions().find(({ id, reason }) => id === 'link' && reason === undefined)

/** Opens it, from where the money of the case stands. */
export function BookPaymentButton({ found }: { found: CaseDetail }) {
  const t = useText()
  const mayLock = useRight(Right.lockBatches)
  const [isAsked, setAsked] = useState(false)
  return (
    <Can right={Right.bookPayments} refusal={found.batchLocked && !mayLock ? t('cases.locked') : undefined}>
      {(reason) => (
        <>
          <OfferedAction id="book" label={t('cases.book.button')} icon="euro" reason={reason} run={() => setAsked(true)} />
          <Button kind="quiet" reason={reason} onPress={() => setAsked(true)}>
            {t('cases.book.button')}
          </Button>
          {isAsked && <BookPaymentDialog found={found} onClose={() => setAsked(false)} />}
        </>
      )}
    </Can>
  )
}
