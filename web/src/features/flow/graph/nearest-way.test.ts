import type { ScriptStep } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { laidStep } from './laid-step.ts'
import { layOut, sizeOf } from './lay-out.ts'
import { nearestWay } from './nearest-way.ts'

const steps: ScriptStep[] = [
  { kind: 'wait', key: 'wacht', next: 'vraag', settings: { minutes: 60 } },
  { kind: 'branch', key: 'vraag', next: 'sms', settings: { question: 'paid', answers: { yes: 'klaar' } } },
  { kind: 'send-sms', key: 'sms', next: 'klaar', settings: { template: 'kort' } },
  { kind: 'finish', key: 'klaar', settings: { result: 'RET' } },
]
const laid = layOut(
  steps.map((step) => laidStep(step, () => '')),
  new Set(),
)
const below = (key: string) => ({ x: (laid.places.get(key)?.x ?? 0) + 110, y: (laid.places.get(key)?.y ?? 0) + 70 })
const near = (point: { x: number; y: number }) => {
  const way = nearestWay(laid, point, () => sizeOf(false))
  return way && [way.from, way.answer, way.to]
}

test('what is dropped on a line lands on the way that it draws', () => {
  expect(near(below('wacht'))).toEqual(['wacht', null, 'vraag'])
  expect(near(below('sms'))).toEqual(['sms', null, 'klaar'])
  const yes = laid.ways.find(({ answer }) => answer === 'yes')?.label ?? { x: 0, y: 0 }
  expect(near(yes)).toEqual(['vraag', 'yes', 'klaar'])
})

test('a lonely end has no way to land on', () => {
  expect(
    nearestWay(
      layOut(
        steps.slice(3).map((step) => laidStep(step, () => '')),
        new Set(),
      ),
      { x: 0, y: 0 },
      () => sizeOf(false),
    ),
  ).toBeNull()
})
