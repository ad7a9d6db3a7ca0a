import type { Flow, StepFault } from '@regie/contract/flow.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FaultList } from './fault-list.tsx'
import styles from '../flow.module.css'
import type { FlowDraft } from './use-flow-draft.ts'

type DraftNoticesProps = { flow: Flow; draft: FlowDraft; faults: readonly StepFault[]; onStep: (key: string) => void }

/** What stands in the way: a colleague's newer draft, a refusal to keep it, faults. */
export function DraftNotices({ flow, draft, faults, onStep }: DraftNoticesProps) {
  const t = useText()
  const by = draft.theirs?.draft?.changedBy ?? draft.theirs?.live.by ?? ''
  return (
    <>
      {draft.theirs !== null && (
        <Notice
          tone="warning"
          icon="users"
          isAlert
          title={t('flow.conflict.title', { by })}
          action={
            <div className={styles.choices}>
              <Button onPress={draft.takeTheirs}>{t('flow.conflict.theirs', { by })}</Button>
              <Button kind="main" onPress={draft.keepMine}>
                {t('flow.conflict.mine')}
              </Button>
            </div>
          }
        >
          {t('flow.conflict.text')}
        </Notice>
      )}
      {draft.failure !== null && (
        <div className={styles.failure}>
          <FailureText failure={draft.failure} />
          <Button onPress={draft.retry}>{t('ui.retry')}</Button>
        </div>
      )}
      {flow.draft !== null && flow.draft.basedOn !== flow.live.versionID && <Notice tone="warning">{t('flow.basedOnOld')}</Notice>}
      {faults.length > 0 && (
        <details className={styles.faultBox} open>
          <summary>{t('flow.faultsTitle', { count: faults.length })}</summary>
          <FaultList faults={faults} steps={draft.steps} onStep={onStep} />
        </details>
      )}
    </>
  )
}
