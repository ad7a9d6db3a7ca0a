import type { ScriptText, StepDifference, StepFault } from '@regie/contract/flow.ts'
import { waysOf } from '@regie/contract/script-steps-check.ts'
import { nameIn, type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import { type Edge, MarkerType } from '@xyflow/react'
import type { useText } from '../../../locales/i18n.tsx'
import { faultText } from '../draft/fault-words.ts'
import { textOf, wayText } from '../step-words.ts'
import { handleOf, type StepNode, type WayData } from './graph-parts.tsx'
import { type LaidOut, type LaidWay, sizeOf } from './lay-out.ts'
import { type Played, takenWays } from './taken-ways.ts'

type Text = ReturnType<typeof useText>
type Shown = {
  laid: LaidOut
  texts: readonly ScriptText[]
  chosen: string
  faults: readonly StepFault[]
  differences: readonly StepDifference[]
  /** Null while the time machine does not play. */
  played: Pick<Played, 'steps' | 'answers'> | null
}

/** The steps as boxes, each with what is to be seen on it. */
export function nodesOf(steps: readonly ScriptStep[], { laid, texts, chosen, faults, differences, played }: Shown, t: Text): StepNode[] {
  const nameOf = nameIn(steps)
  const passed = played?.steps ?? []
  return steps.flatMap((step) => {
    const position = laid.places.get(step.key)
    if (!position) return []
    const drawn = laid.ways.filter(({ from }) => from === step.key).map(({ answer }) => answer)
    // A way to a step that is gone is drawn nowhere; its dot is there, to lead it to another.
    const answers = [...drawn, ...waysOf(step).flatMap(({ answer }) => (drawn.includes(answer) ? [] : [answer]))]
    const [fault, ...more] = faults.filter((one) => one.step === step.key)
    const words = fault === undefined ? null : `${faultText(fault, t, nameOf)}${more.length > 0 ? ` +${more.length}` : ''}`
    const change = differences.find((one) => one.step === step.key)
    const size = sizeOf(words !== null)
    const data = {
      ...{ step, answers, fault: words, text: textOf(step, texts)?.filled.text ?? null },
      played: passed.at(-1) === step.key ? ('now' as const) : passed.includes(step.key) ? ('passed' as const) : null,
      change: change === undefined ? null : t(`flow.list.changes.${change.kind}`),
    }
    return [
      { id: step.key, type: 'step', position, data, selected: step.key === chosen, ariaLabel: stepName(step), ...size, measured: size },
    ]
  })
}

/** The ways as lines; the one on which a step would land and those that were taken stand out. */
export function edgesOf(steps: readonly ScriptStep[], { laid, played }: Pick<Shown, 'laid' | 'played'>, target: LaidWay | null, t: Text) {
  const nameOf = nameIn(steps)
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const taken = played === null ? null : takenWays(laid.ways, played.steps, played.answers)
  return laid.ways.map((way): Edge<WayData> => {
    const { from, to, answer, bends, label } = way
    const state = target?.from === from && target.answer === answer ? 'target' : taken?.has(way) ? 'taken' : null
    return {
      id: `${from} ${handleOf(answer)}`,
      source: from,
      sourceHandle: handleOf(answer),
      target: to,
      type: 'way',
      data: { bends, at: label, state },
      markerEnd: { type: MarkerType.ArrowClosed },
      focusable: false,
      ariaLabel: t('flow.graph.way', { from: nameOf(from), to: nameOf(to) }),
      ...(label !== null && { label: wayText(byKey.get(from), answer) }),
    }
  })
}
