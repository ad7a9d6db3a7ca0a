import { smsDownMinutes } from '@regie/contract/sms-failover.ts'
import { useText } from '../../locales/i18n.tsx'
import { FormField } from '../../ui/form.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import type { SettingsPart } from './script-settings.ts'

/** Who carries one channel of a script; none named is the customer's default, or else the installation's own. */
export function ProviderField({ form, script, channel }: SettingsPart & { channel: 'call' | 'email' | 'sms' | 'whatsapp' }) {
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

/** Who carries the SMS of a script while its first provider takes none. */
export function BackupField({ form, script }: SettingsPart) {
  const t = useText()
  const first = form.watch('smsProvider')
  const offered = script.choices.providers.filter(({ channel }) => channel === 'sms')
  const standard = offered.find(({ isBackup }) => isBackup)
  return (
    <FormField form={form} name="smsBackupProvider">
      {(field) => (
        <SelectInput
          {...field}
          value={String(field.value ?? '')}
          onChange={(chosen) => field.onChange(chosen === '' ? null : Number(chosen))}
          label={t('scripts.fields.smsBackupProvider')}
          help={t('scripts.help.smsBackupProvider', { minutes: smsDownMinutes })}
          options={[
            { value: '', label: standard === undefined ? t('scripts.noBackup') : t('scripts.standardIs', { name: standard.name }) },
            ...offered
              .filter(({ providerID }) => providerID !== first)
              .map(({ providerID, name }) => ({ value: String(providerID), label: name })),
          ]}
        />
      )}
    </FormField>
  )
}
