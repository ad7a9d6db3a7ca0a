import type { ScriptStep } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { laidStep } from './laid-step.ts'
import { layOut, sizeOf } from './lay-out.ts'

// Ten rounds of a mail, a wait and a question whose "ja" ends the script, far below.
const rounds: ScriptStep[] = Array.from({ length: 10 }, (_, no): ScriptStep[] => [
  { kind: 'send-email', key: `mail-${no}`, next: `wacht-${no}`, settings: { template: 'mail' } },
  { kind: 'wait', key: `wacht-${no}`, next: `vraag-${no}`, settings: { minutes: 60 } },
  {
    ...{ kind: 'branch', key: `vraag-${no}`, next: no === 9 ? 'klaar' : `mail-${no + 1}` },
    settings: { question: 'lastAnswer', answers: { mens: 'betaald', voicemail: no === 9 ? 'klaar' : `mail-${no + 1}`, bezet: 'klaar' } },
  },
]).flat()
const steps: ScriptStep[] = [
  ...rounds,
  { kind: 'finish', key: 'betaald', settings: { result: 'BET' } },
  { kind: 'finish', key: 'klaar', settings: { result: 'RET' } },
]
const { places, ways } = layOut(
  steps.map((step) => laidStep(step, () => '')),
  new Set(),
)
const labels = ways.flatMap((way) => (way.label ? [{ ...way, label: way.label }] : []))

test('the word of a way stands at its fork, however far the way goes on', () => {
  expect(labels).toHaveLength(40)
  for (const { from, label } of labels) {
    const box = places.get(from)
    const below = label.y - ((box?.y ?? 0) + sizeOf(false).height)
    expect([from, below > 0 && below < 60]).toEqual([from, true])
  }
})

test('no word lies on another, nor on a step', () => {
  for (const [at, { label }] of labels.entries()) {
    for (const other of labels.slice(at + 1)) {
      expect(Math.abs(other.label.x - label.x) >= 90 || Math.abs(other.label.y - label.y) >= 20).toBe(true)
    }
    for (const { x, y } of places.values()) {
      const { width, height } = sizeOf(false)
      expect(label.x > x && label.x < x + width && label.y > y && label.y < y + height).toBe(false)
    }
  }
})
