import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Often enough that little is added between two looks, seldom enough to cost nothing.
const lookMs = 250
// The engine works in the same process; its turns hold no more than this at once.
const engineMb = 128
// What a job may leave behind until it is collected by itself.
const leftMb = 24

type Watched = { memoryMb: number; startedAt: number; onExcess: () => void }
const running = new Set<Watched>()
let timer: NodeJS.Timeout | undefined

/**
 * Calls `onExcess` once when this process keeps so much more in memory than when the watch began that it cannot be explained by what the engine and the
 * other jobs may take. Of several jobs that may be the cause it is the one that began last. Returns how to stop.
 */
export function watchMemory(memoryMb: number, onExcess: () => void): () => void {
  const watched: Watched = { memoryMb, startedAt: usedMb(), onExcess }
  running.add(watched)
  timer ??= setInterval(look, lookMs).unref()
  return () => {
    running.delete(watched)
    // An engine that has nothing more to do makes no garbage, and so collects none: what a large job left would stay for hours.
    if (usedMb() - watched.startedAt > leftMb) collectGarbage()
    if (running.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function look() {
  if (!findExcess(usedMb())) return
  // Most of it may be garbage that was not collected yet: only what is kept counts.
  collectGarbage()
  const excess = findExcess(usedMb())
  if (!excess) return
  running.delete(excess)
  excess.onExcess()
}

function findExcess(nowMb: number): Watched | undefined {
  const allowedMb = [...running].reduce((sum, { memoryMb }) => sum + memoryMb, engineMb)
  return [...running].findLast(({ startedAt }) => nowMb - startedAt > allowedMb)
}

function usedMb(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 ** 2
}

let collect: (() => void) | undefined

function collectGarbage() {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
