const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose words all begin or hold what is typed, in any order and without accents; the best first. */
export function bestMatches<T>(list: readonly T[], words: string, textOf: (item: T) => string): T[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return list
    .map((item, at) => ({ item, at, rank: rankOf(plain(textOf(item)), wanted) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || one.at - other.at)
    .map(({ item }) => item)
}

// 0: begins with it; 1: a word begins with it; 2: it stands somewhere.
function rankOf(text: string, wanted: readonly string[]): number | null {
  const ranks = wanted.map((word) => {
    if (text.startsWith(word)) return 0
    if (text.includes(` ${word}`)) return 1
    return text.includes(word) ? 2 : null
  })
  return ranks.some((rank) => rank === null) ? null : ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0)
}
