import { channelOfStep, waysOf } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'

/** The channel that may be used first from a step on, by whichever way a branch goes, and how long the waits before it last. */
export function firstContact(steps: readonly ScriptStep[], from: string) {
  const known = new Map(steps.map((step) => [step.key, step]))
  const ahead = [{ key: from, afterMinutes: 0 }]
  const seen = new Set<string>()
  for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
    const { key, afterMinutes } = next
    const step = known.get(key)
    if (step === undefined || seen.has(key)) continue
    seen.add(key)
    const channel = channelOfStep(step)
    if (channel !== null) return { channel, afterMinutes }
    const later = afterMinutes + (step.kind === 'wait' ? step.settings.minutes : 0)
    for (const { to } of waysOf(step)) ahead.push({ key: to, afterMinutes: later })
    ahead.sort((one, other) => one.afterMinutes - other.afterMinutes)
  }
  return null
}
