import { menuWays } from '@regie/contract/call-menu.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'

/** What the timeline keeps of a step: a wait with its end, a branch with its answer, a division with its variant, or a message with the step that sent it. */
export type StepMark =
  | { id: number; kind: 'wait'; until: string }
  | { id: number; kind: 'branch' | 'split'; answer: string }
  | { id: number; kind: 'message'; step: string }
  | { id: number; kind: 'choice'; step: string; answer: string }
export type Standing = { step: string; state: string; dueAt: string | null }

type WayTaken = { path: string[]; stepOfMark: Map<number, string> }

// A script that goes round many times is shown up to here.
const stepsShown = 500

/** The steps that a run took, from its first to where it stands: the timeline says what each wait and branch did, the script leads from one to the next. */
export function wayTaken(steps: readonly ScriptStep[], marks: readonly StepMark[], standing: Standing | 'ended'): WayTaken {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const left = [...marks]
  const way: WayTaken = { path: [], stepOfMark: new Map() }
  let step = steps[0]
  while (step && way.path.length < stepsShown) {
    way.path.push(step.key)
    const mark = takeMark(step, left)
    if (mark) way.stepOfMark.set(mark.id, step.key)
    if (step.kind === 'finish') break
    // A run that came to its end stands in the database where its last turn began.
    if (left.length === 0 && standing !== 'ended' && (step.key === standing.step || isWaitingAt(step, mark, standing))) break
    step = byKey.get(nextOf(step, mark))
  }
  for (const mark of marks) if ('step' in mark) way.stepOfMark.set(mark.id, mark.step)
  return way
}

/** Takes what the step left behind, and all that came before it, from the marks that are left. */
function takeMark(step: ScriptStep, left: StepMark[]): StepMark | null {
  if (step.kind === 'wait' || step.kind === 'branch' || step.kind === 'split') {
    const at = left.findIndex(({ kind }) => kind === step.kind)
    return at < 0 ? null : (left.splice(0, at + 1).at(-1) ?? null)
  }
  // A step that calls leaves one mark for each attempt.
  let mark: StepMark | null = null
  while ((left[0]?.kind === 'message' || left[0]?.kind === 'choice') && left[0].step === step.key) mark = left.shift() ?? null
  return mark
}

// A run that waits stands at the step after the wait already.
const isWaitingAt = (step: ScriptStep, mark: StepMark | null, { state, dueAt }: Standing) =>
  step.kind === 'wait' && mark?.kind === 'wait' && state !== 'ready' && dueAt !== null && Date.parse(dueAt) === Date.parse(mark.until)

function nextOf(step: Exclude<ScriptStep, { kind: 'finish' }>, mark: StepMark | null): string {
  if (step.kind === 'split') {
    const { variants } = step.settings
    const taken = variants.find(({ key }) => mark?.kind === 'split' && key === mark.answer) ?? variants[0]
    return taken?.next ?? ''
  }
  if (step.kind === 'call' && mark?.kind === 'choice')
    return menuWays(step.settings).find(({ answer }) => answer === mark.answer)?.to ?? step.next
  if (step.kind !== 'branch' || mark?.kind !== 'branch') return step.next
  const { answers } = step.settings
  // The timeline writes no answer of a field that is empty, or that the script does not name.
  const answer = mark.answer === 'empty' && !Object.hasOwn(answers, 'empty') ? '' : mark.answer
  return (Object.hasOwn(answers, answer) ? answers[answer] : undefined) ?? step.next
}
