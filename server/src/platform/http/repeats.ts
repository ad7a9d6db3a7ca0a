import { createHash } from 'node:crypto'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { CommitUnknown, watchCommits } from '../db/commit-unknown.ts'
import { isDatabaseAway } from '../db/database-trouble.ts'
import { tryUntilThere } from '../db/try-until-there.ts'
import { decrypt, encrypt } from '../security/encryption.ts'

/** The answer that a request gets again when it comes twice. */
export type KeptAnswer = { status: number; body: string }
export type Repeats = {
  /**
   * Runs `work` once for this key of this user, however often and from however many places the request comes, and answers the same bytes each time.
   * The kept answer is for who still holds the rights that it was given under. Another request under the same key is refused. What fails is forgotten, so that it may be tried again.
   */
  once(
    request: { userId: number; key: string; says: string; rights: readonly number[] },
    work: () => Promise<KeptAnswer>,
  ): Promise<KeptAnswer>
}

type Asked = { userId: number; key: string; rights: readonly number[] }

// As long as a request may take (http-server.ts); a twin that waits longer gets the answer that the first is under way.
const waitMs = { step: 25, longest: 15_000 }
const keyPattern = /^[\w-]{8,100}$/

// No answer of HTTP: the commit's own was lost.
const doubtful = 0

/** The key that a request carries, or null. */
export function repeatKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !keyPattern.test(header)) throw new AppError('error.invalid', { field: 'Idempotency-Key' })
  return header
}

/** Keeps the answers to requests with a key for a day (`sweepRepeats`), sealed, in the database: whichever process gets the repeat. */
export function openRepeats({ db, clock }: { db: Db; clock: Clock }, secretKey: Buffer): Repeats {
  async function begin({ userId, key, rights }: Asked, hash: Buffer): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('request_keys')
      .values({ user_id: userId, key, request_hash: hash, rights: [...rights], at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  const rowOf = (userId: number, key: string) =>
    db.selectFrom('request_keys').selectAll().where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()

  const forget = (userId: number, key: string): Promise<unknown> =>
    db.deleteFrom('request_keys').where('user_id', '=', userId).where('key', '=', key).execute()
  const keepDoubt = (userId: number, key: string): Promise<unknown> =>
    db.updateTable('request_keys').set({ status: doubtful }).where('user_id', '=', userId).where('key', '=', key).execute()

  async function run(userId: number, key: string, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const answer = await watchCommits(work).catch((error: unknown) => {
      // What may have been done keeps its key; when even this cannot be written, the key without an answer says the same, later.
      const note = error instanceof CommitUnknown ? keepDoubt : forget
      const noted = tryUntilThere(() => note(userId, key))
      // While the database is away nobody waits for it.
      if (isDatabaseAway(error)) noted.catch(() => undefined)
      return isDatabaseAway(error) ? Promise.reject(error) : noted.then(() => Promise.reject(error))
    })
    // When this fails the key stays taken: what was done is not done again.
    const body = encrypt(secretKey, answer.body, purposeOf(userId, key))
    await db.updateTable('request_keys').set({ status: answer.status, body }).where('user_id', '=', userId).where('key', '=', key).execute()
    return answer
  }

  return {
    async once({ userId, key, says, rights }, work) {
      const hash = createHash('sha256').update(says).digest()
      for (let waited = 0; ; waited += waitMs.step) {
        if (await begin({ userId, key, rights }, hash)) return run(userId, key, work)
        const kept = await rowOf(userId, key)
        if (kept && !kept.request_hash.equals(hash)) throw new AppError('request.keyReused')
        // PostgreSQL's bigint arrays arrive as text.
        if (kept?.rights.some((right) => !rights.includes(Number(right)))) throw new AppError('error.rightMissing')
        if (kept?.body && kept.status !== null) return { status: kept.status, body: decrypt(secretKey, kept.body, purposeOf(userId, key)) }
        if (kept?.status === doubtful) throw new AppError('request.uncertain')
        // Its twin is at work, here or in another process, or has just failed and may be tried anew.
        if (waited >= waitMs.longest) throw new AppError('request.underWay')
        await new Promise((resolve) => setTimeout(resolve, waitMs.step))
      }
    },
  }
}

/** Forgets the answers of more than a day ago. */
export async function sweepRepeats(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('request_keys')
    .where('at', '<', new Date(now.getTime() - 24 * 60 * 60_000))
    .execute()
}

const purposeOf = (userId: number, key: string) => `request ${userId} ${key}`
