import { Readable } from 'node:stream'

// Often enough that little leaves after a right is gone, seldom enough to cost nothing.
const checkEveryMs = 250

/** The same bytes, as long as `mustStillMay` lets them go on: a file may take minutes, and rights count when it leaves. What it throws cuts the file off. */
export function guardedStream(stream: Readable, mustStillMay: () => Promise<void>): Readable {
  return Readable.from(chunksOf(stream, mustStillMay), { objectMode: false })
}

async function* chunksOf(stream: Readable, mustStillMay: () => Promise<void>) {
  let checkedAt = performance.now()
  for await (const chunk of stream) {
    if (performance.now() - checkedAt > checkEveryMs) {
      await mustStillMay()
      checkedAt = performance.now()
    }
    yield chunk
  }
}
