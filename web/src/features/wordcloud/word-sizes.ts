export type SizedWord = { word: string; count: number; size: number; rank: number }

// A letter is about so wide as a part of its size.
const letterWidth = 0.62
const smallest = { desk: 13, wall: 22 }
const largestMax = 150

/**
 * The size of each word: its area grows with its count, between a size that can still be read and one at which the first word and its neighbours fit.
 * `scale` makes the large ones smaller when not all of them have a place.
 */
export function sizeWords(
  words: readonly { word: string; count: number }[],
  { width, height }: { width: number; height: number },
  scale: number,
): SizedWord[] {
  const [first] = words
  if (first === undefined) return []
  const least = (width * height > 1_200_000 ? smallest.wall : smallest.desk) * Math.max(0.85, scale)
  const longest = Math.max(...words.slice(0, 3).map(({ word }) => word.length))
  const largest = Math.max(least, scale * Math.min(largestMax, height / 3.5, (0.62 * width) / (longest * letterWidth)))
  const [lowest, highest] = [Math.sqrt(words.at(-1)?.count ?? 1), Math.sqrt(first.count)]
  const shareOf = (count: number) => (highest === lowest ? 0.5 : (Math.sqrt(count) - lowest) / (highest - lowest))
  return words.map(({ word, count }, rank) => ({ word, count, rank, size: Math.round(least + (largest - least) * shareOf(count)) }))
}
