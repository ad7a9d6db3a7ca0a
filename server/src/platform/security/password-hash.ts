import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { AppError } from '../app-error.ts'

// OWASP's line for argon2id (number 2 of an enum that type stripping cannot read): 19 MiB, two passes, one lane; 29 ms of CPU each.
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// One core stays free for everybody who is signed in already: without the bound, 50 sign-ins at once stop the server.
const hashesMax = Math.max(1, availableParallelism() - 1)
const waitingMax = 100

let running = 0
const waiting: (() => void)[] = []

/** The hash of a password as it is kept; salt and cost are in it. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Is this the password? A hash that cannot be read is a no. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password).catch(() => false))
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

/** At most `hashesMax` at once and `waitingMax` in line; who comes after that is told to come back. */
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
