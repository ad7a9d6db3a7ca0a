import { Worker } from 'node:worker_threads'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { RowPlan } from './row-plan.ts'
import type { FileAnswer, FileRequest, ReadRow } from './file-messages.ts'
import type { Repairs } from './repaired-rows.ts'
import type { Choices } from './survey-file.ts'

type Surveyed = Extract<FileAnswer, { kind: 'survey' }>
export type FileReader = {
  survey(fields: readonly FieldDefinition[], choices: Choices): Promise<Surveyed>
  /** All rows by the plan, some at a time; the next are read while these are worked on. */
  rows(plan: RowPlan): AsyncGenerator<readonly ReadRow[], void, void>
  close(): Promise<void>
}
export type ReaderLimits = { surveyMs: number; rowsMs: number; memoryMb: number }

// 100,000 rows of a list take 1.5 s alone, of a workbook 8 s, and 20 ms for 500 of them when they are there; a busy machine takes several times that.
const usual: ReaderLimits = { surveyMs: 60_000, rowsMs: 10_000, memoryMb: 512 }

/** Reads a file in a thread of its own, with a deadline and a limit of memory: a file made to stop its reader stops that thread alone. */
export function openFileReader(
  content: Uint8Array,
  { limits = usual, repairs = {} }: { limits?: ReaderLimits; repairs?: Repairs } = {},
): FileReader {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
    workerData: { content, repairs },
    execArgv: [],
    // Reading makes garbage by the 10 MB; the young generation of the process is small, and this one goes with its thread.
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 48 },
  })
  let failure: Error | null = null
  worker.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('file.tooComplex', { cause: error }) : error
  })

  const ask = (request: FileRequest, deadlineMs: number) =>
    new Promise<FileAnswer>((resolve, reject) => {
      const done = (settle: () => void) => {
        clearTimeout(timer)
        worker.off('message', onAnswer)
        worker.off('exit', onExit)
        settle()
      }
      const timer = setTimeout(() => {
        void worker.terminate()
        done(() => reject(new AppError('file.tooComplex')))
      }, deadlineMs)
      const onAnswer = (answer: FileAnswer) => done(() => resolve(answer))
      const onExit = () => done(() => reject(failure ?? new Error('the thread that reads a file has ended')))
      worker.on('message', onAnswer)
      worker.on('exit', onExit)
      worker.postMessage(request)
    }).then(mustBeRead)

  return {
    async survey(fields, choices) {
      const answer = await ask({ kind: 'survey', fields, choices }, limits.surveyMs)
      if (answer.kind !== 'survey') throw new Error(`a survey was asked, the answer is ${answer.kind}`)
      return answer
    },
    async *rows(plan) {
      let next = ask({ kind: 'rows', plan }, limits.rowsMs)
      for (;;) {
        const answer = await next
        if (answer.kind !== 'rows' || answer.rows.length === 0) return
        next = ask({ kind: 'rows', plan: null }, limits.rowsMs)
        // Whoever stops half-way leaves an answer that nobody waits for.
        next.catch(() => undefined)
        yield answer.rows
      }
    },
    close: async () => void (await worker.terminate()),
  }
}

function mustBeRead(answer: FileAnswer): FileAnswer {
  if (answer.kind === 'refused') throw new AppError(answer.code, { params: answer.params })
  if (answer.kind === 'broken') throw Object.assign(new Error(answer.message), { name: answer.name, stack: answer.stack })
  return answer
}
