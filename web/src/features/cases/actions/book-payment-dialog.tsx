import { caseActionRefusal } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { type BookingMethod, bookingMethods } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMoney } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { OfferedAction } from '../../../ui/screen-actions.ts'
import { SelectInput, TextAreaInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { CheckInput } from '../../../ui/toggles.tsx'
import { sendCase, useCaseLinks, useCloseQuestion } from '../case-work-data.ts'
import { ActionDialog } from './action-dialog.tsx'
import { CloseNumbers } from './close-case-dialog.tsx'
import { firstPayment, leftAfter, PaymentInput, readPayment } from './payment-input.tsx'

/** Money that came in some other way than by a link: all of it, or a part. Where nothing stays open it asks whether the case closes. */
export function BookPaymentDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const mayClose = useRight(Right.closeCases) && caseActionRefusal(found.status, 'close') === null
  const [typed, setTyped] = useState(() => firstPayment(found))
  const [method, setMethod] = useState<BookingMethod>('bank')
  const [note, setNote] = useState('')
  const [wantsClose, setWantsClose] = useState(true)
  const { data: question } = useCloseQuestion(found.caseID)
  const payment = readPayment(typed)
  const isWhole = payment !== null && found.outstandingCents !== null && leftAfter(found, typed) <= 0
  const close = isWhole && mayClose && wantsClose
  return (
    <ActionDialog
      found={found}
      title={t('cases.book.title')}
      verb={t(close ? 'cases.book.verbClose' : 'cases.book.verb')}
      isDisabled={payment === null || (close && (question === undefined || question.inCall))}
      onSend={(version) => sendCase.book(found.caseID, { version, ...(payment ?? { amountCents: 0, paidOn: '' }), method, note, close })}
      onClose={onClose}
    >
      <Stack>
        <PaymentInput found={found} payment={typed} onPayment={setTyped} leaves="rest" />
        <SelectInput
          label={t('cases.book.method')}
          value={method}
          onChange={(chosen) => setMethod(bookingMethods.find((known) => known === chosen) ?? 'bank')}
          options={bookingMethods.map((known) => ({ value: known, label: t(`cases.book.methods.${known}`) }))}
        />
        <TextAreaInput label={t('cases.result.note')} maxLength={4000} value={note} onChange={setNote} />
        <EndedLinks found={found} left={payment === null ? null : leftAfter(found, typed)} />
        {found.status === 'closed' && <p>{t('cases.book.closed')}</p>}
        {isWhole && mayClose && (
          <CheckInput label={t('cases.book.close')} help={t('cases.book.closeHelp')} value={wantsClose} onChange={setWantsClose} />
        )}
        {close && <CloseNumbers caseID={found.caseID} />}
      </Stack>
    </ActionDialog>
  )
}

/** A link for another amount than what stays open ends with the booking: whoever has it cannot pay by it any more. */
function EndedLinks({ found, left }: { found: CaseDetail; left: number | null }) {
  const t = useText()
  const { data } = useCaseLinks(found.caseID)
  const open = data?.links.filter(({ endedFor, state }) => endedFor === null && state !== 'paid' && state !== 'expired') ?? []
  const [first, ...more] = left === null ? [] : open.filter(({ amountCents }) => amountCents !== left)
  if (first === undefined) return null
  const amount = formatMoney(first.amountCents, first.currency)
  return <Notice icon="link">{t('cases.book.endsLinks', { count: more.length + 1, amount })}</Notice>
}

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
