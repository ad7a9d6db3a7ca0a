import { findPressed } from '../../modules/communications/incoming/find-pressed.ts'
import { isCasePaid } from '../../modules/payment-links/case-link.ts'
import { batchVariables } from '../../modules/scripts/variable-queries.ts'
import type { CaseRun, StepHandler, StepOf } from './step.ts'

type Settings = StepOf<'branch'>['settings']

/** Goes the way of the answer; an answer that has no way of its own goes on with `next`. */
export const branchStep: StepHandler<'branch'> = async (run, { settings, next }) => {
  const answer = await answerTo(run, settings)
  const way = Object.hasOwn(settings.answers, answer) ? settings.answers[answer] : undefined
  run.record({ event: 'branch', params: paramsOf(settings, answer, way !== undefined) })
  return { next: way ?? next }
}

async function answerTo(run: CaseRun, { question, key = '' }: Settings): Promise<string> {
  if (question === 'paid') return (await isCasePaid(run.tx, run.case)) ? 'yes' : 'no'
  if (question === 'pressed') return (await findPressed(run.tx, run)) ?? 'none'
  if (question === 'field') return valueOf(run.case.fields, key)
  if (question === 'variable') return valueOf(await batchVariables(run.tx, run.case.customerId, run.batchId), key)
  return (question === 'lastAnswer' ? run.case.lastAnswer : run.case.lastResult) ?? 'none'
}

const valueOf = (values: Readonly<Record<string, string>>, key: string) => (Object.hasOwn(values, key) ? (values[key] ?? '') : '').trim()

/** What a field holds may record of a person: only an answer that the script itself names is written down. */
function paramsOf({ question, key = '' }: Settings, answer: string, isNamed: boolean) {
  if (question !== 'field' && question !== 'variable') return { question, answer }
  return { question: key, answer: answer === '' ? 'empty' : isNamed ? answer : 'other' }
}
