import type { ScriptStep } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { laidStep } from './laid-step.ts'
import { layOut } from './lay-out.ts'
import { answersGiven, takenWays } from './taken-ways.ts'

const branch = (answers: Record<string, string>): ScriptStep => ({
  ...{ kind: 'branch', key: 'vraag', next: 'sms' },
  settings: { question: 'lastAnswer', answers },
})
const stepsWith = (answers: Record<string, string>): ScriptStep[] => [
  branch(answers),
  { kind: 'send-sms', key: 'sms', next: 'klaar', settings: { template: 'kort' } },
  { kind: 'finish', key: 'klaar', settings: { result: 'RET' } },
]
const takenOf = (answers: Record<string, string>, path: string[], given: string[]) => {
  const { ways } = layOut(
    stepsWith(answers).map((step) => laidStep(step, () => '')),
    new Set(),
  )
  const moments = given.map((answer) => ({ step: 'vraag', event: 'branch', params: { question: 'lastAnswer', answer } }))
  return [...takenWays(ways, path, answersGiven(moments))].filter(({ from }) => from === 'vraag').map(({ answer }) => answer)
}

test('of two answers that lead to the same step the one that was given is taken', () => {
  const same = { answered: 'klaar', busy: 'klaar' }
  expect(takenOf(same, ['vraag', 'klaar'], ['busy'])).toEqual(['busy'])
  expect(takenOf(same, ['vraag', 'klaar'], ['answered'])).toEqual(['answered'])
})

test('an answer without a way of its own takes that of all others, also beside a named one', () => {
  expect(takenOf({ busy: 'sms' }, ['vraag', 'sms', 'klaar'], ['voicemail'])).toEqual([null])
  expect(takenOf({ busy: 'sms' }, ['vraag', 'sms', 'klaar'], ['other'])).toEqual([null])
  expect(takenOf({ '': 'sms' }, ['vraag', 'sms', 'klaar'], ['empty'])).toEqual([''])
})

test('a step that was not reached has no way taken, and one that was reached by one way has it', () => {
  expect(takenOf({ busy: 'klaar' }, ['vraag'], ['busy'])).toEqual([])
  expect(takenOf({ busy: 'klaar' }, ['vraag', 'sms'], ['voicemail'])).toEqual([null])
})
