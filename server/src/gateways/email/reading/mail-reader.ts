import { Worker } from 'node:worker_threads'
import { type MailReader, MailUnreadable, type ReceivedMail } from '../received-mail.ts'

export type MailAnswer = { mail: ReceivedMail } | { fault: string }

// A mail with 20 MB attached takes 0.3 s alone.
const usual = { readMs: 15_000, memoryMb: 256 }

/** Reads mails in a thread of its own, with a deadline and a limit of memory: a mail made to stop its reader stops that thread alone. */
export function openMailReader({ readMs, memoryMb } = usual): MailReader {
  let worker: Worker | null = null
  // Of the one mail that is read at a time.
  let settle: { resolve(answer: MailAnswer): void; reject(error: Error): void } | null = null

  function thread(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('./mail-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    })
    started.on('message', (answer: MailAnswer) => settle?.resolve(answer))
    started.on('error', (cause: NodeJS.ErrnoException) =>
      settle?.reject(new MailUnreadable(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooMuchMemory' : 'malformed', { cause })),
    )
    worker = started
    return started
  }

  async function end() {
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  return {
    async read(source) {
      const reading = thread()
      let timer: NodeJS.Timeout | undefined
      const answer = new Promise<MailAnswer>((resolve, reject) => {
        timer = setTimeout(() => reject(new MailUnreadable('tooSlow')), readMs)
        settle = { resolve, reject }
      })
      try {
        reading.postMessage(source)
        const given = await answer
        if ('fault' in given) throw new MailUnreadable('malformed', { cause: new Error(given.fault) })
        return given.mail
      } catch (error) {
        await end()
        throw error
      } finally {
        clearTimeout(timer)
        settle = null
      }
    },
    close: end,
  }
}
