import { complianceDefaults, type ComplianceFile, complianceFileApi, complianceTermsMax } from '@regie/contract/compliance-file.ts'
import { homeApi } from '@regie/contract/home.ts'
import { useState } from 'react'
import { useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'

const numbers = ['registrationWarnDays', 'vogMonths', 'refresherMonths', 'warnDays', 'complaintDays'] as const

/** The registration of the organisation, and after how long what is to be done again. */
export function TermsDialog({ file, onClose }: { file: ComplianceFile; onClose: () => void }) {
  const t = useText()
  const change = useApiChange(complianceFileApi.change, { refresh: [complianceFileApi.get, homeApi.get] })
  const [wkiNumber, setWkiNumber] = useState(file.wkiNumber)
  const [renewBefore, setRenewBefore] = useState(file.renewBefore ?? '')
  const [terms, setTerms] = useState<Record<(typeof numbers)[number], number | null>>(() => ({
    ...{ registrationWarnDays: file.registrationWarnDays, vogMonths: file.vogMonths, refresherMonths: file.refresherMonths },
    ...{ warnDays: file.warnDays, complaintDays: file.complaintDays },
  }))
  const { registrationWarnDays, vogMonths, refresherMonths, warnDays, complaintDays } = terms
  const isWhole = registrationWarnDays !== null && refresherMonths !== null && warnDays !== null && complaintDays !== null
  const save = async () => {
    if (!isWhole) return
    await change.mutateAsync({
      params: { customerID: file.customerID },
      body: {
        ...{ wkiNumber, renewBefore: renewBefore || null, registrationWarnDays, vogMonths, refresherMonths, warnDays, complaintDays },
        version: file.version,
      },
    })
    notify(t('complianceFile.saved'))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('complianceFile.dialog.terms')}
      verb={t('ui.save')}
      fields={['wkiNumber', 'renewBefore', ...numbers]}
      reason={isWhole ? undefined : t('complianceFile.dialog.incomplete')}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <TextInput
            label={t('complianceFile.registration.number')}
            maxLength={40}
            value={wkiNumber}
            error={faultAt('wkiNumber')}
            onChange={setWkiNumber}
          />
          <DateInput
            label={t('complianceFile.registration.renewBefore')}
            help={t('complianceFile.dialog.renewHelp')}
            min="2024-04-01"
            max="2099-12-31"
            hasChips={false}
            value={renewBefore}
            error={faultAt('renewBefore')}
            onChange={setRenewBefore}
          />
          {numbers.map((name) => (
            <NumberInput
              key={name}
              label={t(`complianceFile.dialog.numbers.${name}.label`)}
              help={t(`complianceFile.dialog.numbers.${name}.help`, { usual: complianceDefaults[name] ?? 0 })}
              isRequired={name !== 'vogMonths'}
              min={1}
              max={(name === 'refresherMonths' ? file.refresherMonthsMax : null) ?? complianceTermsMax[name]}
              value={terms[name]}
              error={faultAt(name)}
              onChange={(value) => setTerms((before) => ({ ...before, [name]: value }))}
            />
          ))}
        </Stack>
      )}
    </ConfirmDialog>
  )
}
