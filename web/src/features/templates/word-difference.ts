export type WordPart = { kind: 'same' | 'added' | 'removed'; text: string }

// A longer text is compared line by line: the table of pairs grows with the square.
const piecesMax = 2_000

/** What was added and removed between two texts, word by word. */
export function wordDifference(before: string, after: string): WordPart[] {
  const byWord = (text: string) => text.match(/\s+|[^\s]+/g) ?? []
  const [a, b] = [byWord(before), byWord(after)]
  if (a.length > piecesMax || b.length > piecesMax) {
    return before === after
      ? [{ kind: 'same', text: before }]
      : [
          { kind: 'removed', text: before },
          { kind: 'added', text: after },
        ]
  }
  return joined(alike(a, b))
}

/** The longest run of words that both have, in order. */
function alike(a: readonly string[], b: readonly string[]): WordPart[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const parts: WordPart[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ kind: 'same', text: a[i] ?? '' })
      i++
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) parts.push({ kind: 'removed', text: a[i++] ?? '' })
    else parts.push({ kind: 'added', text: b[j++] ?? '' })
  }
  return parts
}

function joined(parts: readonly WordPart[]): WordPart[] {
  const whole: WordPart[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else whole.push({ ...part })
  }
  return whole
}
