import { scriptApi } from '@regie/contract/scripts.ts'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { useGoTo } from '../../session/address.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useCreateScript } from './scripts-data.ts'

type NewScriptDialogProps = { customerID: number; copyOf?: { scriptID: number; name: string }; onClose: () => void }

/** A new script, empty or as a copy; it begins switched off, so that nothing happens before somebody wants it. */
export function NewScriptDialog({ customerID, copyOf: source, onClose }: NewScriptDialogProps) {
  const t = useText()
  const goTo = useGoTo()
  const create = useCreateScript()
  const scripts = useApi(scriptApi.listOfCustomer, { query: { customerID } })
  const [name, setName] = useState(source === undefined ? '' : t('scripts.new.copyName', { name: source.name }).slice(0, 120))
  const [copyOf, setCopyOf] = useState(source === undefined ? '' : String(source.scriptID))
  return (
    <ConfirmDialog
      isOpen
      title={t(source === undefined ? 'scripts.new.title' : 'scripts.new.copyTitle')}
      verb={t('scripts.new.verb')}
      isDisabled={name.trim() === ''}
      fields={['name']}
      onConfirm={async () => {
        const made = await create.mutateAsync({ body: { customerID, name, copyOf: copyOf === '' ? null : Number(copyOf) } })
        goTo(paths.script(made.scriptID))
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TextInput label={t('scripts.fields.name')} isRequired maxLength={120} error={faultAt('name')} value={name} onChange={setName} />
          <SelectInput
            label={t('scripts.new.copyOf')}
            help={t('scripts.new.copyHelp')}
            value={copyOf}
            onChange={setCopyOf}
            options={[
              { value: '', label: t('scripts.new.empty') },
              ...(scripts.data ?? []).map((script) => ({ value: String(script.scriptID), label: script.name })),
            ]}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
