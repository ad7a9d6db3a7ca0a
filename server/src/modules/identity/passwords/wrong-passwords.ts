import { createHmac } from 'node:crypto'
import type { Db, Transaction } from '../../../platform/db/database.ts'

/** How often a wrong password was given in a row, since when, and until when the next one has to wait. */
export type Tries = { failures: number; since: Date | null; delayedUntil: Date | null }

/** So many are free; from then on each next one waits twice as long, 5 s at first. */
const freeFailures = 4
const firstDelayMs = 5_000
/** At this one the account is locked for a while: then there are four guesses an hour. */
export const lockingFailure = 10
export const lockMs = 15 * 60_000
/** Who guesses slower than this begins anew. */
const forgottenMs = 24 * 60 * 60_000

/** What one more wrong password brings about. */
export function afterWrongPassword({ failures: before, since }: Tries, now: Date): Tries {
  const isForgotten = since === null || now.getTime() - since.getTime() > forgottenMs
  const failures = isForgotten ? 1 : before + 1
  const delayMs = failures >= lockingFailure ? lockMs : failures > freeFailures ? firstDelayMs * 2 ** (failures - freeFailures - 1) : 0
  return { failures, since: isForgotten ? now : since, delayedUntil: delayMs > 0 ? new Date(now.getTime() + delayMs) : null }
}

export const isDelayed = ({ delayedUntil }: Tries, now: Date) => delayedUntil !== null && delayedUntil > now

/** What wrong passwords count for when it is no account: a keyed hash, for what was typed as a name may be a password. */
export function triesSubject(secretKey: Buffer, subject: string): Buffer {
  return createHmac('sha256', secretKey).update(`sign-in:${subject}`).digest()
}

/** The tries of an account, held until the transaction ends, so that those of many requests at once are counted one after the other. */
export async function lockTriesOfUser(tx: Transaction, userId: number): Promise<Tries> {
  const row = await tx
    .selectFrom('users')
    .select(['failed_logins as failures', 'failures_since as since', 'delayed_until as delayedUntil'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? { failures: 0, since: null, delayedUntil: null }
}

export async function keepTriesOfUser(tx: Transaction, userId: number, { failures, since, delayedUntil }: Tries): Promise<void> {
  await tx
    .updateTable('users')
    .set({ failed_logins: failures, failures_since: since, delayed_until: delayedUntil })
    .where('id', '=', userId)
    .execute()
}

/** The same for any other subject. */
export async function lockTriesOf(tx: Transaction, subject: Buffer, now: Date): Promise<Tries> {
  const row = await tx
    .insertInto('sign_in_tries')
    .values({ subject, failures_since: now })
    // Changes nothing, but locks the row that is there.
    .onConflict((oc) => oc.column('subject').doUpdateSet({ subject }))
    .returning(['failures', 'failures_since as since', 'delayed_until as delayedUntil'])
    .executeTakeFirstOrThrow()
  return row
}

export async function keepTriesOf(tx: Transaction, subject: Buffer, { failures, since, delayedUntil }: Tries, now: Date): Promise<void> {
  await tx
    .updateTable('sign_in_tries')
    .set({ failures, failures_since: since ?? now, delayed_until: delayedUntil })
    .where('subject', '=', subject)
    .execute()
}

export async function forgetTriesOf(tx: Transaction, subject: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_tries').where('subject', '=', subject).execute()
}

/** Forgets rows of wrong passwords that began before this moment and delay nobody. */
export async function sweepTries(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_tries')
    .where('failures_since', '<=', before)
    .where((eb) => eb.or([eb('delayed_until', 'is', null), eb('delayed_until', '<=', now)]))
    .execute()
}
