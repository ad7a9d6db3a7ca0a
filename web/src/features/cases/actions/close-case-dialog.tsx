import type { Retention } from '@regie/contract/case-actions.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { effectsOfResult, staffCodes } from '@regie/contract/case-action-rules.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { useState } from 'react'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { DebtHelpInput, firstDebtHelp, givenDebtHelp } from '../../../session/debt-help-input.tsx'
import { useRight } from '../../../session/use-right.ts'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sendCase, useCloseQuestion } from '../case-work-data.ts'
import { ActionDialog } from './action-dialog.tsx'
import { LinksEndedByClosing } from './ended-links.tsx'
import { firstPayment, PaymentInput, readWholePayment } from './payment-input.tsx'
import { RetentionInput } from './retention-input.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { ChoiceInput } from '../../../ui/toggles.tsx'

const codes = staffCodes.filter((code) => effectsOfResult(code).closes)

type CloseCaseDialogProps = { found: CaseDetail; onClose: () => void }

/** Closing asks for a result, all of which are in sight, and says what it cancels; while a call is on it waits. */
export function CloseCaseDialog({ found, onClose }: CloseCaseDialogProps) {
  const t = useText()
  const mayBook = useRight(Right.bookPayments)
  const [resultCode, setResultCode] = useState<ResultCode | ''>('')
  const [retention, setRetention] = useState<Retention | ''>('')
  const [typed, setTyped] = useState(() => firstPayment(found))
  const [note, setNote] = useState('')
  const [help, setHelp] = useState(firstDebtHelp)
  const books = resultCode !== '' && effectsOfResult(resultCode).books
  const payment = books ? readWholePayment(found, typed) : null
  const needsRetention = resultCode !== '' && effectsOfResult(resultCode).blacklists
  const { data: question } = useCloseQuestion(found.caseID)
  const asksHelp = resultCode !== '' && effectsOfResult(resultCode).asksDebtHelp
  const body = {
    resultCode,
    ...(needsRetention && retention !== '' && { retention }),
    ...(payment && { payment, note }),
    ...(asksHelp && { debtHelp: givenDebtHelp(help) }),
  }
  return (
    <ActionDialog
      found={found}
      title={t('cases.close.title', { caseNumber: found.caseNumber })}
      verb={t('cases.close.verb')}
      action="close"
      kind="danger"
      isDisabled={
        question === undefined ||
        question.inCall ||
        resultCode === '' ||
        (needsRetention && retention === '') ||
        (books && payment === null) ||
        (asksHelp && help.organisation.trim() === '')
      }
      onSend={(version) => sendCase.close(found.caseID, { version, ...body })}
      onClose={onClose}
    >
      <Stack>
        <CloseNumbers caseID={found.caseID} />
        <ChoiceInput
          label={t('cases.columns.result')}
          value={resultCode}
          onChange={setResultCode}
          options={codes
            .filter((code) => mayBook || !effectsOfResult(code).books)
            .map((code) => ({ value: code, label: t(`cases.results.${code}`) }))}
        />
        {books && (
          <>
            <PaymentInput found={found} payment={typed} onPayment={setTyped} leaves="leaves" />
            <LinksEndedByClosing found={found} />
            <TextAreaInput label={t('cases.result.note')} maxLength={4000} value={note} onChange={setNote} />
          </>
        )}
        {asksHelp && <DebtHelpInput kind={resultCode} help={help} onHelp={setHelp} />}
        {needsRetention && <RetentionInput value={retention} onChange={setRetention} />}
      </Stack>
    </ActionDialog>
  )
}

/** What closing would cancel, or that somebody is on the phone. */
export function CloseNumbers({ caseID }: { caseID: number }) {
  const t = useText()
  const { data: question } = useCloseQuestion(caseID)
  if (question === undefined) return null
  const { queuedMessages, openCallbacks, inCall } = question
  if (inCall)
    return (
      <Notice tone="error" icon="phone">
        {t('refusals.case.inCall')}
      </Notice>
    )
  return (
    <Notice tone={queuedMessages + openCallbacks > 0 ? 'warning' : 'info'} icon={queuedMessages + openCallbacks > 0 ? 'alert' : 'info'}>
      {(queuedMessages > 0 || openCallbacks === 0) &&
        t('cases.close.queued', { count: queuedMessages, total: formatNumber(queuedMessages) })}{' '}
      {openCallbacks > 0 && t('cases.close.callbacks', { count: openCallbacks, total: formatNumber(openCallbacks) })}
    </Notice>
  )
}
