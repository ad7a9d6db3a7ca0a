import { useText } from '../../locales/i18n.tsx'
import { FormField } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BackupField, ProviderField } from './provider-field.tsx'
import type { SettingsPart } from './script-settings.ts'
import styles from './scripts.module.css'

/** Who carries text messages and how many an hour, and who carries e-mail. */
export function SmsSettings({ form, script }: SettingsPart) {
  const t = useText()
  return (
    <Panel title={t('scripts.groups.sms')}>
      <div className={styles.form}>
        <ProviderField form={form} script={script} channel="sms" />
        <BackupField form={form} script={script} />
        <FormField form={form} name="smsPerHour">
          {(field) => (
            <NumberInput
              {...field}
              onChange={(amount) => field.onChange(amount as number)}
              label={t('scripts.fields.smsPerHour')}
              help={t('scripts.help.smsPerHour')}
              isRequired
              min={0}
              max={36_000}
            />
          )}
        </FormField>
        <ProviderField form={form} script={script} channel="email" />
        <ProviderField form={form} script={script} channel="whatsapp" />
      </div>
    </Panel>
  )
}
