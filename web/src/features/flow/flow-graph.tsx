import {
  Background,
  type Connection,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { waysOf } from '@regie/contract/script-steps-check.ts'
import type { StepFault } from '@regie/contract/script-work.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useMemo } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './flow-graph.module.css'
import { layOut, nodeSize } from './lay-out.ts'
import { answerText, stepIcons, stepSummary } from './step-words.ts'

type FlowGraphProps = {
  steps: readonly ScriptStep[]
  chosen: string
  faults: readonly StepFault[]
  isReadOnly: boolean
  onChoose: (key: string) => void
  onConnect: (from: string, answer: string | null, to: string) => void
}
type StepNode = Node<{ step: ScriptStep; isFaulty: boolean; isReadOnly: boolean }, 'step'>

const nodeTypes = { step: StepBox }
// The id of the handle of all other answers; no answer can be named so, for answers are prefixed.
const otherwise = 'next'
const handleOf = (answer: string | null) => (answer === null ? otherwise : `=${answer}`)

/** The steps as a graph that lays itself out; a way is led elsewhere by drawing it. */
export function FlowGraph({ steps, chosen, faults, isReadOnly, onChoose, onConnect }: FlowGraphProps) {
  const t = useText()
  const places = useMemo(() => layOut(steps), [steps])
  const known = new Set(steps.map(({ key }) => key))
  const nodes: StepNode[] = steps.flatMap((step) => {
    const position = places.get(step.key)
    const data = { step, isFaulty: faults.some((one) => one.step === step.key), isReadOnly }
    return position ? [{ id: step.key, type: 'step', position, data, selected: step.key === chosen, ...nodeSize, measured: nodeSize }] : []
  })
  const edges: Edge[] = steps.flatMap((step) =>
    waysOf(step)
      .filter(({ to }) => known.has(to))
      .map(({ to, answer }) => ({
        id: `${step.key} ${handleOf(answer)}`,
        source: step.key,
        sourceHandle: handleOf(answer),
        target: to,
        type: 'smoothstep',
        markerEnd: { type: MarkerType.ArrowClosed },
        focusable: false,
        ...(step.kind === 'branch' && {
          label: answer === null ? t('flow.list.else') : answerText(step.settings.question, answer),
          labelBgPadding: [6, 3] as [number, number],
          labelBgBorderRadius: 4,
        }),
      })),
  )
  const lead = ({ source, sourceHandle, target }: Connection) =>
    onConnect(source, sourceHandle === null || sourceHandle === otherwise ? null : sourceHandle.slice(1), target)
  return (
    <div className={styles.graph} role="group" aria-label={t('flow.graph.label')}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={!isReadOnly}
        edgesFocusable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        minZoom={0.2}
        maxZoom={1.5}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.1 }}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_event, node) => onChoose(node.id)}
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

function StepBox({ data, selected }: NodeProps<StepNode>) {
  const t = useText()
  const { step, isFaulty } = data
  const ways = waysOf(step)
  return (
    <div className={styles.box} data-chosen={selected || undefined} data-faulty={isFaulty || undefined} data-kind={step.kind}>
      <Handle type="target" position={Position.Top} className={styles.handle} />
      <Icon name={isFaulty ? 'error' : stepIcons[step.kind]} />
      <span className={styles.words}>
        <strong>{step.key}</strong>
        <span>{stepSummary(step, t)}</span>
      </span>
      {ways.map(({ answer }, at) => (
        <Handle
          key={handleOf(answer)}
          id={handleOf(answer)}
          type="source"
          position={Position.Bottom}
          className={styles.handle}
          style={{ left: `${((at + 1) * 100) / (ways.length + 1)}%` }}
        />
      ))}
    </div>
  )
}
