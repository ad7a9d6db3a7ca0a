import { Worker } from 'node:worker_threads'
import { AppError } from '../../../platform/app-error.ts'

/** A page of MJML to make HTML of, or texts to clean. */
export type MailTask = { mjml: string } | { clean: readonly string[] }

type Answer = { id: number; texts?: string[]; error?: string }
type Waiting = { resolve: (texts: string[]) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

// A page of sixty pieces takes 20 ms once the library is there, which takes a second on a busy machine.
const deadlineMs = 10_000
const idleMs = 60_000

let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Makes HTML of MJML. */
export async function compileMail(mjml: string): Promise<string> {
  const [html = ''] = await work({ mjml })
  return html
}

/** Texts with only the tags that may stay. */
export const cleanInThread = (texts: readonly string[]): Promise<string[]> => work({ clean: texts })

/** Done in a thread of its own, which ends when nobody has asked for a minute, or with whatever makes it run too long. */
function work(task: MailTask): Promise<string[]> {
  const running = (worker ??= begin())
  clearTimeout(idle)
  running.ref()
  const id = ++lastId
  return new Promise<string[]>((resolve, reject) => {
    const timer = setTimeout(() => fail(running, new AppError('template.tooLarge')), deadlineMs)
    waiting.set(id, { resolve, reject, timer })
    running.postMessage({ id, task })
  })
}

function begin(): Worker {
  const begun = new Worker(new URL('./mail-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  })
  begun.on('message', ({ id, texts, error }: Answer) => {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.timer)
    if (texts === undefined) one?.reject(new Error(`a mail cannot be made: ${error}`))
    else one?.resolve(texts)
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
