import { waysOf } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'

type Wait = Extract<ScriptStep, { kind: 'wait' }>

/**
 * How long people have to press a button before a branch asks which it was: the waits between the WhatsApp text and the branch, the nearest of each
 * way to it. `isAtOnce`: by some way the branch comes right after the text, before anybody can have pressed.
 */
export function pressTime(branch: ScriptStep, steps: readonly ScriptStep[]): { waits: Wait[]; isAtOnce: boolean } {
  const seen = new Set([branch.key])
  const waits: Wait[] = []
  let isAtOnce = false
  let ends = [branch.key]
  while (ends.length > 0) {
    const before = steps.filter((step) => !seen.has(step.key) && waysOf(step).some(({ to }) => ends.includes(to)))
    for (const { key } of before) seen.add(key)
    waits.push(...before.filter((step) => step.kind === 'wait'))
    isAtOnce ||= before.some(({ kind }) => kind === 'send-whatsapp')
    ends = before.filter(({ kind }) => kind !== 'wait' && kind !== 'send-whatsapp').map(({ key }) => key)
  }
  return { waits, isAtOnce }
}
