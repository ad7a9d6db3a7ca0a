import { AppError } from '../../app-error.ts'
import { ChildFailed, openChild } from '../../child-process/ask-child.ts'
import type { LetterPaper } from './letter-paper.ts'
import type { Paper } from './paper.ts'

const deadlineMs = 60_000
/** So many wait for their turn at most; whoever asks for one more is told to come back. */
const waitingMax = 10

const child = openChild<Paper | LetterPaper, Uint8Array>(new URL('./paper-child.ts', import.meta.url), { heapMb: 512, idleMs: 60_000 })

/** A paper as PDF, made in a process of its own, one at a time; it ends when nobody has asked for a minute, or with what takes it too long. */
export async function makePaper(paper: Paper | LetterPaper): Promise<Buffer> {
  if (child.waiting() >= waitingMax) throw new AppError('report.papersWaiting', { params: { seconds: 15 } })
  try {
    return Buffer.from(await child.ask(paper, deadlineMs))
  } catch (error) {
    throw error instanceof ChildFailed && error.isTooMuch ? new AppError('report.paperTooLarge', { cause: error }) : error
  }
}
