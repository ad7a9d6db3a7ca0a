import type { ScriptStep } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { answerRows, answersDrawn, answersOfWay, pressableOf, withOneWay } from './pressed-buttons.ts'

const button = (nl: string, eng: string) => [
  { locale: 'nl' as const, words: nl },
  { locale: 'eng' as const, words: eng },
]
const buttons = [button('Bel mij', 'Call me'), button('Later', 'Some other time')]
const settings = {
  question: 'pressed' as const,
  answers: { 'Bel mij': 'bellen', 'Call me': 'bellen', Later: 'eind', 'Some other time': 'wacht', none: 'eind' },
}
const steps: ScriptStep[] = [{ key: 'vraag', kind: 'branch', next: 'eind', settings }]

test('the languages of a button are one row, but for those that lead elsewhere', () => {
  expect(answerRows(settings, buttons)).toEqual([
    { answers: ['Bel mij', 'Call me'], to: 'bellen' },
    { answers: ['Later'], to: 'eind' },
    { answers: ['Some other time'], to: 'wacht' },
    { answers: ['none'], to: 'eind' },
  ])
})

test('a button is drawn as one way, in the language of the reader, and led elsewhere as one', () => {
  const drawn = withOneWay(steps, buttons, 'eng')
  expect(drawn).toMatchObject([{ settings: { answers: { 'Call me': 'bellen', Later: 'eind', 'Some other time': 'wacht', none: 'eind' } } }])
  expect(drawn[0]?.kind === 'branch' && Object.keys(drawn[0].settings.answers)).not.toContain('Bel mij')
  expect(answersOfWay(steps, 'vraag', 'Call me', buttons)).toEqual(['Bel mij', 'Call me'])
  expect(answersOfWay(steps, 'vraag', null, buttons)).toEqual([])
  expect(answersDrawn(steps, new Map([['vraag', new Set(['Bel mij'])]]), buttons, 'eng')).toEqual(
    new Map([['vraag', new Set(['Call me'])]]),
  )
})

test('buttons of two texts that share words are one, for the words are what answers', () => {
  const template = { asks: [], kind: 'whatsapp' as const, name: '' }
  const templates = [
    { ...template, templateID: 1, key: 'een', pressable: [button('Bel mij', 'Call me')] },
    { ...template, templateID: 2, key: 'twee', pressable: [button('Nee', 'No'), button('Bel mij', 'Ring me')] },
    { ...template, templateID: 3, key: 'drie', pressable: [button('Van een ander script', 'Of another script')] },
  ]
  const sends = ['een', 'twee'].map((key): ScriptStep => ({ key, kind: 'send-whatsapp', next: 'vraag', settings: { template: key } }))
  expect(pressableOf(sends, { templates }).map((one) => one.map(({ words }) => words))).toEqual([
    ['Bel mij', 'Call me', 'Ring me'],
    ['Nee', 'No'],
  ])
})
