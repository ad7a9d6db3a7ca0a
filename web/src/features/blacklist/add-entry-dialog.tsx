import { type ListingScope, listingScopes } from '@regie/contract/blacklist.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useAddress } from '../../session/address.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useSelection } from '../../session/selection.ts'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useAddEntry } from './blacklist-query.ts'
import { type ReasonChoice, ReasonFields } from './reason-fields.tsx'

export function AddButton({ customerID }: { customerID: number }) {
  const t = useText()
  // A link from a message that did not arrive brings its address along.
  const [{ add: given }, changeAddress] = useAddress(['add'])
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Can right={Right.addToBlacklist}>
        {(reason) => (
          <Button kind="main" reason={reason} onPress={() => setOpen(true)}>
            {t('blacklist.addEntry')}
          </Button>
        )}
      </Can>
      {(isOpen || given !== '') && (
        <AddEntryDialog
          customerID={customerID}
          given={given}
          onClose={() => {
            setOpen(false)
            changeAddress({ add: '' })
          }}
        />
      )}
    </>
  )
}

type Draft = ReasonChoice & { value: string; scope: ListingScope; scriptID: string; note: string }
const emptyDraft: Draft = { value: '', reason: 'request', retention: '2y', scope: 'customer', scriptID: '', note: '' }

function AddEntryDialog({ customerID, given, onClose }: { customerID: number; given: string; onClose: () => void }) {
  const t = useText()
  const add = useAddEntry()
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, value: given, ...(given !== '' && { reason: 'unusable' }) })
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed })
  const { value, scope, note, scriptID, reason, retention } = draft
  return (
    <ConfirmDialog
      isOpen
      title={t('blacklist.form.title')}
      verb={t('blacklist.form.verb')}
      fields={['value', 'scriptID', 'note']}
      isDisabled={value.trim() === '' || (scope === 'script' && scriptID === '')}
      onConfirm={async () => {
        const known = { customerID, value, note, reason, retention, scope }
        const added = await add.mutateAsync({ body: { ...known, scriptID: scope === 'script' ? Number(scriptID) : null } })
        notify(t('blacklist.form.done', { value: added.value }))
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TextInput
            label={t('blacklist.form.value')}
            help={t('blacklist.form.valueHelp')}
            isRequired
            maxLength={320}
            value={value}
            error={faultAt('value')}
            onChange={(typed) => change({ value: typed })}
          />
          <ReasonFields value={draft} onChange={change} />
          <ScopeFields draft={draft} error={faultAt('scriptID')} onChange={change} />
          <TextInput
            label={t('blacklist.form.note')}
            maxLength={200}
            value={note}
            error={faultAt('note')}
            onChange={(typed) => change({ note: typed })}
          />
          <p>{t('blacklist.form.effect')}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

type ScopeFieldsProps = { draft: Draft; error: string | undefined; onChange: (changed: Partial<Draft>) => void }

function ScopeFields({ draft: { scope, scriptID }, error, onChange }: ScopeFieldsProps) {
  const t = useText()
  const { scripts } = useSelection()
  const keepsSystem = useRight(Right.systemStatus)
  const offered = listingScopes.filter((one) => one !== 'system' || keepsSystem).toReversed()
  return (
    <>
      <SelectInput
        label={t('blacklist.form.scope')}
        value={scope}
        onChange={(chosen) => onChange({ scope: listingScopes.find((one) => one === chosen) ?? 'customer' })}
        options={offered.map((value) => ({ value, label: t(`blacklist.form.scopes.${value}`) }))}
      />
      {scope === 'script' && (
        <SearchSelect
          label={t('blacklist.form.script')}
          isRequired
          value={scriptID}
          error={error}
          onChange={(chosen) => onChange({ scriptID: chosen })}
          options={[
            { value: '', label: t('blacklist.form.chooseScript') },
            ...scripts.map((script) => ({ value: String(script.scriptID), label: script.name })),
          ]}
        />
      )}
    </>
  )
}
