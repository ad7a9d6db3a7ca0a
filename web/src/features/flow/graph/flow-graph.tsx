import type { ScriptText, StepDifference, StepFault } from '@regie/contract/flow.ts'
import { nameIn, type ScriptStep, type StepKind, stepName } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { faultText, groupFaults } from '../draft/fault-words.ts'
import { stepIcons, stepKinds, stepSummary, textOf, wayText } from '../step-words.ts'
import { DrawingGraph, type DrawingGraphProps } from './drawing-graph.tsx'
import type { GraphBox } from './graph-parts.tsx'
import { laidStep } from './laid-step.ts'

type FlowGraphProps = Omit<DrawingGraphProps<StepKind>, 'boxes' | 'kinds' | 'faults'> & {
  steps: readonly ScriptStep[]
  texts: readonly ScriptText[]
  faults: readonly StepFault[]
  differences: readonly StepDifference[]
}

/** The steps of a script, drawn. */
export function FlowGraph({ steps, texts, faults, differences, ...graph }: FlowGraphProps) {
  const t = useText()
  const nameOf = nameIn(steps)
  const passed = graph.played?.steps ?? []
  const boxes = steps.map((step): GraphBox => {
    const [fault, ...more] = faults.filter((one) => one.step === step.key)
    const change = differences.find((one) => one.step === step.key)
    const text = textOf(step, texts)?.filled.text ?? null
    return {
      ...laidStep(step, wayText),
      ...{ name: stepName(step), kind: step.kind, icon: stepIcons[step.kind] },
      summary: text === null ? stepSummary(step, t) : `“${text.slice(0, 80)}”`,
      fault: fault === undefined ? null : `${faultText(fault, t, nameOf)}${more.length > 0 ? ` +${more.length}` : ''}`,
      played: passed.at(-1) === step.key ? 'now' : passed.includes(step.key) ? 'passed' : null,
      change: change === undefined ? null : t(`flow.list.changes.${change.kind}`),
    }
  })
  const kinds = stepKinds.map((kind) => ({ kind, icon: stepIcons[kind], label: t(`cases.run.kinds.${kind}`) }))
  const all = {
    count: groupFaults(faults).length,
    keys: [...new Set(faults.flatMap(({ step }) => step ?? []))],
    whole: faults.some(({ step }) => step === null) ? t('flow.faults.nothing') : null,
  }
  return <DrawingGraph {...graph} boxes={boxes} kinds={kinds} faults={all} />
}
