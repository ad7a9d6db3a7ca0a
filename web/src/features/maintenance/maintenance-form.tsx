import { type Maintenance, maintenanceApi } from '@regie/contract/maintenance.ts'
import { useState } from 'react'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { DateTimeInput } from '../../ui/dates/date-time-input.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import styles from './maintenance.module.css'

/** Begins and ends maintenance; asks before everybody is sent away. */
export function MaintenanceForm() {
  const kept = useApi(maintenanceApi.get, {}, { refetchMs: 15_000 })
  if (!kept.data) return <NotLoaded query={kept} lines={6} />
  return <Switch key={String(kept.data.on)} kept={kept.data} />
}

function Switch({ kept }: { kept: Maintenance }) {
  const t = useText()
  const change = useApiChange(maintenanceApi.change, { refresh: [maintenanceApi.get] })
  const [message, setMessage] = useState(kept.message)
  const [until, setUntil] = useState(kept.until)
  const [asks, setAsks] = useState(false)
  async function put(on: boolean) {
    await change.mutateAsync({ body: { on, message: message.trim(), until } })
    setAsks(false)
    notify(t(on ? (kept.on ? 'maintenance.messageSaved' : 'maintenance.begun') : 'maintenance.ended'))
  }
  return (
    <div className={styles.form}>
      <Panel>
        <div className={styles.fields}>
          {kept.on ? (
            <Notice tone="warning" icon="tools" title={t('maintenance.isOn')}>
              {t('maintenance.isOnHelp')}
            </Notice>
          ) : (
            <Notice icon="check" tone="success">
              {t('maintenance.isOff')}
            </Notice>
          )}
          <TextAreaInput
            label={t('maintenance.message')}
            help={t('maintenance.messageHelp')}
            maxLength={500}
            value={message}
            onChange={setMessage}
          />
          <DateTimeInput label={t('maintenance.untilLabel')} help={t('maintenance.untilHelp')} value={until} onChange={setUntil} />
          {kept.on && change.error !== null && <FailureText failure={change.error} />}
          <div className={styles.actions}>
            {kept.on ? (
              <>
                <Button kind="main" onPress={() => void put(false).catch(() => undefined)} isBusy={change.isPending}>
                  {t('maintenance.end')}
                </Button>
                <Button onPress={() => void put(true).catch(() => undefined)} isBusy={change.isPending}>
                  {t('maintenance.saveMessage')}
                </Button>
              </>
            ) : (
              <Button kind="danger" onPress={() => setAsks(true)}>
                {t('maintenance.begin')}
              </Button>
            )}
          </div>
          <ConfirmDialog
            isOpen={asks}
            kind="danger"
            title={t('maintenance.question')}
            verb={t('maintenance.begin')}
            onConfirm={() => put(true)}
            onClose={() => setAsks(false)}
          >
            <p>{t('maintenance.questionText')}</p>
          </ConfirmDialog>
        </div>
      </Panel>
    </div>
  )
}
