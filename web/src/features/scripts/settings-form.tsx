import { Locale, locales } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { ScriptInfo } from '@regie/contract/script-work.ts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions, FormField, useAppForm } from '../../ui/form.tsx'
import { NumberInput, SelectInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { ConflictNotice, currentOf } from './conflict.tsx'
import { useChangeScript } from './scripts-data.ts'
import styles from './scripts.module.css'

const whole = (least: number, most: number) => z.number().check(z.int(), z.gte(least), z.lte(most))

const Settings = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, 'script.nameMissing')),
    active: z.boolean(),
    maxLines: whole(1, 500),
    maxTransfers: whole(0, 499),
    callerID: z.string().check(z.trim()),
    voice: z.string(),
    language: Locale,
    voicemailDetection: z.boolean(),
    smsProvider: z.string(),
    smsPerHour: whole(0, 36_000),
    alwaysOpen: z.boolean(),
  })
  // Told while one types (spec §5), and again by the server.
  .check(z.refine(({ maxLines, maxTransfers }) => maxLines > maxTransfers, { error: 'script.linesTooFew', path: ['maxTransfers'] }))
type Settings = z.infer<typeof Settings>
const names = Object.keys(Settings.shape) as (keyof Settings)[]
const settingsOf = (script: ScriptInfo) => Object.fromEntries(names.map((name) => [name, script[name]])) as Settings

/** What staff set of a script. Did a colleague change it meanwhile, then both are shown and what was typed stays. */
export function SettingsForm({ script }: { script: ScriptInfo }) {
  const t = useText()
  const change = useChangeScript()
  const form = useAppForm({ schema: Settings, defaults: settingsOf(script), mode: 'onTouched' })
  // What was looked at: a colleague's change shows at once where nothing was typed, and is asked about where something was.
  const [base, setBase] = useState(script)
  const [other, setOther] = useState<ScriptInfo | null>(null)
  const { isDirty } = form.formState
  useEffect(() => {
    if (isDirty || script.version <= base.version) return
    setBase(script)
    form.reset(settingsOf(script))
  }, [isDirty, script, base, form])
  const take = (current: ScriptInfo) => {
    setBase(current)
    setOther(null)
    form.reset(settingsOf(current))
  }
  const word = (value: Settings[keyof Settings]) => (typeof value === 'boolean' ? t(value ? 'scripts.yes' : 'scripts.no') : String(value))
  async function save(settings: Settings) {
    try {
      const saved = await change.mutateAsync({
        params: { scriptID: script.scriptID },
        body: { ...settings, version: other?.version ?? base.version },
      })
      take(saved)
      notify(t('scripts.saved'))
    } catch (refusal) {
      const current = currentOf(refusal, ScriptInfo)
      if (current === null) throw refusal
      setOther(current)
    }
  }
  return (
    <Form form={form} label={t('scripts.tabs.settings')} asksBeforeLeaving isWide onSubmit={save}>
      {other !== null && (
        <ConflictNotice
          items={names
            .filter((name) => other[name] !== form.getValues(name))
            .map((name) => ({ key: name, label: t(`scripts.fields.${name}`), value: word(other[name]) }))}
          onTake={() => take(other)}
        />
      )}
      <div className={styles.panels}>
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
      </div>
      <FormActions>
        <Can right={Right.changeScripts}>
          {(reason) => (
            <Button kind="main" type="submit" reason={reason} isBusy={form.formState.isSubmitting}>
              {t('ui.save')}
            </Button>
          )}
        </Can>
      </FormActions>
    </Form>
  )
}

// What is set stays a choice, though its provider may not offer it today.
function optionsOf(standard: string, current: string, offered: readonly string[]) {
  const names = [...new Set([...offered, ...(current === '' ? [] : [current])])]
  return [{ value: '', label: standard }, ...names.map((name) => ({ value: name, label: name }))]
}
