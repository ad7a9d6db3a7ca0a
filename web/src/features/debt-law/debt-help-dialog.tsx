import type { CaseDetail } from '@regie/contract/cases.ts'
import type { DebtHelp } from '@regie/contract/debt-law.ts'
import { type DebtHelpCode, debtHelpCodes } from '@regie/contract/result-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { DebtHelpInput, firstDebtHelp, givenDebtHelp } from '../../session/debt-help-input.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useSaveDebtHelp } from './debt-law-data.ts'

type DebtHelpDialogProps = { found: CaseDetail; help: DebtHelp | null; onClose: () => void }

/** Writes debt help or insolvency down, or changes what is written, without giving the case a result. */
export function DebtHelpDialog({ found, help, onClose }: DebtHelpDialogProps) {
  const t = useText()
  const save = useSaveDebtHelp()
  const [kind, setKind] = useState<DebtHelpCode>(help?.kind ?? 'SHV')
  const [beganOn, setBeganOn] = useState(help?.beganOn ?? todayInAmsterdam())
  const [typed, setTyped] = useState(help === null ? firstDebtHelp : { ...help, endsOn: help.endsOn ?? '' })
  // The case as it was when the question was opened: who saved something meanwhile is not overwritten.
  const [version] = useState(found.version)
  async function send() {
    await save.mutateAsync({ params: { caseID: found.caseID }, body: { version, kind, beganOn, ...givenDebtHelp(typed) } })
    notify(t(kind === 'BEW' ? 'debtLaw.help.bewind.saved' : 'debtLaw.help.saved'))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t(kind === 'BEW' ? 'debtLaw.help.bewind.title' : 'debtLaw.help.title')}
      verb={t('debtLaw.help.save')}
      fields={['beganOn', 'organisation', 'reference', 'endsOn']}
      isDisabled={typed.organisation.trim() === '' || beganOn === ''}
      onConfirm={send}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <SelectInput
            label={t('debtLaw.help.kind')}
            value={kind}
            options={debtHelpCodes.map((value) => ({ value, label: t(`cases.results.${value}`) }))}
            onChange={(chosen) => setKind(chosen as DebtHelpCode)}
          />
          <DebtHelpInput kind={kind} help={typed} onHelp={setTyped} faultAt={faultAt} />
          <DateInput
            label={t('debtLaw.help.beganOn')}
            isRequired
            min="1990-01-01"
            max={todayInAmsterdam()}
            hasChips={false}
            value={beganOn}
            error={faultAt('beganOn')}
            onChange={setBeganOn}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}
