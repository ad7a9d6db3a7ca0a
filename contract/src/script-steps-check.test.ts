import { expect, test } from 'vitest'
import type { MenuKey, PhoneKey } from './call-menu.ts'
import { checkSteps, differencesOf } from './script-steps-check.ts'
import type { ScriptStep, Variant } from './scripts.ts'

const known = {
  templates: [
    { key: 'mail', kind: 'email' as const },
    { key: 'sms', kind: 'sms' as const },
    { key: 'betaal', kind: 'email' as const, asksLink: true },
    { key: 'gesprek', kind: 'call' as const, asks: ['naam', 'plaats', 'korting'] },
    { key: 'vreemd', kind: 'call' as const, asks: ['naam', 'huisdier'] },
    { key: 'schuld', kind: 'call' as const, asks: ['naam', 'bedrag'] },
  ],
  variables: ['korting'],
  fields: ['plaats'],
  hasQueue: true,
}
const mail = (next: string, template = 'mail', key = 'mail'): ScriptStep => ({ kind: 'send-email', key, next, settings: { template } })
const link = (next: string): ScriptStep => ({ kind: 'payment-link', key: 'link', next, settings: { validDays: 14 } })
const wait = (next: string): ScriptStep => ({ kind: 'wait', key: 'wacht', next, settings: { minutes: 60 } })
const call = (template: string, voicemail?: string): ScriptStep => ({
  ...{ kind: 'call', key: 'bel', next: 'klaar' },
  settings: { template, ...(voicemail !== undefined && { voicemail }), attemptsMax: 1, retryMinutes: 60 },
})
type Keyed = Partial<Extract<ScriptStep, { kind: 'call' }>['settings']>
const keyed = (more: Keyed): ScriptStep => ({
  ...{ kind: 'call', key: 'bel', next: 'klaar' },
  settings: { template: 'gesprek', attemptsMax: 1, retryMinutes: 60, ...more },
})
const menu = (...keys: MenuKey[]): Keyed => ({ menu: { keys, waitSeconds: 6, wrongMax: 2, none: 'klaar' } })
const identity = (template: string, failed = 'klaar'): Keyed => ({ identity: { template, tries: 2, failed } })
const goTo = (key: PhoneKey, name: string, next: string): MenuKey => ({ key, name, act: 'goTo', next })
const end = (result = 'RET'): ScriptStep => ({ kind: 'finish', key: 'klaar', settings: { result } })
type Branch = Extract<ScriptStep, { kind: 'branch' }>
const branch = (settings: Partial<Branch['settings']>, next = 'klaar'): Branch => ({
  kind: 'branch',
  key: 'vraag',
  next,
  settings: { question: 'paid', answers: { yes: 'klaar' }, ...settings },
})

const split = (a: Partial<Variant> = {}, b: Partial<Variant> = {}): ScriptStep => ({
  ...{ kind: 'split', key: 'verdeel' },
  settings: {
    variants: [
      { key: 'a', name: 'Zoals nu', percent: 50, next: 'mail', ...a },
      { key: 'b', name: 'Anders', percent: 50, next: 'klaar', ...b },
    ],
    plan: { paidPercent: 20, differencePoints: 5 },
  },
})

test.each<[string, ScriptStep[], string[]]>([
  ['a mail and an end', [mail('klaar'), end()], []],
  ['a loop that waits', [mail('vraag'), branch({}, 'wacht'), wait('mail'), end()], []],
  ['a text that needs a link, after the step that makes one', [link('mail'), mail('klaar', 'betaal'), end()], []],
  ['a call with a text for a voicemail', [call('gesprek', 'gesprek'), end()], []],
  ['a call that leaves nothing on a voicemail', [call('gesprek', ''), end()], []],
  ['a voicemail text that is gone', [call('gesprek', 'weg'), end()], ['bel templateUnknown weg']],
  ['a voicemail text that is for something else', [call('gesprek', 'sms'), end()], ['bel templateKind sms']],
  ['a text that asks for a field which the script does not have', [call('gesprek', 'vreemd'), end()], ['bel textFieldUnknown huisdier']],
  [
    'keys that lead on, and one that lets hear',
    [keyed(menu(goTo('1', 'Sms', 'klaar'), { key: '#', name: 'Uitleg', act: 'hear', template: 'schuld' })), end()],
    [],
  ],
  ['a menu without keys', [keyed(menu()), end()], ['bel keysMissing']],
  ['a key that is there twice', [keyed(menu(goTo('1', 'Sms', 'klaar'), goTo('1', 'Mail', 'klaar'))), end()], ['bel keyPressedTwice 1']],
  ['a key without a name', [keyed(menu(goTo('*', ' ', 'klaar'))), end()], ['bel keyNameMissing *']],
  ['a key that leads to nowhere', [keyed(menu(goTo('1', 'Sms', 'weg'))), end()], ['bel stepMissing weg']],
  [
    'a key that lets hear a text that is gone',
    [keyed(menu({ key: '3', name: 'Uitleg', act: 'hear', template: 'weg' })), end()],
    ['bel templateUnknown weg'],
  ],
  ['a key that lets hear nothing', [keyed(menu({ key: '3', name: 'Uitleg', act: 'hear', template: '' })), end()], ['bel templateMissing']],
  ['the debt after it is known who picks up', [keyed(identity('schuld')), end()], []],
  [
    'the debt before it is known who picks up',
    [keyed({ template: 'schuld', ...identity('schuld') }), end()],
    ['bel debtNamedBefore bedrag'],
  ],
  ['who is not known and goes nowhere', [keyed(identity('schuld', 'weg')), end()], ['bel stepMissing weg']],
  ['a text that needs a link which nobody makes', [mail('klaar', 'betaal'), end()], ['mail linkMissing betaal']],
  ['a text that needs a link, before the step that makes one', [mail('link', 'betaal'), link('klaar'), end()], ['mail linkMissing betaal']],
  [
    'a text that needs a link, which one of two ways makes',
    [branch({ answers: { yes: 'link' } }, 'mail'), link('mail'), mail('klaar', 'betaal'), end()],
    ['mail linkMissing betaal'],
  ],
  ['a way to nowhere', [mail('weg'), end()], ['mail stepMissing weg']],
  ['an answer to nowhere', [mail('vraag'), branch({ answers: { yes: 'weg' } }), end()], ['vraag stepMissing weg']],
  ['a name used twice', [mail('klaar'), mail('klaar'), end()], ['mail keyTwice']],
  ['a step that nobody reaches', [mail('klaar'), wait('klaar'), end()], ['wacht unreachable']],
  ['a round without end', [mail('wacht'), wait('mail')], ['mail noEnd']],
  [
    'a round without end and the steps before it',
    [mail('vraag'), branch({ answers: { yes: 'wacht' } }, 'wacht'), wait('wacht')],
    ['wacht noEnd'],
  ],
  [
    'steps that only a step that nobody reaches leads to',
    [mail('klaar'), end(), wait('mail-2'), mail('mail-3', 'mail', 'mail-2'), mail('klaar', 'mail', 'mail-3')],
    ['wacht unreachable'],
  ],
  [
    'two mistakes: a way to nowhere and a text that does not exist, with steps behind them',
    [mail('weg'), wait('mail-2'), mail('mail-3', 'weg', 'mail-2'), mail('klaar', 'mail', 'mail-3'), end()],
    ['mail stepMissing weg', 'mail-2 templateUnknown weg'],
  ],
  ['a loop without a wait', [mail('vraag'), branch({}, 'mail'), end()], ['mail loopWithoutWait']],
  ['a step that leads to itself', [mail('vraag'), branch({}, 'vraag'), end()], ['vraag loopWithoutWait']],
  ['a wait that leads to itself', [mail('vraag'), branch({}, 'wacht'), wait('wacht'), end()], ['wacht noEnd']],
  ['no text', [mail('klaar', ''), end()], ['mail templateMissing']],
  ['a text that does not exist', [mail('klaar', 'weg'), end()], ['mail templateUnknown weg']],
  ['an SMS as mail', [mail('klaar', 'sms'), end()], ['mail templateKind sms']],
  ['a result that does not exist', [mail('klaar'), end('XYZ')], ['klaar resultUnknown XYZ']],
  ['a question without answers', [mail('vraag'), branch({ answers: {} }), end()], ['vraag answersMissing']],
  ['a known field', [mail('vraag'), branch({ question: 'field', key: 'plaats' }), end()], []],
  ['an unknown field', [mail('vraag'), branch({ question: 'field', key: 'weg' }), end()], ['vraag fieldUnknown weg']],
  ['an unknown variable', [mail('vraag'), branch({ question: 'variable', key: 'plaats' }), end()], ['vraag variableUnknown plaats']],
  ['a division', [split(), mail('klaar'), end()], []],
  ['a variant to nowhere', [split({}, { next: 'weg' }), mail('klaar'), end()], ['verdeel stepMissing weg']],
  ['shares that are not a whole', [split({}, { percent: 30 }), mail('klaar'), end()], ['verdeel sharesNotWhole 80']],
  ['a variant that nobody gets', [split({ percent: 100 }, { percent: 0 }), mail('klaar'), end()], ['verdeel shareMissing']],
  ['a variant without a name', [split({ name: ' ' }), mail('klaar'), end()], ['verdeel variantNameMissing']],
  ['two variants of one name', [split({ name: 'anders' }), mail('klaar'), end()], ['verdeel variantNameTwice Anders']],
  ['nobody is reached', [wait('klaar'), end()], ['- nothing']],
])('%s', (_name, steps, faults) => {
  expect(checkSteps(steps, known).map(({ step, fault, detail }) => [step ?? '-', fault, detail].filter(Boolean).join(' '))).toEqual(faults)
})

test('a key that passes on to a colleague needs a queue of the script', () => {
  const steps = [keyed(menu({ key: '9', name: 'Medewerker', act: 'agent' })), end()]
  expect(checkSteps(steps, known)).toEqual([])
  expect(checkSteps(steps, { ...known, hasQueue: false })).toEqual([{ step: 'bel', fault: 'queueMissing', detail: '9' }])
})

test('differences are told step by step, whatever the order of names within a step', () => {
  const before = [mail('wacht'), wait('klaar'), end()]
  expect(
    differencesOf(before, [
      JSON.parse('{"settings":{"template":"mail"},"next":"wacht","key":"mail","kind":"send-email"}'),
      wait('klaar'),
      end(),
    ]),
  ).toEqual([])
  expect(differencesOf(before, [mail('klaar'), mail('klaar', 'mail', 'mail-2'), end()])).toEqual([
    { step: 'mail', kind: 'changed' },
    { step: 'mail-2', kind: 'added' },
    { step: 'wacht', kind: 'removed' },
  ])
  expect(differencesOf(before, [wait('klaar'), mail('wacht'), end()])).toEqual([{ step: 'wacht', kind: 'changed' }])
})
