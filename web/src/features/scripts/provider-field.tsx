import { useText } from '../../locales/i18n.tsx'
import { FormField } from '../../ui/form.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import type { SettingsPart } from './script-settings.ts'

/** Who carries one channel of a script; none named is the customer's default, or else the installation's own. */
export function ProviderField({ form, script, channel }: SettingsPart & { channel: 'call' | 'email' | 'sms' }) {
  const t = useText()
  const offered = script.choices.providers.filter((provider) => provider.channel === channel)
  const labelOf = ({ name, state }: (typeof offered)[number]) => (state === 'off' ? t('scripts.providerOff', { name }) : name)
  const standard = offered.find(({ isDefault }) => isDefault)
  const nothingLeaves = (chosen: number | null) =>
    (chosen === null ? standard : offered.find(({ providerID }) => providerID === chosen))?.state === 'off'
  return (
    <FormField form={form} name={`${channel}Provider`}>
      {(field) => (
        <SelectInput
          {...field}
          value={String(field.value ?? '')}
          onChange={(chosen) => field.onChange(chosen === '' ? null : Number(chosen))}
          label={t(`scripts.fields.${channel}Provider`)}
          help={nothingLeaves(field.value) ? t('scripts.providerOffHelp') : undefined}
          options={[
            { value: '', label: standard === undefined ? t('scripts.standardOwn') : t('scripts.standardIs', { name: labelOf(standard) }) },
            ...offered.map((one) => ({ value: String(one.providerID), label: labelOf(one) })),
          ]}
        />
      )}
    </FormField>
  )
}
