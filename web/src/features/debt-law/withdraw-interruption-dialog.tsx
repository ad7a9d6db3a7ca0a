import type { Interruption } from '@regie/contract/debt-law.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useWithdrawInterruption } from './debt-law-data.ts'

type WithdrawInterruptionDialogProps = { caseID: number; one: Interruption; what: string; onClose: () => void }

/** Withdraws an interruption; it asks why, and both stay to be read. */
export function WithdrawInterruptionDialog({ caseID, one: { interruptionID }, what, onClose }: WithdrawInterruptionDialogProps) {
  const t = useText()
  const withdraw = useWithdrawInterruption()
  const [reason, setReason] = useState('')
  async function send() {
    await withdraw.mutateAsync({ params: { caseID, interruptionID }, body: { reason: reason.trim() } })
    notify(t('debtLaw.withdraw.done'))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('debtLaw.withdraw.title')}
      verb={t('debtLaw.withdraw.title')}
      kind="danger"
      fields={['reason']}
      isDisabled={reason.trim() === ''}
      onConfirm={send}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <p>{t('debtLaw.withdraw.text', { what })}</p>
          <TextAreaInput
            label={t('debtLaw.withdraw.reason')}
            isRequired
            maxLength={500}
            value={reason}
            error={faultAt('reason')}
            onChange={setReason}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}
