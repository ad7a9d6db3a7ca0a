import type { Complaint } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from '../arrangements.module.css'
import { useArrangements } from '../arrangements-data.ts'
import { useRefusal } from '../use-refusal.ts'
import { ProofFiles } from './proof-files.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'

/** The complaint or dispute that keeps everybody from contact, the newest; null: none is open. */
function useOpenObjection(caseID: number): Complaint | null {
  return useArrangements(caseID).data?.complaints.find(({ state }) => state !== 'resolved') ?? null
}

/** In words; a dispute without a name is of the payer, who wrote it on the payment page. */
export function useObjectionWords(caseID: number): string | null {
  const t = useText()
  const open = useOpenObjection(caseID)
  return open === null ? null : t(`arrangements.complaints.stands.${standing(open)}`)
}

function standing({ kind, reason, by }: Complaint) {
  if (kind === 'complaint') return 'complaint'
  if (reason === 'paid') return 'paid'
  return by === '' ? 'payer' : 'dispute'
}

/** Over the case: that a complaint or dispute stands, what was said, its proof, and the way to its end. */
export function OpenObjectionNotice({ found }: { found: CaseDetail }) {
  const t = useText()
  const open = useOpenObjection(found.caseID)
  const words = useObjectionWords(found.caseID)
  const { toNote: refusal } = useRefusal(found)
  const [isAsked, setAsked] = useState(false)
  if (open === null) return null
  return (
    <Notice
      tone="warning"
      icon="alert"
      title={words}
      isAlert
      action={
        <Button reason={refusal} onPress={() => setAsked(true)}>
          {t('arrangements.complaints.resolve')}
        </Button>
      }
    >
      <p className={styles.said}>{open.text}</p>
      <ProofFiles caseID={found.caseID} complaint={open} />
      {isAsked && <ResolveDialog caseID={found.caseID} complaint={open} onClose={() => setAsked(false)} />}
    </Notice>
  )
}
