import { waysOf } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { LaidBox } from './lay-out.ts'

/** A step as it is laid out: the ways of one that asks, divides or has keys have their words on the line. */
export function laidStep(step: ScriptStep, wordsOf: (step: ScriptStep, answer: string | null) => string): LaidBox {
  const ways = waysOf(step)
  const isNamed = step.kind === 'branch' || step.kind === 'split' || (step.kind === 'call' && ways.length > 1)
  return { key: step.key, ways: ways.map(({ to, answer }) => ({ to, answer, words: isNamed ? wordsOf(step, answer) : null })) }
}
