import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { ChoiceInput } from '../../../ui/toggles.tsx'
import { sendCase } from '../case-work-data.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ClosesAgain } from './closes-again.tsx'

/** Reopening asks what the script does, and says when and why the case would close again by itself. */
export function ReopenCaseDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const [how, setHow] = useState<'continue' | 'restart'>('continue')
  return (
    <ActionDialog
      found={found}
      title={t('cases.reopen.title', { caseNumber: found.caseNumber })}
      verb={t('cases.reopen.verb')}
      action="reopen"
      onSend={(version) => sendCase.reopen(found.caseID, { version, restart: how === 'restart' })}
      onClose={onClose}
    >
      <Stack>
        <ChoiceInput
          label={t('cases.reopen.how')}
          value={how}
          onChange={setHow}
          options={[
            { value: 'continue', label: t('cases.reopen.continue'), help: t('cases.reopen.continueHelp') },
            { value: 'restart', label: t('cases.reopen.restart'), help: t('cases.reopen.restartHelp') },
          ]}
        />
        <ClosesAgain caseID={found.caseID} isRestarted={how === 'restart'} />
      </Stack>
    </ActionDialog>
  )
}
