import type { ChatMessage } from '@regie/contract/chat.ts'

export type MessagePart = { kind: 'text' | 'mention'; text: string } | { kind: 'case'; text: string; caseID: number }

const mention = /(?<![\p{L}\p{N}._@+-])@[\p{L}\p{N}][\p{L}\p{N}._@+-]*[\p{L}\p{N}]/gu

/** A message in pieces: its words, who it mentions, and the cases that the reader may open. Nothing else becomes a link. */
export function partsOf({ text, cases }: Pick<ChatMessage, 'text' | 'cases'>): MessagePart[] {
  const marks = [
    ...[...text.matchAll(mention)].map(({ 0: found, index }) => ({ at: index, part: { kind: 'mention' as const, text: found } })),
    ...cases.flatMap(({ caseNumber, caseID }) =>
      placesOf(text, caseNumber).map((at) => ({ at, part: { kind: 'case' as const, text: caseNumber, caseID } })),
    ),
  ].toSorted((one, other) => one.at - other.at || other.part.text.length - one.part.text.length)
  const parts: MessagePart[] = []
  let end = 0
  for (const { at, part } of marks) {
    if (at < end) continue
    if (at > end) parts.push({ kind: 'text', text: text.slice(end, at) })
    parts.push(part)
    end = at + part.text.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

// As a word of its own, not inside of a longer one.
function placesOf(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    if (!isWord(text[at - 1]) && !isWord(text[at + word.length])) places.push(at)
  return places
}
