import type { ScriptStep } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { type StepMark, wayTaken } from './way-taken.ts'

const steps: ScriptStep[] = [
  { kind: 'payment-link', key: 'link', next: 'sms', settings: { validDays: 14 } },
  { kind: 'send-sms', key: 'sms', next: 'rest', settings: { template: 'sms' } },
  { kind: 'wait', key: 'rest', next: 'paid', settings: { minutes: 2880 } },
  { kind: 'branch', key: 'paid', next: 'call', settings: { question: 'paid', answers: { yes: 'done', no: 'call' } } },
  { kind: 'call', key: 'call', next: 'sms', settings: { template: 'call', attemptsMax: 3, retryMinutes: 60 } },
  { kind: 'finish', key: 'done', settings: { result: 'BET' } },
]
const until = '2026-06-01T10:00:05.000Z'
const waiting: StepMark = { id: 2, kind: 'wait', until }
const sent: StepMark = { id: 1, kind: 'message', step: 'sms' }
const unpaid: StepMark = { id: 3, kind: 'branch', answer: 'no' }
const calls: StepMark[] = [4, 5].map((id) => ({ id, kind: 'message', step: 'call' }))

test('a run that waits stands at its wait, and after it at the step that follows', () => {
  expect(wayTaken(steps, [sent, waiting], { step: 'paid', state: 'sleeping', dueAt: until }).path).toEqual(['link', 'sms', 'rest'])
  expect(wayTaken(steps, [sent, waiting], { step: 'paid', state: 'ready', dueAt: until }).path).toEqual(['link', 'sms', 'rest', 'paid'])
})

test('a branch leads where its answer leads, and each mark knows its step', () => {
  const paid = wayTaken(steps, [sent, waiting, { ...unpaid, answer: 'yes' }], { step: 'done', state: 'finished', dueAt: null })
  expect(paid.path).toEqual(['link', 'sms', 'rest', 'paid', 'done'])
  expect(Object.fromEntries(paid.stepOfMark)).toEqual({ 1: 'sms', 2: 'rest', 3: 'paid' })
})

test('a run that came to its end is followed to its last step, one that was stopped to where it stood', () => {
  const ways = (standing: Parameters<typeof wayTaken>[2]) =>
    wayTaken(steps, [sent, waiting, { ...unpaid, answer: 'yes' }], standing).path.at(-1)
  expect([ways('ended'), ways({ step: 'paid', state: 'finished', dueAt: until })]).toEqual(['done', 'paid'])
})

test('several calls are one step, and a script that goes round is followed round', () => {
  const again: StepMark = { id: 6, kind: 'message', step: 'sms' }
  const round = wayTaken(steps, [sent, waiting, unpaid, ...calls, again], { step: 'rest', state: 'ready', dueAt: null })
  expect(round.path).toEqual(['link', 'sms', 'rest', 'paid', 'call', 'sms', 'rest'])
})

test('an answer that the script does not name goes the way of all others', () => {
  const [, , , , , end] = steps as [ScriptStep, ScriptStep, ScriptStep, ScriptStep, ScriptStep, ScriptStep]
  const field: ScriptStep = {
    ...{ kind: 'branch', key: 'language', next: 'done' },
    settings: { question: 'field', key: 'taal', answers: { '': 'call' } },
  }
  const call: ScriptStep = { kind: 'call', key: 'call', next: 'done', settings: { template: 'call', attemptsMax: 1, retryMinutes: 0 } }
  const asked = (answer: string) =>
    wayTaken([field, call, end], [{ id: 1, kind: 'branch', answer }], { step: 'done', state: 'finished', dueAt: null }).path
  expect([asked('empty'), asked('other')]).toEqual([
    ['language', 'call', 'done'],
    ['language', 'done'],
  ])
})
