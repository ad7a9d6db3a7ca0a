import type { GuidePiece } from '@regie/contract/guides.ts'
import { expect, test } from 'vitest'
import { addPiece, insertPiece, leadAnswer, movePiece, removePiece, withAnswer } from './draw-pieces.ts'

const pieces: GuidePiece[] = [
  { kind: 'say', key: 'opening', text: 'Hallo', isOpen: true, answers: [{ key: 'a', words: 'Ja', to: 'einde' }] },
  { kind: 'end', key: 'einde', text: '', work: 'promise' },
]
const waysOf = (drawn: readonly GuidePiece[]) =>
  drawn.map((piece) => [piece.key, ...(piece.kind === 'say' ? piece.answers.map(({ to }) => to) : [])].join(' '))

test('a new piece is led to by the answer that led nowhere, or by one more', () => {
  expect(waysOf(addPiece(pieces, 'opening', 'say').pieces)).toEqual(['opening einde stuk', 'stuk', 'einde'])
  expect(waysOf(addPiece(leadAnswer(pieces, 'opening', 'a', ''), 'opening', 'end').pieces)).toEqual(['opening einde-2', 'einde-2', 'einde'])
  expect(waysOf(addPiece(pieces, 'einde', 'say').pieces)).toEqual(['opening einde', 'einde', 'stuk'])
})

test('a piece that is put on an answer goes on to where that led; one that is taken out leaves its answers loose', () => {
  const { pieces: drawn, key } = insertPiece(pieces, 'opening', 'a', 'say')
  expect(waysOf(drawn)).toEqual(['opening stuk', 'stuk einde', 'einde'])
  expect(waysOf(removePiece(drawn, key))).toEqual(['opening ', 'einde'])
  expect(removePiece(pieces.slice(0, 1), 'opening')).toHaveLength(1)
  expect(movePiece(pieces, 'einde', -1).map((piece) => piece.key)).toEqual(['einde', 'opening'])
})

test('a piece has no more answers than there are keys, each with a key of its own', () => {
  const all = Array.from({ length: 12 }).reduce<ReturnType<typeof withAnswer>>((answers) => withAnswer(answers), [])
  expect(new Set(all.map(({ key }) => key)).size).toBe(9)
})
