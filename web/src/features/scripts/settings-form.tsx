import { ScriptInfo } from '@regie/contract/script-settings.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions, useAppForm } from '../../ui/form.tsx'
import { CallSettings } from './call-settings.tsx'
import { currentOf } from '../../api/conflict.ts'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { settingNames, Settings, settingsOf } from './script-settings.ts'
import { useChangeScript } from './scripts-data.ts'
import styles from './scripts.module.css'
import { SmsSettings } from './sms-settings.tsx'

/** What staff set of a script. Did a colleague change it meanwhile, then both are shown and what was typed stays. */
export function SettingsForm({ script }: { script: ScriptInfo }) {
  const t = useText()
  const change = useChangeScript()
  const form = useAppForm({ schema: Settings, defaults: settingsOf(script), mode: 'onTouched' })
  // What was looked at: a colleague's change shows at once where nothing was typed, and is asked about where something was.
  const [base, setBase] = useState(script)
  const [other, setOther] = useState<ScriptInfo | null>(null)
  const { isDirty } = form.formState
  if (!isDirty && script.version > base.version) setBase(script)
  useEffect(() => form.reset(settingsOf(base)), [base, form])
  const take = (current: ScriptInfo) => {
    setBase(current)
    setOther(null)
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
          items={settingNames
            .filter((name) => other[name] !== form.getValues(name))
            .map((name) => ({ key: name, label: t(`scripts.fields.${name}`), value: word(other[name]) }))}
          onTake={() => take(other)}
        />
      )}
      <div className={styles.panels}>
        <GeneralSettings form={form} script={script} />
        <CallSettings form={form} script={script} />
        <SmsSettings form={form} script={script} />
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
