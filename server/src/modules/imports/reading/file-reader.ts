import type { FieldDefinition } from '@regie/contract/fields.ts'
import { AppError } from '../../../platform/app-error.ts'
import { ChildFailed, openChild } from '../../../platform/child-process/ask-child.ts'
import type { RowPlan } from './row-plan.ts'
import type { FileAnswer, FileRequest, ReadRow } from './file-messages.ts'
import type { Repairs } from './repaired-rows.ts'
import type { Choices } from './survey-file.ts'

type Surveyed = Extract<FileAnswer, { kind: 'survey' }>
export type FileReader = {
  survey(fields: readonly FieldDefinition[], choices: Choices): Promise<Surveyed>
  /** All rows by the plan, some at a time; the next are read while these are worked on. */
  rows(plan: RowPlan): AsyncGenerator<readonly ReadRow[], void, void>
  close(): void
}
export type ReaderLimits = { surveyMs: number; rowsMs: number; memoryMb: number }

// 100,000 rows of a list take 1.5 s alone, of a workbook 8 s, and 20 ms for 500 of them when they are there; a busy machine takes several times that.
const usual: ReaderLimits = { surveyMs: 60_000, rowsMs: 10_000, memoryMb: 512 }

/** Reads a file in a process of its own, with a deadline and a limit of memory: a file made to stop its reader stops that process alone. */
export function openFileReader(
  content: Uint8Array,
  { limits = usual, repairs = {} }: { limits?: ReaderLimits; repairs?: Repairs } = {},
): FileReader {
  const child = openChild<FileRequest, FileAnswer>(new URL('./file-child.ts', import.meta.url), { heapMb: limits.memoryMb })
  let given: { content: Uint8Array; repairs: Repairs } | null = { content, repairs }
  let isOver = false

  async function ask(request: FileRequest['request'], deadlineMs: number): Promise<FileAnswer> {
    // A process started anew would not have the file, or nobody to end it.
    if (isOver) throw new ChildFailed('ended')
    const file = given
    given = null
    try {
      return mustBeRead(await child.ask({ file, request }, deadlineMs))
    } catch (error) {
      if (!(error instanceof ChildFailed)) throw error
      isOver = true
      throw error.isTooMuch ? new AppError('file.tooComplex', { cause: error }) : error
    }
  }

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
    close() {
      isOver = true
      child.end()
    },
  }
}

function mustBeRead(answer: FileAnswer): FileAnswer {
  if (answer.kind === 'refused') throw new AppError(answer.code, { params: answer.params })
  return answer
}
