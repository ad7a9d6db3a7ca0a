import type { Complaint } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from '../arrangements.module.css'
import { Card } from '../card.tsx'
import { ComplaintClock } from './complaint-clock.tsx'
import { kindName } from './kind-of.ts'
import { ProofFiles } from './proof-files.tsx'
import { ComplaintState } from './complaint-state.tsx'
import { ConfirmReceiptDialog, ResolveDialog } from './resolve-dialog.tsx'
import { useRefusal } from '../use-refusal.ts'

/** A complaint or dispute: what was said, the clock, and the way to its end. */
export function ComplaintCard({ found, complaint }: { found: CaseDetail; complaint: Complaint }) {
  const t = useText()
  const { toNote: refusal } = useRefusal(found)
  const [asked, setAsked] = useState<'confirm' | 'resolve' | null>(null)
  const { kind, state, text, outcome } = complaint
  const close = () => setAsked(null)
  return (
    <Card title={kindName(t, complaint)} badge={<ComplaintState state={state} />} actions={[]} by={complaint.by} at={complaint.at}>
      <ComplaintClock complaint={complaint} />
      <p className={styles.text}>{text}</p>
      <ProofFiles caseID={found.caseID} complaint={complaint} />
      {outcome !== '' && (
        <p className={styles.text}>
          <strong>{t('arrangements.complaints.outcome')}:</strong> {outcome}
        </p>
      )}
      {state !== 'resolved' && (
        <div className={styles.choices}>
          {kind === 'complaint' && state === 'open' && (
            <Button reason={refusal} onPress={() => setAsked('confirm')}>
              {t('arrangements.complaints.confirm')}
            </Button>
          )}
          <Button reason={refusal} onPress={() => setAsked('resolve')}>
            {t('arrangements.complaints.resolve')}
          </Button>
        </div>
      )}
      {asked === 'confirm' && <ConfirmReceiptDialog caseID={found.caseID} complaint={complaint} onClose={close} />}
      {asked === 'resolve' && <ResolveDialog caseID={found.caseID} complaint={complaint} onClose={close} />}
    </Card>
  )
}
