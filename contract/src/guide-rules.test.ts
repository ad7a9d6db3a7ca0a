import { expect, test } from 'vitest'
import { asksIdentity, changesOfGuide, checkGuide, isEndOfDebt, pieceAfter, pieceOf, resultOfEnd, saidLines } from './guide-rules.ts'
import type { EndPiece, GuidePiece, SayPiece } from './guides.ts'

const say = (key: string, answers: [words: string, to: string][], more: Partial<SayPiece> = {}): SayPiece => ({
  ...{ kind: 'say', key, text: `Tekst van ${key}`, isOpen: false },
  answers: answers.map(([words, to], at) => ({ key: `a${at}`, words, to })),
  ...more,
})
const end = (key: string, more: Partial<EndPiece> = {}): EndPiece => ({ kind: 'end', key, text: '', work: 'promise', ...more })
const good: GuidePiece[] = [
  say(
    'opening',
    [
      ['Ja', 'vordering'],
      ['Nee', 'verkeerd'],
    ],
    { isOpen: true, text: 'Spreek ik met {{naam}}?' },
  ),
  say(
    'vordering',
    [
      ['Betaalt', 'toezegging'],
      ['Nog eens', 'opening'],
    ],
    { text: 'Er staat {{bedrag}} open.' },
  ),
  end('toezegging'),
  end('verkeerd', { work: 'wrongPerson' }),
]
const faultsOf = (pieces: GuidePiece[], fields: string[] = []) =>
  checkGuide(pieces, { fields }).map(({ piece, fault, detail }) => [piece, fault, ...(detail === undefined ? [] : [detail])].join(' '))

test('a conversation in which every piece is reached and every answer leads to an end has no faults, also where one goes back', () => {
  expect(faultsOf(good)).toEqual([])
})

test('each fault stands at its own piece, and what only follows from it is not said', () => {
  expect(faultsOf([end('klaar')])).toEqual(['klaar noStart'])
  expect(faultsOf([...good, say('los', [['Verder', 'losser']]), say('losser', [['Klaar', 'toezegging']])])).toEqual(['los unreachable'])
  expect(faultsOf([say('a', [['Ja', 'b']]), say('b', [['Ja', 'a']])])).toEqual(['a noEnd'])
  expect(faultsOf([say('a', [['Ja', '']]), end('klaar')])).toEqual(['a answerNowhere Ja'])
  expect(faultsOf([say('a', [])])).toEqual(['a answersMissing'])
  expect(
    faultsOf([
      say(
        'a',
        [
          ['Ja', 'k'],
          ['ja', 'k'],
          ['', 'k'],
        ],
        { text: ' ' },
      ),
      end('k'),
    ]),
  ).toEqual([...['a textMissing', 'a answerWordsMissing', 'a answerTwice ja']])
  expect(faultsOf([...good.slice(0, 3), end('verkeerd', { work: 'result', result: 'BSLX' })])).toEqual(['verkeerd resultUnknown'])
  expect(faultsOf([...good, end('toezegging')])).toEqual(['toezegging keyTwice'])
})

test('a text asks only for what there is, and tells nothing of the debt before it is known who listens', () => {
  const asking = (text: string, isOpen: boolean) => [say('a', [['Ja', 'k']], { text, isOpen }), end('k')]
  expect(faultsOf(asking('{{kenteken}}', false))).toEqual(['a fieldUnknown kenteken'])
  expect(faultsOf(asking('{{kenteken}}', false), ['kenteken'])).toEqual([])
  expect(faultsOf(asking('{{bedrag}} voor {{naam}}', true))).toEqual(['a tellsTooSoon bedrag'])
  const closing = [say('a', [['Nee', 'k']]), end('k', { work: 'wrongPerson', text: 'Wij zochten wie {{factuurnummer}} kent' })]
  expect(faultsOf(closing)).toEqual(['k endTooSoon factuurnummer'])
})

test('an end gives its result, and is for whoever may hear of the debt where it tells of it', () => {
  expect(resultOfEnd({ work: 'promise' })).toBe('TOEZ')
  expect(resultOfEnd({ work: 'debtHelp', result: 'WSNP' })).toBe('WSNP')
  expect(resultOfEnd({ work: 'debtHelp', result: 'TOEZ' })).toBeNull()
  expect(resultOfEnd({ work: 'result', result: 'MAX' })).toBeNull()
  expect(resultOfEnd({ work: 'paymentLink' })).toBeNull()
  expect(
    (['promise', 'plan', 'paymentLink', 'dispute', 'callback', 'wrongPerson'] as const).filter((work) => isEndOfDebt({ work })),
  ).toEqual([...['promise', 'plan', 'paymentLink', 'dispute']])
  expect(good.map(asksIdentity)).toEqual([false, true, true, false])
})

test('an answer goes on to its piece; one that is unknown goes nowhere', () => {
  expect(pieceOf(good, null)?.key).toBe('opening')
  expect(pieceAfter(good, 'opening', 'a0')?.key).toBe('vordering')
  expect(pieceAfter(good, 'opening', 'a9')).toBeNull()
  expect(pieceAfter(good, 'toezegging', 'a0')).toBeNull()
  expect(
    saidLines(good, [
      { piece: 'opening', answer: 'a0' },
      { piece: 'weg', answer: 'x' },
    ]),
  ).toEqual(['Opening: Ja', 'Weg: x'])
})

test('what changed between two versions is told piece by piece', () => {
  const after: GuidePiece[] = [
    say('vordering', [['Betaalt nu', 'toezegging']], { text: 'Anders' }),
    say(
      'opening',
      [
        ['Ja', 'toezegging'],
        ['Nee', 'verkeerd'],
      ],
      { text: 'Spreek ik met {{naam}}?' },
    ),
    { ...end('toezegging'), work: 'plan' },
    end('nieuw', { work: 'wrongPerson' }),
  ]
  expect(changesOfGuide(good, after)).toEqual([
    { name: 'Vordering', change: 'first' },
    { name: 'Vordering', change: 'text' },
    { name: 'Vordering', change: 'answerNamed', from: 'Betaalt', to: 'Betaalt nu' },
    { name: 'Vordering', change: 'answerGone', answer: 'Nog eens' },
    { name: 'Opening', change: 'closed' },
    { name: 'Opening', change: 'answerLed', answer: 'Ja', from: 'Vordering', to: 'Toezegging' },
    { name: 'Toezegging', change: 'work' },
    { name: 'Nieuw', change: 'added' },
    { name: 'Verkeerd', change: 'removed' },
  ])
  expect(changesOfGuide(good, good)).toEqual([])
})
