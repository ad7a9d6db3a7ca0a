import { Worker } from 'node:worker_threads'
import { AppError } from '../../../platform/app-error.ts'

type Answer = { id: number; html?: string; error?: string }
type Waiting = { resolve: (html: string) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

// A page of sixty pieces takes 20 ms once the library is there, which takes a second on a busy machine.
const deadlineMs = 10_000
const idleMs = 60_000

let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Makes HTML of MJML in a thread of its own, which ends when nobody has asked for a minute, or with whatever makes it run too long. */
export function compileMail(mjml: string): Promise<string> {
  const running = (worker ??= begin())
  clearTimeout(idle)
  running.ref()
  const id = ++lastId
  return new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => fail(running, new AppError('template.tooLarge')), deadlineMs)
    waiting.set(id, { resolve, reject, timer })
    running.postMessage({ id, mjml })
  })
}

function begin(): Worker {
  const begun = new Worker(new URL('./mjml-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  })
  begun.on('message', ({ id, html, error }: Answer) => {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.timer)
    if (html === undefined) one?.reject(new Error(`mjml: ${error}`))
    else one?.resolve(html)
    if (waiting.size > 0) return
    begun.unref()
    idle = setTimeout(() => end(begun), idleMs)
    idle.unref()
  })
  begun.on('error', (error) => fail(begun, error as Error))
  return begun
}

function fail(failed: Worker, error: Error) {
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer)
    reject(error)
  }
  waiting.clear()
  end(failed)
}

function end(ended: Worker) {
  if (worker === ended) worker = null
  void ended.terminate()
}
