import type { CaseDetail } from '@regie/contract/cases.ts'
import type { DebtHelp } from '@regie/contract/debt-law.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useEndDebtHelp } from './debt-law-data.ts'

type EndDebtHelpDialogProps = { found: CaseDetail; help: DebtHelp; stopsInterest: boolean; onClose: () => void }

/** Writes down that debt help ended, and says what follows from it. */
export function EndDebtHelpDialog({ found, help, stopsInterest, onClose }: EndDebtHelpDialogProps) {
  const t = useText()
  const end = useEndDebtHelp()
  const [endedOn, setEndedOn] = useState(todayInAmsterdam())
  const isBewind = help.kind === 'BEW'
  const [version] = useState(found.version)
  async function send() {
    await end.mutateAsync({ params: { caseID: found.caseID }, body: { version, endedOn } })
    notify(t(isBewind ? 'debtLaw.help.bewind.ended' : 'debtLaw.help.ended'))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t(isBewind ? 'debtLaw.help.bewind.endTitle' : 'debtLaw.help.endTitle')}
      verb={t(isBewind ? 'debtLaw.help.bewind.endTitle' : 'debtLaw.help.endTitle')}
      fields={['endedOn']}
      isDisabled={endedOn === ''}
      onConfirm={send}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <p>{t(isBewind ? 'debtLaw.help.bewind.endText' : 'debtLaw.help.endText')}</p>
          {stopsInterest && <p>{t('debtLaw.help.interestAgain')}</p>}
          <DateInput
            label={t('debtLaw.help.endedOn')}
            isRequired
            min={help.beganOn}
            max={todayInAmsterdam()}
            value={endedOn}
            error={faultAt('endedOn')}
            onChange={setEndedOn}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}
