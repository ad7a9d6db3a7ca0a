import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Algorithm } from '@node-rs/argon2'
import { AppError } from '../app-error.ts'
import type { HashAnswer, HashRequest } from './hash-thread.ts'

// OWASP's line for argon2id (number 2 of an enum that type stripping cannot read): 19 MiB, two passes, one lane; 29 ms of CPU each.
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// One core stays free for everybody who is signed in already: without the bound, 50 sign-ins at once stop the server. They are computed in threads of
// low priority: beside twenty people who sign in, the lists of others then wait 1.6 times as long as without them, not 3.4 times.
const hashesMax = Math.max(1, availableParallelism() - 1)
const waitingMax = 100

let running = 0
const waiting: (() => void)[] = []

/** The hash of a password as it is kept; salt and cost are in it. */
export async function hashPassword(password: string): Promise<string> {
  const answer = await inTurn(() => ask({ kind: 'hash', password, cost }))
  if ('hash' in answer) return answer.hash
  throw new Error(`a password could not be hashed${'failure' in answer ? `: ${answer.failure}` : ''}`)
}

/** Is this the password? A hash that cannot be read is a no. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const answer = await inTurn(() => ask({ kind: 'verify', password, passwordHash }))
  return 'isRight' in answer && answer.isRight
}

let decoy: Promise<string> | undefined

/** Spends the time of a real check, so that an unknown name is answered no sooner than a wrong password. Always false. */
export async function verifyNobody(password: string): Promise<false> {
  decoy ??= hashPassword('the password of nobody').catch((error: unknown) => {
    decoy = undefined
    throw error
  })
  await verifyPassword(await decoy, password)
  return false
}

/** At most `hashesMax` at once and `waitingMax` in line; later ones are refused and may come back. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < hashesMax) running++
  else {
    if (waiting.length >= waitingMax) throw new AppError('server.busy')
    // The turn is handed over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

// Threads that wait for work; there are never more than `hashesMax`, for each asks within its turn.
const idle: Worker[] = []

function startThread(): Worker {
  const thread = new Worker(new URL('./hash-thread.ts', import.meta.url), { execArgv: [] })
  // One that ends is not used again; what waits for it is refused below.
  thread.on('error', () => undefined)
  thread.on('exit', () => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
  })
  return thread
}

function ask(request: HashRequest): Promise<HashAnswer> {
  const thread = idle.pop() ?? startThread()
  // It keeps the process only while somebody waits for it.
  thread.ref()
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: HashAnswer) => {
      thread.off('exit', onExit)
      thread.unref()
      idle.push(thread)
      resolve(answer)
    }
    const onExit = () => {
      thread.off('message', onAnswer)
      reject(new Error('the thread that hashes passwords has ended'))
    }
    thread.once('message', onAnswer)
    thread.once('exit', onExit)
    thread.postMessage(request)
  })
}
