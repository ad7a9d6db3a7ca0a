import {
  deliveryContactsMax,
  deliveryKinds,
  deliveryLengths,
  deliveryMinutes,
  deliverySignIns,
  type FileDelivery,
} from '@regie/contract/file-deliveries.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NumberInput, SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput, SwitchInput } from '../../ui/toggles.tsx'
import styles from './deliveries.module.css'
import { useChangeDelivery, useCreateDelivery } from './deliveries-data.ts'

type DeliveryDialogProps = {
  customerID: number
  delivery: FileDelivery | null
  ownFolder: string | null
  scripts: readonly { scriptID: number; name: string }[]
  contacts: readonly { contactID: number; name: string }[]
  onClose: () => void
}

/** Where the files of a delivery lie, which of them are meant, and what becomes of them. */
export function DeliveryDialog({ customerID, delivery, ownFolder, scripts, contacts, onClose }: DeliveryDialogProps) {
  const t = useText()
  const create = useCreateDelivery()
  const change = useChangeDelivery()
  const [draft, setDraft] = useState(() => ({
    name: delivery?.name ?? '',
    kind: delivery?.kind ?? (ownFolder === null ? ('sftp' as const) : ('folder' as const)),
    host: delivery?.host ?? '',
    port: delivery?.port ?? 22,
    username: delivery?.username ?? '',
    signIn: delivery?.signIn ?? ('password' as const),
    folder: delivery?.folder ?? '',
    pattern: delivery?.pattern ?? '*.csv',
    everyMinutes: delivery?.everyMinutes ?? deliveryMinutes.usual,
    scriptID: delivery?.scriptID ?? scripts[0]?.scriptID ?? 0,
    batchName: delivery?.batchName ?? '{bestand} {datum}',
    startLater: delivery?.startLater ?? false,
    contactIDs: delivery?.contactIDs ?? [],
    isOn: delivery?.isOn ?? true,
  }))
  const [secret, setSecret] = useState('')
  const set = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }))
  const save = async () => {
    const body = { ...draft, ...(secret !== '' && { secret }) }
    if (delivery === null) return create.mutateAsync({ body: { customerID, ...body } })
    return change.mutateAsync({ params: { deliveryID: delivery.deliveryID }, body: { ...body, version: delivery.version } })
  }
  const secretField = {
    label: t(`deliveries.secrets.${draft.signIn}`),
    help: delivery?.hasSecret === true ? t('deliveries.secretKept') : undefined,
    value: secret,
    onChange: setSecret,
  }
  return (
    <ConfirmDialog
      isOpen
      title={delivery === null ? t('deliveries.new') : t('deliveries.changeOf', { name: delivery.name })}
      verb={delivery === null ? t('deliveries.add') : t('deliveries.save')}
      fields={[
        'name',
        'kind',
        'host',
        'port',
        'username',
        'secret',
        'folder',
        'pattern',
        'everyMinutes',
        'scriptID',
        'batchName',
        'contactIDs',
      ]}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TextInput
            label={t('deliveries.name')}
            isRequired
            maxLength={deliveryLengths.name}
            value={draft.name}
            onChange={(name) => set({ name })}
            error={faultAt('name')}
          />
          <SelectInput
            label={t('deliveries.kind')}
            value={draft.kind}
            options={deliveryKinds.map((value) => ({
              value,
              label: t(`deliveries.kinds.${value}`),
              isDisabled: value === 'folder' && ownFolder === null,
            }))}
            onChange={(kind) => set({ kind: kind as typeof draft.kind })}
            error={faultAt('kind')}
          />
          {draft.kind === 'sftp' && (
            <>
              <TextInput
                label={t('deliveries.host')}
                isRequired
                maxLength={deliveryLengths.host}
                value={draft.host}
                onChange={(host) => set({ host })}
                error={faultAt('host')}
              />
              <NumberInput
                label={t('deliveries.port')}
                isRequired
                min={1}
                max={65_535}
                value={draft.port}
                onChange={(port) => set({ port: port ?? 22 })}
                error={faultAt('port')}
              />
              <TextInput
                label={t('deliveries.username')}
                isRequired
                maxLength={deliveryLengths.username}
                value={draft.username}
                onChange={(username) => set({ username })}
                error={faultAt('username')}
              />
              <SelectInput
                label={t('deliveries.signIn')}
                value={draft.signIn}
                options={deliverySignIns.map((value) => ({ value, label: t(`deliveries.signIns.${value}`) }))}
                onChange={(signIn) => set({ signIn: signIn as typeof draft.signIn })}
              />
              {draft.signIn === 'key' ? <TextAreaInput {...secretField} /> : <PasswordInput {...secretField} />}
            </>
          )}
          <TextInput
            label={t('deliveries.folder')}
            help={draft.kind === 'folder' && ownFolder !== null ? t('deliveries.folderHelp', { folder: ownFolder }) : undefined}
            maxLength={deliveryLengths.folder}
            value={draft.folder}
            onChange={(folder) => set({ folder })}
            error={faultAt('folder')}
          />
          <TextInput
            label={t('deliveries.pattern')}
            isRequired
            maxLength={deliveryLengths.pattern}
            value={draft.pattern}
            onChange={(pattern) => set({ pattern })}
            error={faultAt('pattern')}
          />
          <NumberInput
            label={t('deliveries.everyMinutes')}
            isRequired
            min={deliveryMinutes.min}
            max={deliveryMinutes.max}
            value={draft.everyMinutes}
            onChange={(minutes) => set({ everyMinutes: minutes ?? deliveryMinutes.usual })}
            error={faultAt('everyMinutes')}
          />
          <SelectInput
            label={t('deliveries.script')}
            value={String(draft.scriptID)}
            options={scripts.map(({ scriptID, name }) => ({ value: String(scriptID), label: name }))}
            onChange={(scriptID) => set({ scriptID: Number(scriptID) })}
            error={faultAt('scriptID')}
          />
          <TextInput
            label={t('deliveries.batchName')}
            help={t('deliveries.batchNameHelp')}
            isRequired
            maxLength={deliveryLengths.batchName}
            value={draft.batchName}
            onChange={(batchName) => set({ batchName })}
            error={faultAt('batchName')}
          />
          <SwitchInput label={t('deliveries.startLater')} value={draft.startLater} onChange={(startLater) => set({ startLater })} />
          {contacts.length > 0 && (
            <fieldset className={styles.types}>
              <legend>{t('deliveries.mailTo', { most: deliveryContactsMax })}</legend>
              <div className={styles.choices}>
                {contacts.map(({ contactID, name }) => (
                  <CheckInput
                    key={contactID}
                    label={name}
                    value={draft.contactIDs.includes(contactID)}
                    isDisabled={draft.contactIDs.length >= deliveryContactsMax && !draft.contactIDs.includes(contactID)}
                    onChange={(isChosen) =>
                      set({ contactIDs: isChosen ? [...draft.contactIDs, contactID] : draft.contactIDs.filter((one) => one !== contactID) })
                    }
                  />
                ))}
              </div>
            </fieldset>
          )}
          <SwitchInput label={t('deliveries.isOn')} value={draft.isOn} onChange={(isOn) => set({ isOn })} />
          <p className={styles.quiet}>{t('deliveries.actsForYou')}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
