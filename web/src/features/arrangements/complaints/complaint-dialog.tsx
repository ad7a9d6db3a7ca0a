import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { useDraft } from '../../../session/drafts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import styles from '../arrangements.module.css'
import { useAddComplaint } from '../arrangements-data.ts'

type ComplaintDialogProps = { caseID: number; kind: 'complaint' | 'dispute'; onClose: () => void }

/** Writes down what a debtor complains of or disputes; what was typed before and not saved is there again. */
export function ComplaintDialog({ caseID, kind, onClose }: ComplaintDialogProps) {
  const t = useText()
  const add = useAddComplaint()
  const draft = useDraft<string>(`${kind}:${caseID}`)
  const [text, setText] = useState(draft.found?.values ?? '')
  const title = t(kind === 'complaint' ? 'arrangements.complaints.addComplaint' : 'arrangements.complaints.addDispute')
  const write = (typed: string) => {
    setText(typed)
    draft.save(typed)
  }
  const save = async () => {
    await add.mutateAsync({ params: { caseID }, body: { kind, text } })
    draft.drop()
  }
  return (
    <ConfirmDialog isOpen title={title} verb={title} fields={['text']} isDisabled={text.trim() === ''} onConfirm={save} onClose={onClose}>
      {(faultAt) => (
        <div className={styles.stack}>
          <TextAreaInput
            label={t('arrangements.complaints.text')}
            isRequired
            rows={5}
            maxLength={4000}
            value={text}
            onChange={write}
            error={faultAt('text')}
          />
          <p className={styles.quiet}>
            {t(kind === 'complaint' ? 'arrangements.complaints.complaintHelp' : 'arrangements.complaints.disputeHelp')}
          </p>
        </div>
      )}
    </ConfirmDialog>
  )
}
