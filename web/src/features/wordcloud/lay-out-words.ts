import cloud from 'd3-cloud'
import { seededRandom } from './seeded-random.ts'
import { type Area, shareTaken, shownMax, type SizedWord, sizeWords } from './word-sizes.ts'

export type PlacedWord = SizedWord & { x: number; y: number }

export const cloudFont = 'Inter, "Inter until fetched", sans-serif'
export const cloudWeight = 650
const gap = 3
// Each try is smaller than the one before, until every word has a place.
const shrink = 0.88
const triesMax = 10
// Placing words keeps the browser busy; after so long it answers a key or a press before it goes on.
const turnMs = 20

/** Puts words of sizes by their counts beside each other, as large as all of them fit. The same words come out the same. */
export async function layOutWords(all: readonly { word: string; count: number }[], area: Area): Promise<PlacedWord[]> {
  const words = all.slice(0, shownMax(area))
  // Measured in the letters of another face, words would overlap.
  await document.fonts.load(`${cloudWeight} 20px Inter`).catch(() => undefined)
  let best: PlacedWord[] = []
  for (let at = 0, scale = 1; at < triesMax; at++, scale *= shrink) {
    const sized = sizeWords(words, area, scale)
    const isLast = at === triesMax - 1
    if (shareTaken(sized, area) > 1 && !isLast) continue
    const placed = await place(sized, area)
    if (placed.length > best.length) best = placed
    if (placed.length === words.length) return placed
  }
  return best
}

function place(words: SizedWord[], { width, height }: Area): Promise<PlacedWord[]> {
  return new Promise((resolve) => {
    cloud<SizedWord & cloud.Word>()
      .size([width, height])
      .words(words.map((word) => ({ ...word, text: word.word })))
      .font(cloudFont)
      .fontWeight(cloudWeight)
      .fontSize(({ size }) => size ?? 0)
      .rotate(0)
      .padding(gap)
      .timeInterval(turnMs)
      .random(seededRandom(1))
      .on('end', (placed) =>
        resolve(placed.map(({ word, count, size, rank, x, y }) => ({ word, count, size, rank, x: x ?? 0, y: y ?? 0 }))),
      )
      .start()
  })
}
