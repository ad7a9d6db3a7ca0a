import { type MachineKey, machineKeyDays, type RightName } from '@regie/contract/machine-keys.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { fieldsOfKey, type KeyDraft, KeyFields, listedAddresses } from './key-fields.tsx'
import styles from './machine-keys.module.css'
import { useChangeMachineKey, useCreateMachineKey } from './machine-keys-data.ts'

const terms = [30, 90, 180, machineKeyDays.usual, machineKeyDays.max]

type MachineKeyDialogProps = {
  customerID: number
  rightNames: readonly RightName[]
  onMade: (key: string) => void
  onClose: () => void
}

/** Asks what a new key may do, how long and from where. */
export function MachineKeyDialog({ customerID, rightNames, onMade, onClose }: MachineKeyDialogProps) {
  const t = useText()
  const create = useCreateMachineKey()
  const [draft, setDraft] = useState<KeyDraft>({ name: '', rights: [], addresses: '' })
  const [days, setDays] = useState<number>(machineKeyDays.usual)
  const make = async () => {
    const { name, rights } = draft
    const { key } = await create.mutateAsync({ body: { customerID, name, days, rights: [...rights], addresses: listedAddresses(draft) } })
    onMade(key)
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('machineKeys.new')}
      verb={t('machineKeys.make')}
      fields={['days', ...fieldsOfKey(draft)]}
      onConfirm={make}
      onClose={onClose}
    >
      {(faultAt) => (
        <KeyFields draft={draft} rightNames={rightNames} rightsHelp={t('machineKeys.rightsHelp')} faultAt={faultAt} onChange={setDraft}>
          <SelectInput
            label={t('machineKeys.term')}
            value={String(days)}
            onChange={(term) => setDays(Number(term))}
            options={terms.map((term) => ({ value: String(term), label: t('machineKeys.days', { count: term }) }))}
            error={faultAt('days')}
          />
        </KeyFields>
      )}
    </ConfirmDialog>
  )
}

type ChangeKeyDialogProps = { machineKey: MachineKey; rightNames: readonly RightName[]; onClose: () => void }

/** Changes what a key is called, may do and from where. */
export function ChangeKeyDialog({ machineKey, rightNames, onClose }: ChangeKeyDialogProps) {
  const t = useText()
  const change = useChangeMachineKey()
  const { machineKeyID, madeBy } = machineKey
  const [draft, setDraft] = useState<KeyDraft>({
    name: machineKey.name,
    rights: machineKey.rights,
    addresses: machineKey.addresses.join('\n'),
  })
  const save = async () => {
    const { name, rights } = draft
    const body = { name, rights: [...rights], addresses: listedAddresses(draft) }
    await change.mutateAsync({ params: { machineKeyID }, body })
    notify(t('machineKeys.changedNow', { name }))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('machineKeys.changeOf', { name: machineKey.name })}
      verb={t('machineKeys.save')}
      fields={fieldsOfKey(draft)}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <KeyFields
          draft={draft}
          had={machineKey.rights}
          rightNames={rightNames}
          rightsHelp={t('machineKeys.rightsOf', { name: madeBy })}
          faultAt={faultAt}
          onChange={setDraft}
        >
          <p className={styles.quiet}>{t('machineKeys.changeText')}</p>
        </KeyFields>
      )}
    </ConfirmDialog>
  )
}
