import { type GuideAnswer, guideAnswersMax, type GuidePiece } from '@regie/contract/guides.ts'

type Pieces = readonly GuidePiece[]
export type PieceKind = GuidePiece['kind']
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')

/** A key that no piece has yet: `stuk`, `stuk-2`. */
function freeKey(pieces: Pieces, kind: PieceKind): string {
  const used = new Set(pieces.map(({ key }) => key))
  const base = kind === 'say' ? 'stuk' : 'einde'
  for (let no = 1; ; no++) {
    const key = no === 1 ? base : `${base}-${no}`
    if (!used.has(key)) return key
  }
}

/** One more answer, which leads nowhere yet; a piece has no more than there are keys. */
export function withAnswer(answers: readonly GuideAnswer[], to = ''): GuideAnswer[] {
  if (answers.length >= guideAnswersMax) return [...answers]
  const used = new Set(answers.map(({ key }) => key))
  const key = letters.find((letter) => !used.has(letter)) ?? ''
  return [...answers, { key, words: '', to }]
}

const newPiece = (kind: PieceKind, key: string, to: string | null): GuidePiece =>
  kind === 'say'
    ? { kind, key, text: '', isOpen: false, answers: to === null ? [] : withAnswer([], to) }
    : { kind, key, text: '', work: 'promise' }

/** A new piece behind another one: its first answer that leads nowhere goes there, or one more answer does. */
export function addPiece(pieces: Pieces, after: string | null, kind: PieceKind): { pieces: GuidePiece[]; key: string } {
  const key = freeKey(pieces, kind)
  const at = pieces.findIndex((piece) => piece.key === after)
  const made = newPiece(kind, key, null)
  const led = pieces.map((piece) => (piece.key === after && piece.kind === 'say' ? ledTo(piece, key) : piece))
  return { key, pieces: at < 0 ? [...led, made] : [...led.slice(0, at + 1), made, ...led.slice(at + 1)] }
}

function ledTo<Piece extends Extract<GuidePiece, { kind: 'say' }>>(piece: Piece, to: string): Piece {
  const loose = piece.answers.find((answer) => answer.to === '')
  const answers = loose ? piece.answers.map((answer) => (answer === loose ? { ...answer, to } : answer)) : withAnswer(piece.answers, to)
  return { ...piece, answers }
}

/** A new piece on the way of an answer: it goes on to where the answer led. */
export function insertPiece(pieces: Pieces, from: string, answer: string, kind: PieceKind): { pieces: GuidePiece[]; key: string } {
  const key = freeKey(pieces, kind)
  const at = pieces.findIndex((piece) => piece.key === from)
  const before = pieces[at]
  const to = before?.kind === 'say' ? (before.answers.find((one) => one.key === answer)?.to ?? '') : ''
  const led = leadAnswer(pieces, from, answer, key)
  return { key, pieces: [...led.slice(0, at + 1), newPiece(kind, key, to), ...led.slice(at + 1)] }
}

/** Leads an answer elsewhere. */
export function leadAnswer(pieces: Pieces, from: string, answer: string, to: string): GuidePiece[] {
  return pieces.map((piece) =>
    piece.key === from && piece.kind === 'say'
      ? { ...piece, answers: piece.answers.map((one) => (one.key === answer ? { ...one, to } : one)) }
      : piece,
  )
}

/** Takes a piece out; the answers that led to it lead nowhere, and the check says so. */
export function removePiece(pieces: Pieces, key: string): GuidePiece[] {
  if (pieces.length === 1) return [...pieces]
  return pieces
    .filter((piece) => piece.key !== key)
    .map((piece) =>
      piece.kind === 'say' ? { ...piece, answers: piece.answers.map((one) => (one.to === key ? { ...one, to: '' } : one)) } : piece,
    )
}

/** Puts a changed piece in its place. */
export const changePiece = (pieces: Pieces, changed: GuidePiece): GuidePiece[] =>
  pieces.map((piece) => (piece.key === changed.key ? changed : piece))

/** One place up or down; the first is how the conversation begins. */
export function movePiece(pieces: Pieces, key: string, by: -1 | 1): GuidePiece[] {
  const at = pieces.findIndex((piece) => piece.key === key)
  const [piece, other] = [pieces[at], pieces[at + by]]
  if (!piece || !other) return [...pieces]
  return pieces.map((one) => (one === piece ? other : one === other ? piece : one))
}
