import { machineKeyAddressesMax, machineKeyDays, machineKeyNameMax, machineRights, type RightName } from '@regie/contract/machine-keys.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { useSession } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './machine-keys.module.css'
import { useCreateMachineKey } from './machine-keys-data.ts'

const terms = [30, 90, 180, machineKeyDays.usual, machineKeyDays.max]

type MachineKeyDialogProps = {
  customerID: number
  rightNames: readonly RightName[]
  onMade: (key: string) => void
  onClose: () => void
}

/** Asks what a new key may do, how long and from where. Only rights that one has oneself can be chosen. */
export function MachineKeyDialog({ customerID, rightNames, onMade, onClose }: MachineKeyDialogProps) {
  const t = useText()
  const create = useCreateMachineKey()
  const [name, setName] = useState('')
  const [days, setDays] = useState<number>(machineKeyDays.usual)
  const [rights, setRights] = useState<readonly number[]>([])
  const [addresses, setAddresses] = useState('')
  const listed = addresses.split(/[\s,;]+/).filter((one) => one !== '')
  const make = async () => {
    const { key } = await create.mutateAsync({ body: { customerID, name, days, rights: [...rights], addresses: listed } })
    onMade(key)
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('machineKeys.new')}
      verb={t('machineKeys.make')}
      fields={['name', 'days', 'rights', ...listed.map((_one, at) => `addresses.${at}`), 'addresses']}
      onConfirm={make}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TextInput
            label={t('machineKeys.name')}
            help={t('machineKeys.nameHelp')}
            isRequired
            maxLength={machineKeyNameMax}
            value={name}
            onChange={setName}
            error={faultAt('name')}
          />
          <SelectInput
            label={t('machineKeys.term')}
            value={String(days)}
            onChange={(term) => setDays(Number(term))}
            options={terms.map((term) => ({ value: String(term), label: t('machineKeys.days', { count: term }) }))}
            error={faultAt('days')}
          />
          <RightChoice rightNames={rightNames} chosen={rights} onChange={setRights} fault={faultAt('rights')} />
          <TextAreaInput
            label={t('machineKeys.addresses')}
            help={t('machineKeys.addressesHelp')}
            placeholder="203.0.113.7"
            maxLength={machineKeyAddressesMax * 50}
            value={addresses}
            onChange={setAddresses}
            error={faultAt('addresses') ?? listed.map((_one, at) => faultAt(`addresses.${at}`)).find((fault) => fault !== undefined)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

type RightChoiceProps = {
  rightNames: readonly RightName[]
  chosen: readonly number[]
  onChange: (rights: readonly number[]) => void
  fault: string | undefined
}

const kinds = [1, 2, 3, 4, 6, 7] as const

function RightChoice({ rightNames, chosen, onChange, fault }: RightChoiceProps) {
  const t = useText()
  const locale = useLocale()
  const { rights: own } = useSession()
  const offered = rightNames.filter(({ code }) => machineRights.includes(code) && own.includes(code))
  return (
    <div className={styles.rights}>
      <p className={styles.quiet}>{t('machineKeys.rightsHelp')}</p>
      {kinds.map((kind) => {
        const its = offered.filter(({ code }) => Math.floor(code / 100) === kind)
        if (its.length === 0) return null
        return (
          <fieldset key={kind} className={styles.kind}>
            <legend>{t(`machineKeys.kinds.${kind}`)}</legend>
            {its.map(({ code, name }) => (
              <CheckInput
                key={code}
                label={name[locale]}
                value={chosen.includes(code)}
                onChange={(isChosen) => onChange(isChosen ? [...chosen, code] : chosen.filter((one) => one !== code))}
              />
            ))}
          </fieldset>
        )
      })}
      {offered.length === 0 && <p className={styles.quiet}>{t('machineKeys.noRights')}</p>}
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  )
}
