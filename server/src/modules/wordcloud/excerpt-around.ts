const aroundMax = 90

/** A piece of a text with the word in its middle; where the word is hidden by a mask, the beginning. */
export function excerptAround(text: string, word: string): string {
  const line = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const at = placeOf(line.toLowerCase(), word)
  const from = Math.max(0, Math.min(at - aroundMax, line.length - 2 * aroundMax))
  const to = Math.min(line.length, from + 2 * aroundMax)
  return `${from > 0 ? '…' : ''}${line.slice(from, to).toWellFormed().trim()}${to < line.length ? '…' : ''}`
}

const letter = /[\p{L}\p{M}\p{N}]/u

function placeOf(line: string, word: string): number {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    if (!letter.test(line[at - 1] ?? ' ') && !letter.test(line[at + word.length] ?? ' ')) return at
  }
  return 0
}
