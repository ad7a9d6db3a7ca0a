import type { ScriptStep } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { pressTime } from './press-time.ts'

const text: ScriptStep = { key: 'app', kind: 'send-whatsapp', next: 'wacht', settings: { template: 'vraag' } }
const wait: ScriptStep = { key: 'wacht', kind: 'wait', next: 'betaald', settings: { minutes: 120 } }
const paid: ScriptStep = { key: 'betaald', kind: 'branch', next: 'knop', settings: { question: 'paid', answers: { yes: 'klaar' } } }
const pressed: ScriptStep = { key: 'knop', kind: 'branch', next: 'klaar', settings: { question: 'pressed', answers: { Ja: 'klaar' } } }
const end: ScriptStep = { key: 'klaar', kind: 'finish', settings: { result: 'BET' } }

test('the wait before a branch is how long people have to press, also with another branch between', () => {
  expect(pressTime(pressed, [text, wait, paid, pressed, end])).toEqual({ waits: [wait], isAtOnce: false })
})

test('a branch right after the text asks before anybody can have pressed', () => {
  const direct: ScriptStep = { ...text, next: 'knop' }
  expect(pressTime(pressed, [direct, pressed, end])).toEqual({ waits: [], isAtOnce: true })
})

test('a branch that leads back to itself is looked at once', () => {
  const again: ScriptStep = { ...wait, next: 'knop' }
  const turning: ScriptStep = { ...pressed, settings: { question: 'pressed', answers: { Later: 'wacht' } } }
  expect(pressTime(turning, [text, again, turning, end])).toEqual({ waits: [again], isAtOnce: false })
})
