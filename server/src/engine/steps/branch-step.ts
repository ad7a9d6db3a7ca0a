import { isCasePaid } from '../../modules/payment-links/case-link.ts'
import type { CaseRun, StepHandler, StepOf } from './step.ts'

/** Goes the way of the answer; an answer that has no way of its own goes on with `next`. */
export const branchStep: StepHandler<'branch'> = async (run, step) => {
  const answer = await answerTo(run, step.settings.question)
  run.tell({ kind: 'branch', event: 'branch', params: { question: step.settings.question, answer } })
  return { next: step.settings.answers[answer] ?? step.next }
}

async function answerTo(run: CaseRun, question: StepOf<'branch'>['settings']['question']): Promise<string> {
  if (question === 'paid') return (await isCasePaid(run.tx, run.case)) ? 'yes' : 'no'
  return (question === 'lastAnswer' ? run.case.lastAnswer : run.case.lastResult) ?? 'none'
}
