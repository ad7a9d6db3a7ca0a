import type { Flow, ScriptVersionRow } from '@regie/contract/flow.ts'
import { nameIn } from '@regie/contract/scripts.ts'
import type { CheckOutcome } from '@regie/contract/time-machine.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Moment } from '../../ui/moment.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { ChangeList } from './change-list.tsx'
import { FailedChecks, failedChecksOf } from './checks/failed-checks.tsx'
import styles from './flow.module.css'
import { useChecks, useKeepFlow, useRollBack, useVersions } from './flow-data.ts'
import { personName } from '../../session/people.ts'

/** Who made which version when, and what changed; each can be made live again. */
export function VersionsPanel({ flow }: { flow: Flow }) {
  const t = useText()
  const query = useVersions(flow.scriptID)
  const { data: versions } = query
  const [asked, setAsked] = useState<ScriptVersionRow | null>(null)
  if (versions === undefined) return <NotLoaded query={query} lines={6} />
  return (
    <>
      <ol className={styles.versions} aria-label={t('flow.versions.label')}>
        {versions.map((version) => (
          <li key={version.versionID}>
            <div className={styles.versionHead}>
              <strong>{t('flow.versions.no', { no: version.no })}</strong>
              {version.live && (
                <Badge tone="success" icon="check">
                  {t('flow.versions.live')}
                </Badge>
              )}
              <span className={styles.gap} />
              <Can right={Right.changeScripts} refusal={version.live ? t('flow.versions.isLive') : undefined}>
                {(reason) => (
                  <Button kind="quiet" reason={reason} onPress={() => setAsked(version)}>
                    {t('flow.versions.restore')}
                  </Button>
                )}
              </Can>
            </div>
            <div className={styles.soft}>
              <Moment at={version.at} /> · {personName(version.by) || t('flow.versions.bySystem')} ·{' '}
              {t('flow.versions.running', { count: version.runningCases })}
            </div>
            {version.note !== '' && <p className={styles.note}>{version.note}</p>}
            <ChangeList changes={version.changes} />
          </li>
        ))}
      </ol>
      {asked !== null && <RestoreDialog flow={flow} version={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function RestoreDialog({ flow, version, onClose }: { flow: Flow; version: ScriptVersionRow; onClose: () => void }) {
  const t = useText()
  const rollBack = useRollBack()
  const keepFlow = useKeepFlow(flow.scriptID)
  const checks = useChecks(flow.scriptID)
  const [note, setNote] = useState('')
  const [failed, setFailed] = useState<readonly CheckOutcome[]>([])
  // Who has seen what fails may go on.
  const despiteChecks = failed.length > 0
  return (
    <ConfirmDialog
      isOpen
      title={t('flow.versions.restoreTitle', { no: version.no })}
      verb={despiteChecks ? t('flow.versions.restoreAnyway') : t('flow.versions.restore')}
      onConfirm={async () => {
        const params = { scriptID: flow.scriptID, versionID: version.versionID }
        try {
          const restored = await rollBack.mutateAsync({ params, body: { note, despiteChecks } })
          keepFlow(restored)
          notify(t('flow.versions.restored', { no: restored.live.no }))
        } catch (refusal) {
          setFailed(failedChecksOf(refusal))
          throw refusal
        }
      }}
      onClose={onClose}
      details={<FailedChecks failed={failed} nameOf={nameIn(flow.live.steps)} />}
    >
      <div className={styles.form}>
        <p>{t('flow.versions.restoreText', { no: version.no })}</p>
        <TextAreaInput label={t('flow.versions.note')} value={note} maxLength={500} rows={2} onChange={setNote} />
        <p className={styles.soft}>{t('flow.activate.checks', { count: checks.data?.length ?? 0 })}</p>
      </div>
    </ConfirmDialog>
  )
}
