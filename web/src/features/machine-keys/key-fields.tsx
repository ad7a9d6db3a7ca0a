import { machineKeyAddressesMax, machineKeyNameMax, machineRights, type RightName } from '@regie/contract/machine-keys.ts'
import type { ReactNode } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { useSession } from '../../session/use-session.ts'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './machine-keys.module.css'

export type KeyDraft = { name: string; rights: readonly number[]; addresses: string }

/** The addresses as they are typed, one by one. */
export const listedAddresses = ({ addresses }: KeyDraft) => addresses.split(/[\s,;]+/).filter((one) => one !== '')

/** Where a fault of the server may stand, in the order of the fields. */
export const fieldsOfKey = (draft: KeyDraft) => [
  'name',
  'rights',
  ...listedAddresses(draft).map((_one, at) => `addresses.${at}`),
  'addresses',
]

type KeyFieldsProps = {
  draft: KeyDraft
  /** Rights that the key has already. */
  had?: readonly number[]
  rightNames: readonly RightName[]
  rightsHelp: string
  faultAt: (field: string) => string | undefined
  onChange: (draft: KeyDraft) => void
  /** What stands between its name and its rights. */
  children: ReactNode
}

/** What a key is called, may do and from where. */
export function KeyFields({ draft, had = [], rightNames, rightsHelp, faultAt, onChange, children }: KeyFieldsProps) {
  const t = useText()
  const change = (part: Partial<KeyDraft>) => onChange({ ...draft, ...part })
  const listed = listedAddresses(draft)
  return (
    <>
      <TextInput
        label={t('machineKeys.name')}
        help={t('machineKeys.nameHelp')}
        isRequired
        maxLength={machineKeyNameMax}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={faultAt('name')}
      />
      {children}
      <RightChoice
        rightNames={rightNames}
        help={rightsHelp}
        had={had}
        chosen={draft.rights}
        onChange={(rights) => change({ rights })}
        fault={faultAt('rights')}
      />
      <TextAreaInput
        label={t('machineKeys.addresses')}
        help={t('machineKeys.addressesHelp')}
        placeholder="203.0.113.7"
        maxLength={machineKeyAddressesMax * 50}
        value={draft.addresses}
        onChange={(addresses) => change({ addresses })}
        error={faultAt('addresses') ?? listed.map((_one, at) => faultAt(`addresses.${at}`)).find((fault) => fault !== undefined)}
      />
    </>
  )
}

type RightChoiceProps = {
  rightNames: readonly RightName[]
  help: string
  had: readonly number[]
  chosen: readonly number[]
  onChange: (rights: readonly number[]) => void
  fault: string | undefined
}

const kinds = [1, 2, 3, 4, 6, 7] as const

/** Only rights that one has oneself can be chosen, beside those that the key has. */
function RightChoice({ rightNames, help, had, chosen, onChange, fault }: RightChoiceProps) {
  const t = useText()
  const locale = useLocale()
  const { rights: own } = useSession()
  const offered = rightNames.filter(({ code }) => machineRights.includes(code) && (own.includes(code) || had.includes(code)))
  return (
    <div className={styles.rights}>
      <p className={styles.quiet}>{help}</p>
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
