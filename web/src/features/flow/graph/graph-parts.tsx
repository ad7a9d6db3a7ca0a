import { BaseEdge, type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './flow-graph.module.css'
import { roundLine } from './lay-out.ts'
import { stepIcons, stepSummary } from '../step-words.ts'

type Point = { x: number; y: number }
export type StepNode = Node<{ step: ScriptStep; answers: readonly (string | null)[]; isFaulty: boolean }, 'step'>
export type WayData = { bends: readonly Point[]; at: Point | null }

/** The handle of an answer, or of all others; no answer can be taken for the latter, for answers begin with a mark. */
export const handleOf = (answer: string | null) => (answer === null ? 'next' : `=${answer}`)

/** A step in the graph, with a dot for each way that leaves it. */
export function StepBox({ data, selected }: NodeProps<StepNode>) {
  const t = useText()
  const { step, answers, isFaulty } = data
  return (
    <div className={styles.box} data-chosen={selected || undefined} data-faulty={isFaulty || undefined} data-kind={step.kind}>
      <Handle type="target" position={Position.Top} className={styles.handle} />
      <Icon name={isFaulty ? 'error' : stepIcons[step.kind]} />
      <span className={styles.words}>
        <strong>{stepName(step)}</strong>
        <span>{stepSummary(step, t)}</span>
      </span>
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
    <BaseEdge
      path={path}
      {...(markerEnd !== undefined && { markerEnd })}
      {...(data?.at && { label, labelX: data.at.x, labelY: data.at.y, labelBgPadding: [6, 3] as [number, number], labelBgBorderRadius: 4 })}
    />
  )
}
