import type { Flow } from '@regie/contract/flow.ts'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { FlowEditor } from '../features/flow/flow-editor.tsx'
import { FlowActions, FlowBadges, FlowSubtitle } from '../features/flow/flow-head.tsx'
import { useFlow } from '../features/flow/flow-data.ts'
import { SimulationPanel } from '../features/flow/simulation/simulation-panel.tsx'
import { useSimulationOrder } from '../features/flow/simulation/use-simulation-order.ts'
import { useFlowDraft } from '../features/flow/draft/use-flow-draft.ts'
import { VersionsPanel } from '../features/flow/versions-panel.tsx'
import type { Played } from '../features/flow/graph/taken-ways.ts'
import { useFlowView } from '../features/flow/use-flow-view.ts'
import { useText } from '../locales/i18n.tsx'
import { useAddress, useRouteId } from '../session/address.ts'
import { LeaveQuestion } from '../ui/leave-question.tsx'
import { Page } from '../ui/page.tsx'
import { NotLoaded } from '../ui/loaded.tsx'
import { StepTextDialog } from './step-text-dialog.tsx'

export function FlowScreen() {
  const t = useText()
  const scriptID = useRouteId('scriptID')
  const query = useFlow(scriptID)
  const { data: flow } = query
  if (flow !== undefined) return <OpenFlow key={flow.scriptID} flow={flow} />
  return (
    <Page title={t('flow.title', { name: '' })} back={{ to: paths.script(scriptID), label: t('flow.back') }}>
      <NotLoaded query={query} lines={10} />
    </Page>
  )
}

function OpenFlow({ flow }: { flow: Flow }) {
  const t = useText()
  const draft = useFlowDraft(flow)
  const order = useSimulationOrder()
  const [, changeAddress] = useAddress(['side', 'step'])
  const { view, isWide } = useFlowView()
  const [played, setPlayed] = useState<Played | null>(null)
  const [text, setText] = useState<number | null>(null)
  return (
    <Page
      title={t('flow.title', { name: flow.name })}
      back={{ to: paths.script(flow.scriptID), label: flow.name }}
      badge={<FlowBadges flow={flow} draft={draft} />}
      subtitle={<FlowSubtitle flow={flow} draft={draft} />}
      actions={<FlowActions flow={flow} draft={draft} />}
      isFlowing={!(isWide && view === 'graph')}
    >
      <LeaveQuestion keepsWithin isUnsaved={draft.state === 'unsaved' || draft.state === 'saving'} />
      <FlowEditor
        flow={flow}
        draft={draft}
        played={played}
        simulationPanel={
          <SimulationPanel
            flow={flow}
            steps={draft.steps}
            order={order}
            onStep={(key) => changeAddress({ step: key })}
            onPlayed={setPlayed}
          />
        }
        versionsPanel={<VersionsPanel flow={flow} />}
        onEditText={setText}
      />
      {text !== null && <StepTextDialog templateID={text} scriptID={flow.scriptID} onOpen={setText} onClose={() => setText(null)} />}
    </Page>
  )
}
