import { BaseEdge, type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position, useStore } from '@xyflow/react'
import { type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './flow-graph.module.css'
import { type Point, roundLine, sizeOf } from './lay-out.ts'
import { stepIcons, stepSummary } from '../step-words.ts'

/** Where the time machine is: at the step, or past it. */
type Played = 'now' | 'passed' | null
export type StepNode = Node<
  {
    step: ScriptStep
    answers: readonly (string | null)[]
    fault: string | null
    text: string | null
    played: Played
    change: string | null
  },
  'step'
>
export type WayData = { bends: readonly Point[]; at: Point | null; state: 'target' | 'taken' | null }

/** The handle of an answer, or of all others; no answer can be taken for the latter, for answers begin with a mark. */
export const handleOf = (answer: string | null) => (answer === null ? 'next' : `=${answer}`)

// From here on only names are read: they grow, and what stands below them makes room.
const farBelow = 0.65

/** A step in the graph, with a dot for each way that leaves it and with what is wrong with it. */
export function StepBox({ data, selected }: NodeProps<StepNode>) {
  const t = useText()
  const { step, answers, fault, text, played, change } = data
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < farBelow)
  return (
    <div
      className={styles.box}
      style={sizeOf(fault !== null)}
      data-chosen={selected || undefined}
      data-faulty={fault !== null || undefined}
      data-played={played ?? undefined}
      data-kind={step.kind}
      data-far={isFar || undefined}
    >
      <Handle type="target" position={Position.Top} className={styles.handle} />
      <Icon name={stepIcons[step.kind]} />
      <span className={styles.words}>
        <strong title={stepName(step)}>{stepName(step)}</strong>
        <span>{text === null ? stepSummary(step, t) : `“${text.slice(0, 80)}”`}</span>
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
