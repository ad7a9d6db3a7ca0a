import { Worker } from 'node:worker_threads'
import { AppError } from '../../app-error.ts'
import type { Paper } from './paper.ts'

type Answer = { id: number; pdf?: Uint8Array; error?: string }
type Waiting = { paper: Paper; resolve: (pdf: Buffer) => void; reject: (error: Error) => void }

const deadlineMs = 60_000
const idleMs = 60_000
/** So many wait for their turn at most; whoever asks for one more is told to come back. */
const waitingMax = 10

let worker: Worker | null = null
let timer: NodeJS.Timeout | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0
const waiting: Waiting[] = []
let drawn: Waiting | null = null

/** A paper as PDF, made in a thread of its own, one at a time; the thread ends when nobody has asked for a minute, or with what takes it too long. */
export function makePaper(paper: Paper): Promise<Buffer> {
  if (waiting.length >= waitingMax) throw new AppError('report.papersWaiting', { params: { seconds: 15 } })
  return new Promise<Buffer>((resolve, reject) => {
    waiting.push({ paper, resolve, reject })
    drawNext()
  })
}

function drawNext() {
  if (drawn !== null) return
  const next = waiting.shift()
  if (next === undefined) {
    worker?.unref()
    idle = setTimeout(() => end(), idleMs)
    idle.unref()
    return
  }
  clearTimeout(idle)
  drawn = next
  worker ??= begin()
  worker.ref()
  timer = setTimeout(() => fail(new AppError('report.paperTooLarge')), deadlineMs)
  worker.postMessage({ id: ++lastId, paper: next.paper })
}

function begin(): Worker {
  const begun = new Worker(new URL('./paper-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  })
  begun.on('message', ({ id, pdf, error }: Answer) => {
    if (id !== lastId || drawn === null) return
    const done = drawn
    drawn = null
    clearTimeout(timer)
    if (pdf === undefined) done.reject(new Error(`a paper cannot be made: ${error}`))
    else done.resolve(Buffer.from(pdf))
    drawNext()
  })
  begun.on('error', (error) => {
    if (worker === begun)
      fail((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('report.paperTooLarge') : (error as Error))
  })
  return begun
}

function fail(error: Error) {
  const failed = drawn
  drawn = null
  clearTimeout(timer)
  end()
  failed?.reject(error)
  drawNext()
}

function end() {
  const ended = worker
  worker = null
  void ended?.terminate()
}
