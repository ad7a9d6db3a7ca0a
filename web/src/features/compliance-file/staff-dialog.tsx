import { complianceFileApi, type StaffRecord, type TrainingLevel, trainingLevels } from '@regie/contract/compliance-file.ts'
import { homeApi } from '@regie/contract/home.ts'
import { useState } from 'react'
import { useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'

type Props = { customerID: number; record: StaffRecord; today: string; onClose: () => void }

const firstDay = '1990-01-01'

/** VOG, training and refresher of one person. */
export function StaffDialog({ customerID, record, today, onClose }: Props) {
  const t = useText()
  const change = useApiChange(complianceFileApi.changeStaff, { refresh: [complianceFileApi.get, homeApi.get] })
  const [draft, setDraft] = useState({
    ...{ collects: record.collects, vogOn: record.vogOn ?? '', trainingLevel: record.trainingLevel ?? '' },
    ...{ trainedOn: record.trainedOn ?? '', refreshedOn: record.refreshedOn ?? '' },
  })
  const set = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }))
  const { userID, version } = record
  const save = async () => {
    await change.mutateAsync({
      params: { customerID, userID },
      body: {
        ...{ collects: draft.collects, vogOn: draft.vogOn || null, trainingLevel: (draft.trainingLevel || null) as TrainingLevel | null },
        ...{ trainedOn: draft.trainedOn || null, refreshedOn: draft.refreshedOn || null, version },
      },
    })
    notify(t('complianceFile.saved'))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('complianceFile.dialog.title', { name: record.name })}
      verb={t('ui.save')}
      fields={['vogOn', 'trainingLevel', 'trainedOn', 'refreshedOn']}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => {
        const day = (field: 'vogOn' | 'trainedOn' | 'refreshedOn') => ({
          ...{ min: firstDay, max: today, hasChips: false, value: draft[field], error: faultAt(field) },
          onChange: (value: string) => set({ [field]: value }),
        })
        return (
          <Stack>
            <SwitchInput
              label={t('complianceFile.dialog.collects')}
              help={t('complianceFile.dialog.collectsHelp')}
              value={draft.collects}
              onChange={(collects) => set({ collects })}
            />
            <DateInput label={t('complianceFile.dialog.vogOn')} help={t('complianceFile.dialog.vogHelp')} {...day('vogOn')} />
            <SelectInput
              label={t('complianceFile.dialog.level')}
              value={draft.trainingLevel}
              options={[
                { value: '', label: t('complianceFile.dialog.noLevel') },
                ...trainingLevels.map((value) => ({ value, label: t(`complianceFile.levels.${value}`) })),
              ]}
              error={faultAt('trainingLevel')}
              onChange={(trainingLevel) => set({ trainingLevel })}
            />
            <DateInput label={t('complianceFile.dialog.trainedOn')} {...day('trainedOn')} />
            <DateInput label={t('complianceFile.dialog.refreshedOn')} {...day('refreshedOn')} />
          </Stack>
        )
      }}
    </ConfirmDialog>
  )
}
