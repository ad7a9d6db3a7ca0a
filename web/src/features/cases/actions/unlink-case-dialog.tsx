import type { CaseDetail } from '@regie/contract/cases.ts'
import { useText } from '../../../locales/i18n.tsx'
import { sendCase } from '../case-work-data.ts'
import { ActionDialog } from './action-dialog.tsx'

export function UnlinkCaseDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  return (
    <ActionDialog
      found={found}
      title={t('cases.unlink.title', { caseNumber: found.linkedCase?.caseNumber ?? '' })}
      verb={t('cases.unlink.verb')}
      onSend={(version) => sendCase.link(found.caseID, { version, linkedCaseID: null })}
      onClose={onClose}
    >
      <p>{t('cases.unlink.text')}</p>
    </ActionDialog>
  )
}
