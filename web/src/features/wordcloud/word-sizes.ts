export type Area = { width: number; height: number }
export type SizedWord = { word: string; count: number; size: number; rank: number }

// A letter is about so wide as a part of its size.
const letterWidth = 0.62
const smallest = { desk: 13, wall: 28 }
const largestMax = 150

const isWall = ({ width, height }: Area) => width * height > 1_200_000
const isNarrow = ({ width }: Area) => width < 500

/** How many words a picture of this size shows so that they can be read; the table has all of them. */
export const shownMax = (area: Area): number => (isWall(area) ? 100 : isNarrow(area) ? 70 : Number.POSITIVE_INFINITY)

/**
 * The size of each word: its area grows with its count, between a size that can still be read and one at which the first word and its neighbours fit.
 * `scale` makes the large ones smaller when not all of them have a place.
 */
export function sizeWords(words: readonly { word: string; count: number }[], area: Area, scale: number): SizedWord[] {
  const { width, height } = area
  const [first] = words
  if (first === undefined) return []
  const least = (isWall(area) ? smallest.wall : smallest.desk) * Math.max(0.85, scale)
  const longest = Math.max(...words.slice(0, 3).map(({ word }) => word.length))
  const largest = Math.max(least, scale * Math.min(largestMax, height / 3.5, (0.62 * width) / (longest * letterWidth)))
  const [lowest, highest] = [Math.sqrt(words.at(-1)?.count ?? 1), Math.sqrt(first.count)]
  const shareOf = (count: number) => (highest === lowest ? 0.5 : (Math.sqrt(count) - lowest) / (highest - lowest))
  return words.map(({ word, count }, rank) => ({ word, count, rank, size: Math.round(least + (largest - least) * shareOf(count)) }))
}

/** The part of a picture that words of these sizes take, lines and all: above 1 there is no place for all of them, however they are put. */
export const shareTaken = (words: readonly SizedWord[], { width, height }: Area): number =>
  words.reduce((sum, { word, size }) => sum + word.length * letterWidth * size ** 2, 0) / (width * height)
