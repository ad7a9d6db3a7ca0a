import { dialingModes } from '@regie/contract/dialing.ts'
import { useText } from '../../locales/i18n.tsx'
import { FormField } from '../../ui/form.tsx'
import { NumberInput, SelectInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { ProviderField } from './provider-field.tsx'
import { optionsOf, type SettingsPart } from './script-settings.ts'
import styles from './scripts.module.css'

/** How many calls at once, from which number, and with which voice. */
export function CallSettings({ form, script }: SettingsPart) {
  const t = useText()
  return (
    <Panel title={t('scripts.groups.calls')}>
      <div className={styles.form}>
        <div className={styles.pair}>
          <FormField form={form} name="maxLines">
            {(field) => (
              <NumberInput
                {...field}
                onChange={(lines) => {
                  field.onChange(lines as number)
                  void form.trigger('maxTransfers')
                }}
                label={t('scripts.fields.maxLines')}
                help={t('scripts.help.activeLines', { count: script.activeLines })}
                isRequired
                min={1}
                max={500}
              />
            )}
          </FormField>
          <FormField form={form} name="maxTransfers">
            {(field) => (
              <NumberInput
                {...field}
                onChange={(transfers) => {
                  field.onChange(transfers as number)
                  void form.trigger('maxTransfers')
                }}
                label={t('scripts.fields.maxTransfers')}
                help={t('scripts.help.maxTransfers')}
                isRequired
                min={0}
                max={499}
              />
            )}
          </FormField>
        </div>
        <FormField form={form} name="dialing">
          {(field) => (
            <SelectInput
              {...field}
              onChange={(chosen) => field.onChange(dialingModes.find((mode) => mode === chosen) ?? 'lines')}
              label={t('scripts.fields.dialing')}
              help={t(`scripts.dialing.help.${field.value}`)}
              options={dialingModes.map((mode) => ({ value: mode, label: t(`scripts.dialing.modes.${mode}`) }))}
            />
          )}
        </FormField>
        <ProviderField form={form} script={script} channel="call" />
        <FormField form={form} name="callerID">
          {(field) => (
            <TextInput {...field} type="tel" label={t('scripts.fields.callerID')} help={t('scripts.help.callerID')} maxLength={20} />
          )}
        </FormField>
        <FormField form={form} name="voice">
          {(field) => (
            <SelectInput
              {...field}
              label={t('scripts.fields.voice')}
              options={optionsOf(t('scripts.standard'), script.voice, script.choices.voices)}
            />
          )}
        </FormField>
        <FormField form={form} name="voicemailDetection">
          {({ inputRef: _ref, error: _error, ...field }) => (
            <SwitchInput {...field} label={t('scripts.fields.voicemailDetection')} help={t('scripts.help.voicemailDetection')} />
          )}
        </FormField>
      </div>
    </Panel>
  )
}
