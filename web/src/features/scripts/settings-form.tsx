import { ScriptInfo } from '@regie/contract/script-settings.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useEffect } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { useRight } from '../../session/use-right.ts'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions, useAppForm } from '../../ui/form.tsx'
import { CallSettings } from './call-settings.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { DialingPanel } from './dialing-panel.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { settingNames, Settings, settingsOf } from './script-settings.ts'
import { useChangeScript } from './scripts-data.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './scripts.module.css'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { SmsSettings } from './sms-settings.tsx'

/** What staff set of a script. Did a colleague change it meanwhile, then both are shown and what was typed stays. */
export function SettingsForm({ script }: { script: ScriptInfo }) {
  const t = useText()
  const change = useChangeScript()
  const mayChange = useRight(Right.changeScripts)
  const form = useAppForm({ schema: Settings, defaults: settingsOf(script), mode: 'onTouched' })
  const { isDirty } = form.formState
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({ row: script, schema: ScriptInfo, isChanged: () => isDirty })
  useEffect(() => form.reset(settingsOf(base)), [base, form])
  const word = (value: Settings[keyof Settings]) => (typeof value === 'boolean' ? t(value ? 'scripts.yes' : 'scripts.no') : String(value))
  async function send(settings: Settings) {
    const saved = await save((version) => change.mutateAsync({ params: { scriptID: script.scriptID }, body: { ...settings, version } }))
    if (saved !== null) notify(t('scripts.saved'))
  }
  return (
    <Form form={form} label={t('scripts.tabs.settings')} asksBeforeLeaving isWide onSubmit={send}>
      {theirs !== null && (
        <ConflictNotice
          items={settingNames
            .filter((name) => theirs[name] !== form.getValues(name))
            .map((name) => ({ key: name, label: t(`scripts.fields.${name}`), value: word(theirs[name]) }))}
          lastSave={lastSave}
          onTake={takeTheirs}
        />
      )}
      {!mayChange && (
        <Notice icon="lock" title={t('scripts.readOnly')}>
          {t('scripts.readOnlyText')}
        </Notice>
      )}
      <fieldset className={styles.panels} disabled={!mayChange} aria-label={t('scripts.tabs.settings')}>
        <GeneralSettings form={form} script={script} />
        <CallSettings form={form} script={script} />
        {base.dialing !== 'lines' && <DialingPanel script={base} />}
        <SmsSettings form={form} script={script} />
      </fieldset>
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
