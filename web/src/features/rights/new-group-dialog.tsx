import type { RightGroup } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useAddGroup } from './rights-data.ts'

/** A group of the chosen customer, empty or with the rights of another. */
export function NewGroupDialog({
  groups,
  customerID,
  onClose,
}: {
  groups: readonly RightGroup[]
  customerID: number | null
  onClose: () => void
}) {
  const t = useText()
  const add = useAddGroup()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [copyOf, setCopyOf] = useState('')
  return (
    <ConfirmDialog
      isOpen
      title={t('rights.newGroup')}
      verb={t('rights.create')}
      isDisabled={name.trim() === ''}
      fields={['name']}
      onConfirm={async () => {
        await add.mutateAsync({ body: { name, description, customerID, ...(copyOf === '' ? {} : { copyOf: Number(copyOf) }) } })
        notify(t('rights.created', { group: name.trim() }))
        onClose()
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TextInput label={t('rights.name')} isRequired maxLength={120} error={faultAt('name')} value={name} onChange={setName} />
          <TextAreaInput label={t('rights.description')} maxLength={1000} value={description} onChange={setDescription} />
          <SelectInput
            label={t('rights.copyOf')}
            value={copyOf}
            onChange={setCopyOf}
            options={[
              { value: '', label: t('rights.emptyGroup') },
              ...groups.map((group) => ({ value: String(group.id), label: groupName(group.name) })),
            ]}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
