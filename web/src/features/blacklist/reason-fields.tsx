import { listingReasons } from '@regie/contract/blacklist.ts'
import { type Retention, retentions } from '@regie/contract/case-actions.ts'
import { useText } from '../../locales/i18n.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { listingReason } from '../../locales/listing-words.ts'

export type ReasonChoice = { reason: (typeof listingReasons)[number]; retention: Retention }

/** Why, and for how long. */
export function ReasonFields({ value, onChange }: { value: ReasonChoice; onChange: (changed: Partial<ReasonChoice>) => void }) {
  const t = useText()
  const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
  return (
    <>
      <SelectInput
        label={t('blacklist.reason.label')}
        value={value.reason}
        onChange={(chosen) => onChange({ reason: listingReasons.find((one) => one === chosen) ?? 'other' })}
        options={listingReasons.map((one) => ({ value: one, label: capital(listingReason(t, one)) }))}
      />
      <SelectInput
        label={t('blacklist.form.retention')}
        value={value.retention}
        onChange={(chosen) => onChange({ retention: retentions.find((one) => one === chosen) ?? '2y' })}
        options={retentions.map((one) => ({ value: one, label: t(`cases.retentions.${one}`) }))}
      />
    </>
  )
}
