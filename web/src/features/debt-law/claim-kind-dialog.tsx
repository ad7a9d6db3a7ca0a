import { claimKinds, limitationFields } from '@regie/contract/claim/limitation.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useChangeFields } from './debt-law-data.ts'

/** What the claim rests on, and the day from which its limitation is counted: fields of the case, as its other ones. */
export function ClaimKindDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const change = useChangeFields()
  const [kind, setKind] = useState(found.fields[limitationFields.kind] ?? '')
  const dayField = limitationFields[kind === 'vonnis' ? 'judgmentOn' : 'dueOn']
  const [days, setDays] = useState<Readonly<Record<string, string>>>({})
  const day = days[dayField] ?? found.fields[dayField] ?? ''
  const title = t(found.fields[limitationFields.kind] ? 'debtLaw.kind.change' : 'debtLaw.kind.choose')
  async function save() {
    const fields = { [limitationFields.kind]: kind, ...(days[dayField] !== undefined && { [dayField]: day }) }
    await change.mutateAsync({ params: { caseID: found.caseID }, body: { version: found.version, fields } })
    notify(t('debtLaw.kind.done'))
  }
  return (
    <ConfirmDialog
      isOpen
      title={title}
      verb={t('debtLaw.kind.save')}
      fields={[limitationFields.kind, dayField]}
      isDisabled={kind === '' || day === ''}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <SelectInput
            label={t('debtLaw.kind.label')}
            isRequired
            value={kind}
            error={faultAt(limitationFields.kind)}
            options={[
              { value: '', label: t('debtLaw.kind.none'), isDisabled: true },
              ...claimKinds.map((value) => ({ value, label: t(`debtLaw.kinds.${value}`) })),
            ]}
            onChange={setKind}
          />
          <DateInput
            label={t(kind === 'vonnis' ? 'debtLaw.kind.judgmentOn' : 'debtLaw.kind.dueOn')}
            isRequired
            min="1990-01-01"
            max="2099-12-31"
            hasChips={false}
            value={day}
            error={faultAt(dayField)}
            onChange={(typed) => setDays({ ...days, [dayField]: typed })}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}
