type Part = { text: string; isWord: boolean; at: number }

const letter = /[\p{L}\p{M}\p{N}]/u

/** A text in parts, so that each place where the word stands by itself can be marked. */
export function partsAround(text: string, word: string): Part[] {
  const lower = text.toLowerCase()
  // A few letters change their number in lower case; then nothing is marked, rather than the wrong letters.
  if (lower.length !== text.length || word === '') return [{ text, isWord: false, at: 0 }]
  const parts: Part[] = []
  let from = 0
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
    const end = at + word.length
    if (letter.test(lower[at - 1] ?? ' ') || letter.test(lower[end] ?? ' ')) continue
    parts.push({ text: text.slice(from, at), isWord: false, at: from }, { text: text.slice(at, end), isWord: true, at })
    from = end
  }
  return [...parts, { text: text.slice(from), isWord: false, at: from }].filter((part) => part.text !== '')
}
