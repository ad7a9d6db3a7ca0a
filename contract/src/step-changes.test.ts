import { expect, test } from 'vitest'
import type { ScriptStep } from './scripts.ts'
import { changesOf } from './step-changes.ts'

const mail: ScriptStep = { kind: 'send-email', key: 'mail', next: 'wacht', settings: { template: 'herinnering' } }
const wait: ScriptStep = { kind: 'wait', key: 'wacht', next: 'betaald', settings: { minutes: 3 * 1440 } }
const paid: ScriptStep = { kind: 'branch', key: 'betaald', next: 'bellen', settings: { question: 'paid', answers: { yes: 'klaar' } } }
const call: ScriptStep = {
  kind: 'call',
  key: 'bellen',
  next: 'klaar',
  settings: { template: 'gesprek', attemptsMax: 3, retryMinutes: 120 },
}
const end: ScriptStep = { kind: 'finish', key: 'klaar', settings: { result: 'RET' } }
const sms: ScriptStep = { kind: 'send-sms', key: 'sms', next: 'betaald', settings: { template: 'kort' } }
const steps = [mail, wait, paid, call, end]

/** Each change without what it repeats of its step. */
const changes = (before: ScriptStep[], after: ScriptStep[]) =>
  changesOf(before, after).map(({ step, name: _name, stepKind: _kind, ...rest }) => ({ [step]: rest }))

test('the same steps differ in nothing, however their parts are ordered', () => {
  const { kind, key, next, settings } = mail as Extract<ScriptStep, { kind: 'send-email' }>
  expect(changesOf(steps, [{ settings, next, key, kind }, wait, paid, call, end])).toEqual([])
})

test('a setting has its old and new value, and only what changed is named', () => {
  const longer: ScriptStep = { ...wait, settings: { minutes: 5 * 1440 } }
  const patient: ScriptStep = {
    ...call,
    settings: { template: 'gesprek', attemptsMax: 5, retryMinutes: 120, retries: { bezet: { minutes: 5, max: 2 } } },
  }
  expect(changes(steps, [mail, longer, paid, patient, end])).toEqual([
    { wacht: { change: 'setting', setting: 'minutes', from: 4320, to: 7200 } },
    { bellen: { change: 'setting', setting: 'attemptsMax', from: 3, to: 5 } },
    { bellen: { change: 'setting', setting: 'retries', from: '', to: 'bezet 5 2' } },
  ])
})

test('a step put between two others is one change: the way that passes through it is no other', () => {
  expect(changes(steps, [mail, { ...wait, next: 'sms' }, sms, paid, call, end])).toEqual([{ sms: { change: 'added', after: 'Wacht' } }])
})

test('a step taken out is one change, and the other way round it is added again', () => {
  const without = [mail, { ...wait, next: 'betaald' }, { ...paid, next: 'klaar' } as ScriptStep, end]
  expect(changes(steps, without)).toEqual([{ bellen: { change: 'removed' } }])
  expect(changes(without, steps)).toEqual([{ bellen: { change: 'added', after: 'Betaald' } }])
})

test('a way that leads elsewhere says from where to where, an answer that is new or gone too', () => {
  const other: ScriptStep = { ...paid, next: 'klaar', settings: { question: 'paid', answers: { no: 'mail' } } }
  expect(changes(steps, [mail, wait, other, call, end])).toEqual([
    { betaald: { change: 'way', question: 'paid', answer: 'no', from: null, to: 'Mail' } },
    { betaald: { change: 'way', question: 'paid', answer: null, from: 'Bellen', to: 'Klaar' } },
    { betaald: { change: 'way', question: 'paid', answer: 'yes', from: 'Klaar', to: null } },
  ])
})

test('a new name, another first step and another kind under an old key', () => {
  expect(changes(steps, [{ ...mail, name: 'Eerste brief' }, wait, paid, call, end])).toEqual([{ mail: { change: 'named', from: 'Mail' } }])
  expect(changes([mail, wait, end], [wait, mail, end])).toEqual([{ wacht: { change: 'first' } }])
  const hard: ScriptStep = { kind: 'finish', key: 'bellen', settings: { result: 'BSL' } }
  expect(changes(steps, [mail, wait, paid, hard, end])).toEqual([
    { bellen: { change: 'added', after: 'Betaald' } },
    { bellen: { change: 'removed' } },
  ])
})

test('variants are said by their names, shares and ways', () => {
  const split = (name: string, percent: number, next: string): ScriptStep => ({
    ...{ kind: 'split', key: 'verdelen' },
    settings: {
      variants: [
        { key: 'a', name: 'Zoals nu', percent: 100 - percent, next: 'klaar' },
        { key: 'b', name, percent, next },
      ],
      plan: { paidPercent: 20, differencePoints: 5 },
    },
  })
  const rest: ScriptStep[] = [
    { kind: 'send-sms', key: 'sms', next: 'klaar', settings: { template: 'sms' } },
    { kind: 'finish', key: 'klaar', settings: { result: 'RET' } },
  ]
  expect(changesOf([split('Anders', 50, 'klaar'), ...rest], [split('Sms', 30, 'sms'), ...rest])).toEqual([
    {
      step: 'verdelen',
      name: 'Verdelen',
      stepKind: 'split',
      change: 'setting',
      setting: 'variants',
      from: 'Zoals nu 50%, Anders 50%',
      to: 'Zoals nu 70%, Sms 30%',
    },
    { step: 'verdelen', name: 'Verdelen', stepKind: 'split', change: 'way', question: null, answer: 'Sms', from: 'Klaar', to: 'Sms' },
  ])
})
