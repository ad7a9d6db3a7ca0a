import type { Complaint } from '@regie/contract/arrangements.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { useDraft } from '../../../session/drafts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import styles from '../arrangements.module.css'
import { useChangeComplaint } from '../arrangements-data.ts'

type ComplaintQuestionProps = { caseID: number; complaint: Complaint; onClose: () => void }

/** Has receipt been confirmed in writing? The clock stops with it. */
export function ConfirmReceiptDialog({ caseID, complaint: { complaintID }, onClose }: ComplaintQuestionProps) {
  const t = useText()
  const change = useChangeComplaint()
  return (
    <ConfirmDialog
      isOpen
      title={t('arrangements.complaints.confirmTitle')}
      verb={t('arrangements.complaints.confirmVerb')}
      onConfirm={() => change.mutateAsync({ params: { caseID, complaintID }, body: { state: 'confirmed', outcome: '' } })}
      onClose={onClose}
    >
      <p>{t('arrangements.complaints.confirmText')}</p>
    </ConfirmDialog>
  )
}

/** Ends a complaint or dispute with what came of it. */
export function ResolveDialog({ caseID, complaint: { complaintID, kind }, onClose }: ComplaintQuestionProps) {
  const t = useText()
  const change = useChangeComplaint()
  const draft = useDraft<string>(`outcome:${complaintID}`)
  const [outcome, setOutcome] = useState(draft.found?.values ?? '')
  const title = t(kind === 'complaint' ? 'arrangements.complaints.resolveComplaint' : 'arrangements.complaints.resolveDispute')
  const write = (typed: string) => {
    setOutcome(typed)
    draft.save(typed)
  }
  const save = async () => {
    await change.mutateAsync({ params: { caseID, complaintID }, body: { state: 'resolved', outcome } })
    draft.drop()
  }
  return (
    <ConfirmDialog isOpen title={title} verb={title} isDisabled={outcome.trim() === ''} onConfirm={save} onClose={onClose}>
      <div className={styles.stack}>
        <TextAreaInput
          label={t('arrangements.complaints.outcome')}
          help={t('arrangements.complaints.outcomeHelp')}
          isRequired
          rows={4}
          maxLength={4000}
          value={outcome}
          onChange={write}
        />
      </div>
    </ConfirmDialog>
  )
}
