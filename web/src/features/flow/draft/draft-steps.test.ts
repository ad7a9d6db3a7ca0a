import type { ScriptStep } from '@regie/contract/scripts.ts'
import { waysOf } from '@regie/contract/script-steps-check.ts'
import { expect, test } from 'vitest'
import { addStepAfter, changeStep, connect, insertOnWay, moveStep, removeStep } from './draft-steps.ts'

const names = { templates: [{ templateID: 1, key: 'herinnering', name: 'Herinnering', kind: 'email' as const, asks: [] }] }
const steps: ScriptStep[] = [
  { kind: 'send-email', key: 'mail', next: 'vraag', settings: { template: 'herinnering' } },
  { kind: 'branch', key: 'vraag', next: 'klaar', settings: { question: 'paid', answers: { no: 'mail', yes: 'klaar' } } },
  { kind: 'finish', key: 'klaar', settings: { result: 'RET' } },
]
const ways = (drawn: readonly ScriptStep[]) =>
  drawn.map((step) =>
    step.kind === 'finish'
      ? step.key
      : `${step.key}>${waysOf(step)
          .map(({ to }) => to)
          .join()}`,
  )

test('a new step stands between a step and where that led', () => {
  const { steps: drawn, key } = addStepAfter(steps, 'mail', 'send-email', names)
  expect([key, ...ways(drawn)]).toEqual(['mail-2', 'mail>mail-2', 'mail-2>vraag', 'vraag>mail,klaar,klaar', 'klaar'])
  expect(drawn[1]).toMatchObject({ settings: { template: 'herinnering' } })
})

test('a new step at an end stands before it, and an end after a step leads nobody away', () => {
  expect(ways(addStepAfter(steps, 'klaar', 'wait', names).steps)).toEqual(['mail>vraag', 'vraag>mail,wacht,wacht', 'wacht>klaar', 'klaar'])
  expect(ways(addStepAfter(steps, 'mail', 'finish', names).steps)).toEqual(['mail>vraag', 'klaar-2', 'vraag>mail,klaar,klaar', 'klaar'])
})

test('a step that is dropped on a way stands on that way alone', () => {
  expect(ways(insertOnWay(steps, { from: 'vraag', answer: 'no' }, 'wait', names).steps)).toEqual([
    'mail>vraag',
    'vraag>wacht,klaar,klaar',
    'wacht>mail',
    'klaar',
  ])
  expect(ways(insertOnWay(steps, { from: 'vraag', answer: null }, 'finish', names).steps)).toEqual([
    'mail>vraag',
    'vraag>mail,klaar,klaar-2',
    'klaar-2',
    'klaar',
  ])
})

test('what led to a step that goes leads on to where it led', () => {
  expect(ways(removeStep(steps, 'vraag'))).toEqual(['mail>klaar', 'klaar'])
  expect(ways(removeStep(steps, 'klaar'))).toEqual(['mail>vraag', 'vraag>mail,klaar,klaar'])
})

test('a changed step stays in its place, the order moves alone, and each way can be led elsewhere', () => {
  const named = { ...(steps[0] as ScriptStep), name: 'Eerste brief' }
  expect(changeStep(steps, named)).toEqual([named, ...steps.slice(1)])
  expect(ways(moveStep(steps, 'mail', 1))).toEqual(['vraag>mail,klaar,klaar', 'mail>vraag', 'klaar'])
  expect(moveStep(steps, 'mail', -1)).toEqual(steps)
  expect(ways(connect(connect(steps, 'vraag', 'no', 'klaar'), 'vraag', null, 'mail'))).toEqual([
    'mail>vraag',
    'vraag>klaar,klaar,mail',
    'klaar',
  ])
})

test('a step that divides begins with two variants, and each is led by itself', () => {
  const { steps: drawn } = addStepAfter(steps, 'mail', 'split', names)
  expect(ways(drawn)).toEqual(['mail>verdelen', 'verdelen>vraag,vraag', 'vraag>mail,klaar,klaar', 'klaar'])
  const led = connect(drawn, 'verdelen', 'b', 'klaar')
  expect(ways(led)[1]).toBe('verdelen>vraag,klaar')
  // On the way of the second variant alone; behind the step on that of the first.
  expect(ways(insertOnWay(led, { from: 'verdelen', answer: 'b' }, 'wait', names).steps).slice(1, 3)).toEqual([
    'verdelen>vraag,wacht',
    'wacht>klaar',
  ])
  expect(ways(addStepAfter(led, 'verdelen', 'wait', names).steps).slice(1, 3)).toEqual(['verdelen>wacht,klaar', 'wacht>vraag'])
  expect(ways(removeStep(led, 'verdelen'))[0]).toBe('mail>vraag')
  expect(ways(removeStep(led, 'vraag'))[1]).toBe('verdelen>klaar,klaar')
})
