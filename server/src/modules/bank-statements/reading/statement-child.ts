import { answerParent } from '../../../platform/child-process/answer-parent.ts'
import type { StatementAnswer } from './read-apart.ts'
import { readStatementFile } from './read-statement-file.ts'
import { StatementFault } from './statement.ts'

// The program that reads a file of statements.
answerParent((content: Uint8Array): StatementAnswer => {
  try {
    return { statements: readStatementFile(Buffer.from(content)) }
  } catch (error) {
    if (error instanceof StatementFault) return { fault: error.code, place: error.place }
    throw error
  }
})
