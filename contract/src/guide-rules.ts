import { isOfDebt, isStaffCode } from './case-action-rules.ts'
import { causesOf, comesFrom, reachedFrom } from './graph-walk.ts'
import { type EndPiece, type GuideChange, type GuideFault, type GuidePiece, pieceName, type SayPiece } from './guides.ts'
import { isDebtHelpCode, isResultCode, type ResultCode } from './result-codes.ts'
import { mergeField } from './template-blocks.ts'
import { alwaysFields } from './templates.ts'

type Pieces = readonly GuidePiece[]
type FaultKind = GuideFault['fault']

/** What only a conversation asks for: who speaks, and for which office. */
export const guideFields = ['medewerker', 'bureau'] as const

/** What may be named before it is known who is on the line: nothing of the debt. */
export const openFields: readonly string[] = ['aanhef', 'naam', ...guideFields]

/** The names that a text asks for, each once. */
const fieldsIn = (text: string): string[] => [...new Set([...text.matchAll(mergeField)].map(([, name = '']) => name))]

const codes = { promise: 'TOEZ', plan: 'REG', dispute: 'DISP', callback: 'TERUG', wrongPerson: 'VERK' } as const

/** The result that an end gives; null where it gives none, as a payment link that is sent, or where its code is not one that staff give. */
export function resultOfEnd({ work, result = '' }: Pick<EndPiece, 'work' | 'result'>): ResultCode | null {
  if (work === 'paymentLink') return null
  if (work === 'debtHelp') return isDebtHelpCode(result) ? result : null
  if (work === 'result') return isResultCode(result) && isStaffCode(result) ? result : null
  return codes[work]
}

/** Does the end tell of the debt? Then it is for whoever may hear of it. */
export function isEndOfDebt(end: Pick<EndPiece, 'work' | 'result'>): boolean {
  const code = resultOfEnd(end)
  return end.work === 'paymentLink' || end.work === 'debtHelp' || (code !== null && isOfDebt(code))
}

/** Must it be known who is on the line before this piece? An end that tells nothing of the debt, as a wrong number, needs it not. */
export const asksIdentity = (piece: GuidePiece): boolean => (piece.kind === 'say' ? !piece.isOpen : isEndOfDebt(piece))

/** The piece of this key; the first where none is named. */
export function pieceOf(pieces: Pieces, key: string | null): GuidePiece | null {
  return (key === null ? pieces[0] : pieces.find((one) => one.key === key)) ?? null
}

/** The answer of a piece; null: it has no such answer. */
function answerOf(pieces: Pieces, piece: string, answer: string) {
  const found = pieceOf(pieces, piece)
  return (found?.kind === 'say' && found.answers.find(({ key }) => key === answer)) || null
}

/** Which piece comes after an answer; null: the piece has no such answer, or it leads nowhere. */
export function pieceAfter(pieces: Pieces, piece: string, answer: string): GuidePiece | null {
  const found = answerOf(pieces, piece, answer)
  return found === null ? null : pieceOf(pieces, found.to)
}

/** What was said, in words: the name of each piece with its answer, one a line. */
export function saidLines(pieces: Pieces, turns: readonly { piece: string; answer: string }[]): string[] {
  return turns.map(({ piece, answer }) => {
    const words = answerOf(pieces, piece, answer)?.words ?? answer
    return `${pieceName(pieceOf(pieces, piece) ?? { key: piece })}: ${words}`
  })
}

/** Where a piece leads, with the answer that does. */
export const answersOf = (piece: GuidePiece) => (piece.kind === 'say' ? piece.answers : [])

/** All that is wrong with a drawn conversation, in the order of its pieces, each cause once. None: it may be published. */
export function checkGuide(pieces: Pieces, known: { fields: readonly string[] }): GuideFault[] {
  const keys = pieces.map(({ key }) => key)
  const leads = new Map(pieces.map((piece) => [piece.key, [...new Set(answersOf(piece).map(({ to }) => to))]]))
  const leadsTo = (key: string) => leads.get(key) ?? []
  const first = pieces[0]
  const reached = reachedFrom(first ? [first.key] : [], leadsTo)
  const isBroken = pieces.some(({ key }) => reached.has(key) && leadsTo(key).some((to) => !leads.has(to)))
  // Behind an answer to nowhere stands what it was meant to reach, so only the answer itself is reported.
  const loose = keys.filter((key) => !reached.has(key))
  const unreachable = isBroken ? new Set<string>() : causesOf(loose, leadsTo)
  // A piece without answers, or with one to nowhere, says so itself.
  const ends = pieces.filter((one) => one.kind === 'end' || one.answers.length === 0 || leadsTo(one.key).some((to) => !leads.has(to)))
  const back = comesFrom(keys, leadsTo)
  const ending = reachedFrom(
    ends.map(({ key }) => key),
    back,
  )
  const endless = causesOf(
    keys.filter((key) => reached.has(key) && !ending.has(key)),
    back,
  )
  const names: ReadonlySet<string> = new Set([...alwaysFields, ...guideFields, ...known.fields])
  const faults = pieces.flatMap((piece, at): GuideFault[] => {
    const found: GuideFault[] = []
    const report = (fault: FaultKind, detail?: string) =>
      void found.push({ piece: piece.key, fault, ...(detail !== undefined && { detail }) })
    if (keys.indexOf(piece.key) < at) report('keyTwice')
    if (unreachable.has(piece.key)) report('unreachable')
    if (endless.has(piece.key)) report('noEnd')
    for (const name of fieldsIn(piece.text)) {
      if (!names.has(name)) report('fieldUnknown', name)
      else if (!asksIdentity(piece) && !openFields.includes(name)) report(piece.kind === 'say' ? 'tellsTooSoon' : 'endTooSoon', name)
    }
    if (piece.kind === 'say') checkAnswers(piece, leads, report)
    else if (piece.work !== 'paymentLink' && resultOfEnd(piece) === null) report('resultUnknown')
    return found
  })
  return first?.kind === 'say' ? faults : [{ piece: first?.key ?? null, fault: 'noStart' }, ...faults]
}

function checkAnswers(
  { text, answers }: SayPiece,
  pieces: { has: (key: string) => boolean },
  report: (fault: FaultKind, detail?: string) => void,
) {
  if (text.trim() === '') report('textMissing')
  if (answers.length === 0) report('answersMissing')
  const words = answers.map((one) => one.words.trim())
  if (words.includes('')) report('answerWordsMissing')
  const lower = words.map((one) => one.toLowerCase())
  const twice = words.find((one, at) => one !== '' && lower.indexOf(lower[at] ?? '') < at)
  if (twice !== undefined) report('answerTwice', twice)
  if (new Set(answers.map(({ key }) => key)).size < answers.length) report('keyTwice')
  for (const { to, words: its } of answers) if (!pieces.has(to)) report('answerNowhere', its.trim())
}

/** What changed between two versions, as facts that a screen puts into words: in the order of the pieces, those that are gone last. */
export function changesOfGuide(before: Pieces, after: Pieces): GuideChange[] {
  const old = new Map(before.map((piece) => [piece.key, piece]))
  const now = new Set(after.map(({ key }) => key))
  const kept = after.flatMap((piece, at): GuideChange[] => {
    const name = pieceName(piece)
    const was = old.get(piece.key)
    if (was === undefined || was.kind !== piece.kind) return [{ name, change: 'added' }]
    return [
      ...(at === 0 && before[0]?.key !== piece.key ? [{ name, change: 'first' as const }] : []),
      ...(pieceName(was) === name ? [] : [{ name, change: 'named' as const, from: pieceName(was) }]),
      ...(was.text === piece.text ? [] : [{ name, change: 'text' as const }]),
      ...(was.kind === 'say' && piece.kind === 'say' && was.isOpen !== piece.isOpen
        ? [{ name, change: piece.isOpen ? ('opened' as const) : ('closed' as const) }]
        : []),
      ...(was.kind === 'end' && piece.kind === 'end' && (was.work !== piece.work || resultOfEnd(was) !== resultOfEnd(piece))
        ? [{ name, change: 'work' as const }]
        : []),
      ...changedAnswers(was, piece, { before, after }),
    ]
  })
  const gone = before.filter(({ key }) => !now.has(key)).map((piece): GuideChange => ({ name: pieceName(piece), change: 'removed' }))
  return [...kept, ...gone]
}

function changedAnswers(was: GuidePiece, is: GuidePiece, { before, after }: { before: Pieces; after: Pieces }): GuideChange[] {
  const name = pieceName(is)
  const nameIn = (pieces: Pieces, key: string) => (key === '' ? '–' : pieceName(pieceOf(pieces, key) ?? { key }))
  const [old, answers] = [answersOf(was), answersOf(is)]
  const changed = answers.flatMap(({ key, words, to }): GuideChange[] => {
    const former = old.find((one) => one.key === key)
    if (!former) return [{ name, change: 'answerAdded', answer: words, to: nameIn(after, to) }]
    return [
      ...(former.words === words ? [] : [{ name, change: 'answerNamed' as const, from: former.words, to: words }]),
      ...(former.to === to
        ? []
        : [{ name, change: 'answerLed' as const, answer: words, from: nameIn(before, former.to), to: nameIn(after, to) }]),
    ]
  })
  const gone = old.filter(({ key }) => !answers.some((one) => one.key === key))
  return [...changed, ...gone.map(({ words }): GuideChange => ({ name, change: 'answerGone', answer: words }))]
}
