import { retentions, type Retention } from '@regie/contract/case-actions.ts'
import { useText } from '../../../locales/i18n.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'

/** For how long somebody is not to be contacted (spec §3, blacklist retention). */
export function RetentionInput({ value, onChange }: { value: Retention | ''; onChange: (value: Retention | '') => void }) {
  const t = useText()
  return (
    <SelectInput
      label={t('cases.result.retention')}
      help={t('cases.result.retentionHelp')}
      isRequired
      value={value}
      onChange={(chosen) => onChange(retentions.find((known) => known === chosen) ?? '')}
      options={[
        { value: '', label: t('cases.result.choose') },
        ...retentions.map((known) => ({ value: known, label: t(`cases.retentions.${known}`) })),
      ]}
    />
  )
}
