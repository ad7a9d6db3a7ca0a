import { locales } from '@regie/contract/locale.ts'
import { useText } from '../../locales/i18n.tsx'
import { FormField } from '../../ui/form.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import type { SettingsPart } from './script-settings.ts'
import styles from './scripts.module.css'

/** What it is called, whether it works, and in which language. */
export function GeneralSettings({ form, script }: SettingsPart) {
  const t = useText()
  return (
    <Panel title={t('scripts.groups.general')}>
      <div className={styles.form}>
        <FormField form={form} name="name">
          {(field) => <TextInput {...field} label={t('scripts.fields.name')} isRequired maxLength={120} />}
        </FormField>
        <FormField form={form} name="active">
          {({ inputRef: _ref, error: _error, ...field }) => (
            <SwitchInput {...field} label={t('scripts.fields.activeSwitch')} help={t('scripts.help.active')} />
          )}
        </FormField>
        <FormField form={form} name="alwaysOpen">
          {({ inputRef: _ref, error: _error, ...field }) => (
            <SwitchInput
              {...field}
              label={t('scripts.fields.alwaysOpen')}
              help={script.lawLimits === null ? t('scripts.help.alwaysOpen') : t('scripts.help.lawLimits', script.lawLimits)}
            />
          )}
        </FormField>
        <FormField form={form} name="language">
          {(field) => (
            <SelectInput
              {...field}
              label={t('scripts.fields.language')}
              onChange={(chosen) => field.onChange(locales.find((known) => known === chosen) ?? 'nl')}
              options={locales.map((locale) => ({ value: locale, label: t(`scripts.languages.${locale}`) }))}
            />
          )}
        </FormField>
      </div>
    </Panel>
  )
}
