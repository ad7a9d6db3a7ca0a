import type { Flow } from '@regie/contract/flow.ts'
import { nameIn } from '@regie/contract/scripts.ts'
import { changesOf } from '@regie/contract/step-changes.ts'
import type { CheckOutcome } from '@regie/contract/time-machine.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import { ChangeList } from '../change-list.tsx'
import { FailedChecks, failedChecksOf } from '../checks/failed-checks.tsx'
import styles from '../flow.module.css'
import { useActivate, useChecks, useVersions } from '../flow-data.ts'

type ActivateDialogProps = { flow: Flow; version: number; onDone: (flow: Flow) => void; onClose: () => void }

/** What changes, for which cases, and what is simulated before; the checks that no longer hold are shown with what they see. */
export function ActivateDialog({ flow, version, onDone, onClose }: ActivateDialogProps) {
  const t = useText()
  const { scriptID } = flow
  const drawn = flow.draft?.steps ?? flow.live.steps
  const activate = useActivate()
  const checks = useChecks(scriptID)
  const versions = useVersions(scriptID)
  const [note, setNote] = useState('')
  const [failed, setFailed] = useState<readonly CheckOutcome[]>([])
  const running = (versions.data ?? []).reduce((sum, one) => sum + one.runningCases, 0)
  return (
    <ConfirmDialog
      isOpen
      title={t('flow.activate.title')}
      verb={t('flow.actions.activate')}
      onConfirm={async () => {
        try {
          onDone(await activate.mutateAsync({ params: { scriptID }, body: { version, note } }))
        } catch (refusal) {
          setFailed(failedChecksOf(refusal))
          throw refusal
        }
      }}
      onClose={onClose}
      details={<FailedChecks failed={failed} nameOf={nameIn(drawn)} />}
    >
      <div className={styles.form}>
        <p>{t('flow.activate.text', { count: running })}</p>
        <ChangeList changes={changesOf(flow.live.steps, drawn)} />
        <TextAreaInput label={t('flow.activate.note')} value={note} maxLength={500} rows={2} onChange={setNote} />
        <p className={styles.soft}>{t('flow.activate.checks', { count: checks.data?.length ?? 0 })}</p>
      </div>
    </ConfirmDialog>
  )
}
