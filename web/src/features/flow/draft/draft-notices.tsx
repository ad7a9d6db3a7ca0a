import type { Flow, StepFault } from '@regie/contract/flow.ts'
import { useText } from '../../../locales/i18n.tsx'
import { DraftTrouble } from '../../../ui/draft-trouble.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FaultList } from './fault-list.tsx'
import styles from '../flow.module.css'
import type { FlowDraft } from './use-flow-draft.ts'
import { personName } from '../../../session/people.ts'

type DraftNoticesProps = { flow: Flow; draft: FlowDraft; faults: readonly StepFault[]; onStep: (key: string) => void }

/** What stands in the way: a colleague's newer draft, a refusal to keep it, faults. */
export function DraftNotices({ flow, draft, faults, onStep }: DraftNoticesProps) {
  const t = useText()
  const by = personName(draft.theirs?.draft?.changedBy ?? draft.theirs?.live.by ?? '')
  const words = {
    title: t('flow.conflict.title', { by }),
    text: t('flow.conflict.text'),
    theirs: t('flow.conflict.theirs', { by }),
    mine: t('flow.conflict.mine'),
  }
  return (
    <>
      <DraftTrouble draft={draft} words={words} />
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
