import { BaseEdge, type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position, useStore } from '@xyflow/react'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './flow-graph.module.css'
import { type LaidBox, type Point, roundLine, sizeOf } from './lay-out.ts'

/** Where the time machine is: at the step, or past it. */
type Played = 'now' | 'passed' | null
/** What is to be seen on a box of the graph. */
export type GraphBox = LaidBox & {
  name: string
  kind: string
  icon: IconName
  /** How it is set, or how its text begins. */
  summary: string
  fault: string | null
  change: string | null
  played: Played
}
export type StepNode = Node<Omit<GraphBox, 'key' | 'ways'> & { answers: readonly (string | null)[] }, 'step'>
export type WayData = { bends: readonly Point[]; at: Point | null; state: 'target' | 'taken' | null }

/** The handle of an answer, or of all others; no answer can be taken for the latter, for answers begin with a mark. */
export const handleOf = (answer: string | null) => (answer === null ? 'next' : `=${answer}`)

// From here on only names are read: they grow, and what stands below them makes room.
const farBelow = 0.65

/** A step in the graph, with a dot for each way that leaves it and with what is wrong with it. */
export function StepBox({ data, selected }: NodeProps<StepNode>) {
  const { name, kind, icon, summary, answers, fault, played, change } = data
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < farBelow)
  return (
    <div
      className={styles.box}
      style={sizeOf(fault !== null)}
      data-chosen={selected || undefined}
      data-faulty={fault !== null || undefined}
      data-played={played ?? undefined}
      data-kind={kind}
      data-far={isFar || undefined}
    >
      <Handle type="target" position={Position.Top} className={styles.handle} />
      <Icon name={icon} />
      <span className={styles.words}>
        <strong title={name}>{name}</strong>
        <span>{summary}</span>
        {fault !== null && (
          <span className={styles.fault}>
            <Icon name="error" size={14} />
            <span>{fault}</span>
          </span>
        )}
      </span>
      {played === 'passed' && (
        <span className={styles.tick}>
          <Icon name="check" size={14} />
        </span>
      )}
      {change !== null && <span className={styles.change}>{change}</span>}
      {answers.map((answer, at) => (
        <Handle
          key={handleOf(answer)}
          id={handleOf(answer)}
          type="source"
          position={Position.Bottom}
          className={styles.handle}
          style={{ left: `${((at + 1) * 100) / (answers.length + 1)}%` }}
        />
      ))}
    </div>
  )
}

/** A way between two steps, on the line that the layout found for it. */
export function WayLine({ sourceX, sourceY, targetX, targetY, data, label, markerEnd }: EdgeProps<Edge<WayData>>) {
  const path = roundLine([{ x: sourceX, y: sourceY }, ...(data?.bends ?? []), { x: targetX, y: targetY }])
  return (
    <g data-state={data?.state ?? undefined}>
      <BaseEdge
        path={path}
        {...(markerEnd !== undefined && { markerEnd })}
        {...(data?.at && {
          label,
          labelX: data.at.x,
          labelY: data.at.y,
          labelBgPadding: [6, 3] as [number, number],
          labelBgBorderRadius: 4,
        })}
      />
    </g>
  )
}
