import { waysOf } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { LaidBox } from './lay-out.ts'

/** A step as it is laid out: the ways of one that asks or divides have their words on the line. */
export function laidStep(step: ScriptStep, wordsOf: (step: ScriptStep, answer: string | null) => string): LaidBox {
  const isNamed = step.kind === 'branch' || step.kind === 'split'
  return { key: step.key, ways: waysOf(step).map(({ to, answer }) => ({ to, answer, words: isNamed ? wordsOf(step, answer) : null })) }
}
