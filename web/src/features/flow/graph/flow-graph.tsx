import type { StepFault } from '@regie/contract/flow.ts'
import { Background, type Connection, Controls, type Edge, MarkerType, type Node, ReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { waysOf } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useMemo } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import styles from './flow-graph.module.css'
import { handleOf, StepBox, type StepNode, type WayData, WayLine } from './graph-parts.tsx'
import { layOut, nodeSize } from './lay-out.ts'
import { answerText } from '../step-words.ts'

type FlowGraphProps = {
  steps: readonly ScriptStep[]
  chosen: string
  faults: readonly StepFault[]
  isReadOnly: boolean
  onChoose: (key: string) => void
  onConnect: (from: string, answer: string | null, to: string) => void
}

const nodeTypes = { step: StepBox }
const edgeTypes = { way: WayLine }
// What is seen at first: enough steps to read, the rest is a scroll away.
const firstSeen = 6

/** The steps as a graph that lays itself out; a way is led elsewhere by drawing it. */
export function FlowGraph({ steps, chosen, faults, isReadOnly, onChoose, onConnect }: FlowGraphProps) {
  const t = useText()
  const laid = useMemo(() => layOut(steps), [steps])
  const nodes: StepNode[] = steps.flatMap((step) => {
    const position = laid.places.get(step.key)
    const drawn = laid.ways.filter(({ from }) => from === step.key).map(({ answer }) => answer)
    // A way to a step that is gone is drawn nowhere; its dot is there, to lead it to another.
    const answers = [...drawn, ...waysOf(step).flatMap(({ answer }) => (drawn.includes(answer) ? [] : [answer]))]
    const data = { step, answers, isFaulty: faults.some((one) => one.step === step.key) }
    return position ? [{ id: step.key, type: 'step', position, data, selected: step.key === chosen, ...nodeSize, measured: nodeSize }] : []
  })
  const questions = new Map(steps.map((step) => [step.key, step.kind === 'branch' ? step.settings.question : '']))
  const edges: Edge<WayData>[] = laid.ways.map(({ from, to, answer, bends, label }) => ({
    id: `${from} ${handleOf(answer)}`,
    source: from,
    sourceHandle: handleOf(answer),
    target: to,
    type: 'way',
    data: { bends, at: label },
    markerEnd: { type: MarkerType.ArrowClosed },
    focusable: false,
    ariaLabel: t('flow.graph.way', { from, to }),
    ...(label !== null && { label: answer === null ? t('flow.list.else') : answerText(questions.get(from) ?? '', answer) }),
  }))
  // What the library says aloud in English of its own.
  const spoken = {
    'controls.ariaLabel': t('flow.graph.view'),
    'controls.zoomIn.ariaLabel': t('flow.graph.zoomIn'),
    'controls.zoomOut.ariaLabel': t('flow.graph.zoomOut'),
    'controls.fitView.ariaLabel': t('flow.graph.fit'),
    'handle.ariaLabel': t('flow.graph.handle'),
    'node.a11yDescription.default': t('flow.graph.choose'),
    'node.a11yDescription.keyboardDisabled': t('flow.graph.choose'),
  }
  const lead = ({ source, sourceHandle, target }: Connection) =>
    onConnect(source, sourceHandle === null || sourceHandle === handleOf(null) ? null : sourceHandle.slice(1), target)
  return (
    <div className={styles.graph} role="group" aria-label={t('flow.graph.label')}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={!isReadOnly}
        edgesFocusable={false}
        ariaLabelConfig={spoken}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        minZoom={0.2}
        maxZoom={1.5}
        fitView
        fitViewOptions={{ nodes: around(steps, chosen), maxZoom: 1, padding: 0.08 }}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_event, node: Node) => onChoose(node.id)}
        onNodesChange={(changes) => {
          // Enter on a step that has the focus chooses it.
          const choice = changes.find((change) => change.type === 'select' && change.selected)
          if (choice?.type === 'select' && choice.id !== chosen) onChoose(choice.id)
        }}
        onConnect={lead}
      >
        <Background gap={20} />
        <Controls showInteractive={false} />
      </ReactFlow>
      {!isReadOnly && <p className={styles.help}>{t('flow.graph.help')}</p>}
    </div>
  )
}

/** The steps around the chosen one. */
function around(steps: readonly ScriptStep[], chosen: string) {
  const at = Math.max(
    0,
    steps.findIndex(({ key }) => key === chosen),
  )
  const from = Math.max(0, Math.min(at - 1, steps.length - firstSeen))
  return steps.slice(from, from + firstSeen).map(({ key }) => ({ id: key }))
}
