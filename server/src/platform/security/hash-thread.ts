// A thread of password-hash.ts. It computes for 30 ms at a time and gives way to everybody who is signed in already.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

export type HashRequest = { kind: 'hash'; password: string; cost: Options } | { kind: 'verify'; password: string; passwordHash: string }
export type HashAnswer = { hash: string } | { isRight: boolean } | { failure: string }

// On Linux a thread has a priority of its own; elsewhere this would lower that of the whole process.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', (request: HashRequest) => parentPort?.postMessage(answerTo(request)))

function answerTo(request: HashRequest): HashAnswer {
  try {
    if (request.kind === 'hash') return { hash: hashSync(request.password, request.cost) }
    return { isRight: verifySync(request.passwordHash, request.password) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
