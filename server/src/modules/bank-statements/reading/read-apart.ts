import type { StatementFaultCode } from '@regie/contract/bank-statements.ts'
import { ChildFailed, openChild } from '../../../platform/child-process/ask-child.ts'
import { type ReadStatement, StatementFault } from './statement.ts'

export type StatementAnswer = { statements: ReadStatement[] } | { fault: StatementFaultCode; place: string }

// 10,000 entries of CAMT.053 take two seconds; a file of 10 MB holds some 10,000.
const deadlineMs = 60_000

/** Reads a file of statements in a process of its own, with a deadline and a limit of memory: the engine goes on, whatever the file does to its reader. */
export async function readApart(content: Uint8Array): Promise<ReadStatement[]> {
  const child = openChild<Uint8Array, StatementAnswer>(new URL('./statement-child.ts', import.meta.url), { heapMb: 512 })
  try {
    const answer = await child.ask(content, deadlineMs)
    if ('fault' in answer) throw new StatementFault(answer.fault, answer.place)
    return answer.statements
  } catch (error) {
    if (error instanceof ChildFailed && error.isTooMuch) throw new StatementFault('tooManyEntries', '')
    throw error
  } finally {
    child.end()
  }
}
