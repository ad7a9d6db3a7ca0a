import { useText } from '../../locales/i18n.tsx'
import { FormField } from '../../ui/form.tsx'
import { NumberInput, SelectInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { optionsOf, type SettingsPart } from './script-settings.ts'
import styles from './scripts.module.css'

/** Who carries text messages, and how many an hour. */
export function SmsSettings({ form, script }: SettingsPart) {
  const t = useText()
  return (
    <Panel title={t('scripts.groups.sms')}>
      <div className={styles.form}>
        <FormField form={form} name="smsProvider">
          {(field) => (
            <SelectInput
              {...field}
              label={t('scripts.fields.smsProvider')}
              options={optionsOf(t('scripts.standard'), script.smsProvider, script.choices.smsProviders)}
            />
          )}
        </FormField>
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
      </div>
    </Panel>
  )
}
