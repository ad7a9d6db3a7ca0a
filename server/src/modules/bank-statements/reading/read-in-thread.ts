import type { StatementFaultCode } from '@regie/contract/bank-statements.ts'
import { Worker } from 'node:worker_threads'
import { type ReadStatement, StatementFault } from './statement.ts'

export type ThreadAnswer = { statements: ReadStatement[] } | { fault: StatementFaultCode; place: string }

// 10,000 entries of CAMT.053 take two seconds; a file of 10 MB holds some 10,000.
const deadlineMs = 60_000

/** Reads a file of statements in a thread of its own, with a deadline and a limit of memory: the engine goes on, whatever the file does to its reader. */
export async function readInThread(content: Uint8Array): Promise<ReadStatement[]> {
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
    workerData: content,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 },
  })
  const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
    const timer = setTimeout(() => void worker.terminate(), deadlineMs)
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ fault: 'tooManyEntries', place: '' }) : reject(error),
    )
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve({ fault: 'tooManyEntries', place: '' })
    })
  }).finally(() => void worker.terminate())
  if ('fault' in answer) throw new StatementFault(answer.fault, answer.place)
  return answer.statements
}
