import type { ScriptStep } from '@regie/contract/scripts.ts'
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
      : `${step.key}>${[...(step.kind === 'branch' ? Object.values(step.settings.answers) : []), step.next].join()}`,
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
