import { Background, type Connection, MiniMap, type Node, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import styles from './flow-graph.module.css'
import { edgesOf, nodesOf } from './graph-elements.ts'
import { FaultPanel, type GraphFaults, PlayedPanel, ZoomPanel } from './graph-panels.tsx'
import { type GraphBox, handleOf, StepBox, WayLine } from './graph-parts.tsx'
import { type Played, takenWays } from './taken-ways.ts'
import { type LaidBox, type LaidWay, layOut, sizeOf } from './lay-out.ts'
import { nearestWay } from './nearest-way.ts'
import { draggedKind, type PaletteKind, StepPalette } from './step-palette.tsx'
import { useSight } from './use-sight.ts'

export type DrawingGraphProps<Kind extends string> = {
  boxes: readonly GraphBox[]
  kinds: readonly PaletteKind<Kind>[]
  chosen: string
  faults: GraphFaults
  played: Played | null
  isReadOnly: boolean
  onChoose: (key: string) => void
  onConnect: (from: string, answer: string | null, to: string) => void
  onAdd: (kind: Kind) => void
  onInsert: (from: string, answer: string | null, kind: Kind) => void
  onRemove: (key: string) => void
}

const nodeTypes = { step: StepBox }
const edgeTypes = { way: WayLine }
// What is seen at first: enough steps to read, the rest is a scroll away.
const firstSeen = 6
// Smaller than this nobody reads a step: what does not fit then is a scroll away, or asked for with all of them.
const readable = 0.75
// More steps than this nobody has before them at once: a small map says where one is.
const overviewMin = 16

/** No step hides behind the steps to place or behind the panels. */
const roomAround = (isReadOnly: boolean) => ({ top: '20px', right: '20px', bottom: '72px', left: isReadOnly ? '20px' : '220px' }) as const

/** Boxes as a graph that lays itself out: ways are led elsewhere by drawing them, new boxes are dropped on a way. */
export function DrawingGraph<Kind extends string>(props: DrawingGraphProps<Kind>) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  )
}

function Graph<Kind extends string>({
  boxes,
  kinds,
  chosen,
  faults,
  played,
  isReadOnly,
  onChoose,
  onConnect,
  onAdd,
  onInsert,
  onRemove,
}: DrawingGraphProps<Kind>) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const faulty = boxes
    .flatMap(({ key, fault }) => (fault === null ? [] : [key]))
    .sort()
    .join(' ')
  // What one types in a text moves no box.
  const shape = JSON.stringify(boxes.map(({ key, ways }) => ({ key, ways })))
  const laid = useMemo(() => layOut(JSON.parse(shape) as LaidBox[], new Set(faulty.split(' '))), [shape, faulty])
  const { target, ...drop } = useDrop(laid, new Set(faulty.split(' ')), kinds, onInsert)
  useSight({ place, laid, key: played?.steps.at(-1) || chosen, sizeOfStep: (key) => sizeOf(faulty.split(' ').includes(key)) })
  const taken = played === null ? null : takenWays(laid.ways, played.steps, played.answers)
  // What the library says aloud in English of its own.
  const spoken = {
    'handle.ariaLabel': t('flow.graph.handle'),
    'node.a11yDescription.default': t('flow.graph.choose'),
    'node.a11yDescription.keyboardDisabled': t('flow.graph.choose'),
  }
  const lead = ({ source, sourceHandle, target: to }: Connection) =>
    onConnect(source, sourceHandle === null || sourceHandle === handleOf(null) ? null : sourceHandle.slice(1), to)
  const onKey = (event: KeyboardEvent) => {
    const box = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('.react-flow__node') : null
    const key = box?.dataset.id
    if (key === undefined || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    const at = boxes.findIndex((box) => box.key === key)
    const beside = (boxes[at + 1] ?? boxes[at - 1])?.key
    onRemove(key)
    // The step that has the place of the one that went.
    place.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${beside}"]`)?.focus()
  }
  return (
    <div ref={place} className={styles.graph} role="group" aria-label={t('flow.graph.label')}>
      <ReactFlow
        nodes={nodesOf(boxes, laid, chosen)}
        edges={edgesOf(boxes, { laid, target, taken }, t)}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={!isReadOnly}
        edgesFocusable={false}
        ariaLabelConfig={spoken}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        connectionRadius={40}
        minZoom={0.2}
        maxZoom={1.5}
        fitView
        fitViewOptions={{ nodes: around(boxes, chosen), minZoom: readable, maxZoom: 1, padding: roomAround(isReadOnly) }}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_event, node: Node) => onChoose(node.id)}
        onNodesChange={(changes) => {
          // Enter on a step that has the focus chooses it.
          const choice = changes.find((change) => change.type === 'select' && change.selected)
          if (choice?.type === 'select' && choice.id !== chosen) onChoose(choice.id)
        }}
        onConnect={lead}
        {...(!isReadOnly && { ...drop, onKeyDown: onKey })}
      >
        <Background gap={20} />
        {!isReadOnly && (
          <Panel position="top-left" className={styles.side} data-covers>
            <StepPalette kinds={kinds} onAdd={onAdd} />
          </Panel>
        )}
        {played !== null && played.at !== '' && <PlayedPanel at={played.at} />}
        <FaultPanel faults={faults} chosen={chosen} onGo={onChoose} />
        {boxes.length > overviewMin && (
          <MiniMap pannable position="top-right" className={styles.overview} ariaLabel={t('flow.graph.overview')} nodeBorderRadius={8} />
        )}
        <ZoomPanel room={roomAround(isReadOnly)} />
      </ReactFlow>
      {!isReadOnly && <p className={styles.help}>{t('flow.graph.help')}</p>}
    </div>
  )
}

/** The way on which a dragged step would land, and what to do when it does. */
function useDrop<Kind extends string>(
  laid: ReturnType<typeof layOut>,
  faulty: ReadonlySet<string>,
  kinds: readonly PaletteKind<Kind>[],
  onInsert: DrawingGraphProps<Kind>['onInsert'],
) {
  const { screenToFlowPosition } = useReactFlow()
  const [target, setTarget] = useState<LaidWay | null>(null)
  const wayAt = ({ clientX, clientY }: DragEvent) =>
    nearestWay(laid, screenToFlowPosition({ x: clientX, y: clientY }), (key) => sizeOf(faulty.has(key)))
  return {
    target,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(draggedKind)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setTarget(wayAt(event))
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      // It also comes when the drag goes from one part of the graph to another.
      if (!(relatedTarget instanceof globalThis.Node && currentTarget.contains(relatedTarget))) setTarget(null)
    },
    onDrop(event: DragEvent) {
      const kind = kinds.find((one) => one.kind === event.dataTransfer.getData(draggedKind))?.kind
      const way = wayAt(event)
      setTarget(null)
      if (kind === undefined || way === null) return
      event.preventDefault()
      onInsert(way.from, way.answer, kind)
    },
  }
}

/** The steps around the chosen one. */
function around(boxes: readonly GraphBox[], chosen: string) {
  const at = Math.max(
    0,
    boxes.findIndex(({ key }) => key === chosen),
  )
  const from = Math.max(0, Math.min(at - 1, boxes.length - firstSeen))
  return boxes.slice(from, from + firstSeen).map(({ key }) => ({ id: key }))
}
