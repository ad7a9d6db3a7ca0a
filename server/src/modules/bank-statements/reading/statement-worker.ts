import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadAnswer } from './read-in-thread.ts'
import { readStatementFile } from './read-statement-file.ts'
import { StatementFault } from './statement.ts'

// The body of the thread that reads a file of statements.

function answer(): ThreadAnswer {
  try {
    return { statements: readStatementFile(Buffer.from(workerData as Uint8Array)) }
  } catch (error) {
    if (error instanceof StatementFault) return { fault: error.code, place: error.place }
    throw error
  }
}

parentPort?.postMessage(answer())
