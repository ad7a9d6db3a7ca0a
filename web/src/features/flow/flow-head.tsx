import type { Flow } from '@regie/contract/flow.ts'
import { checkSteps } from '@regie/contract/script-steps-check.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMomentInSentence } from '../../locales/moment-in-sentence.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ActivateDialog } from './draft/activate-dialog.tsx'
import { useDropDraft, useKeepFlow } from './flow-data.ts'
import type { FlowDraft } from './draft/use-flow-draft.ts'
import { personName } from '../../session/people.ts'

/** What lives, and how the draft stands. */
export function FlowBadges({ flow, draft }: { flow: Flow; draft: FlowDraft }) {
  const t = useText()
  const mayChange = useRight(Right.changeScripts)
  return (
    <>
      <Badge tone="success" icon="check">
        {t('flow.states.live', { no: flow.live.no })}
      </Badge>
      {draft.version > 0 && (
        <Badge tone="accent" icon="edit">
          {t('flow.states.draft')}
        </Badge>
      )}
      {!mayChange && (
        <Badge tone="neutral" icon="lock">
          {t('flow.states.readOnly')}
        </Badge>
      )}
    </>
  )
}

/** Since when it lives, and whether what was drawn is kept. */
export function FlowSubtitle({ flow, draft }: { flow: Flow; draft: FlowDraft }) {
  const t = useText()
  const at = formatMomentInSentence(flow.live.at)
  const words = { none: 'noDraft', saved: 'saved', unsaved: 'unsaved', saving: 'saving' } as const
  return (
    <>
      {flow.live.by === '' ? t('flow.states.liveSince', { at }) : t('flow.states.liveBy', { at, by: personName(flow.live.by) })} ·{' '}
      <span role="status">{t(`flow.states.${words[draft.state]}`)}</span>
    </>
  )
}

/** Activating the draft, or throwing it away. */
export function FlowActions({ flow, draft }: { flow: Flow; draft: FlowDraft }) {
  const t = useText()
  const [asked, setAsked] = useState<'activate' | 'drop' | null>(null)
  const drop = useDropDraft()
  const keepFlow = useKeepFlow(flow.scriptID)
  const faults = checkSteps(draft.steps, { ...flow, fields: flow.fields.map(({ key }) => key) })
  const isKept = draft.state === 'saved'
  const noDraft = draft.state === 'none' ? t('flow.actions.noChanges') : isKept ? undefined : t('flow.actions.saveFirst')
  const refusal = noDraft ?? (faults.length > 0 ? t('flow.actions.hasFaults') : undefined)
  const close = () => setAsked(null)
  return (
    <>
      <Can right={Right.changeScripts} refusal={noDraft}>
        {(reason) => (
          <Button reason={reason} onPress={() => setAsked('drop')}>
            {t('flow.actions.drop')}
          </Button>
        )}
      </Can>
      <Can right={Right.changeScripts} refusal={refusal}>
        {(reason) => (
          <Button kind="main" reason={reason} onPress={() => setAsked('activate')}>
            {t('flow.actions.activate')}
          </Button>
        )}
      </Can>
      {asked === 'activate' && (
        <ActivateDialog
          flow={flow}
          version={draft.version}
          onDone={(activated) => {
            keepFlow(activated)
            notify(t('flow.activate.done', { no: activated.live.no }))
            close()
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'drop'}
        kind="danger"
        title={t('flow.drop.title')}
        verb={t('flow.actions.drop')}
        onConfirm={async () => keepFlow(await drop.mutateAsync({ params: { scriptID: flow.scriptID } }))}
        onClose={close}
      >
        {t('flow.drop.text')}
      </ConfirmDialog>
    </>
  )
}
