import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { recordAudit } from '../../audit/record-audit.ts'

/** Wrong codes after which a session takes none any more: who signs in begins anew, with the password. */
const sessionMax = 5
/** Wrong codes in a row over all sessions of a user from which on each one closes them for a while: four guesses an hour are left. */
const userMax = 10
const delayMs = 15 * 60_000

export type CodeTries = { sessionId: number; userId: number; inSession: number; ofUser: number; delayedUntil: Date | null }

/** The wrong codes so far, held until the transaction ends, so that a thousand guesses at once are counted one after the other. */
export async function lockCodeTries(tx: Transaction, userId: number, sessionId: number): Promise<CodeTries> {
  const session = await tx
    .selectFrom('sessions')
    .select('wrong_codes')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!session) throw new AppError('login.required')
  const { failures, delayed_until } = await tx
    .insertInto('code_failures')
    .values({ user_id: userId })
    // Changes nothing, but locks the row that is there.
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ user_id: userId }))
    .returning(['failures', 'delayed_until'])
    .executeTakeFirstOrThrow()
  return { sessionId, userId, inSession: session.wrong_codes, ofUser: failures, delayedUntil: delayed_until }
}

/** The same without holding anything: a flood of guesses is turned away before it queues up for the count. */
export async function findCodeTries(db: Db, userId: number, sessionId: number): Promise<CodeTries> {
  const found = await db
    .selectFrom('sessions as s')
    .leftJoin('code_failures as f', 'f.user_id', 's.user_id')
    .select(['s.wrong_codes', 'f.failures', 'f.delayed_until'])
    .where('s.id', '=', sessionId)
    .where('s.user_id', '=', userId)
    .executeTakeFirst()
  if (!found) throw new AppError('login.required')
  return { sessionId, userId, inSession: found.wrong_codes, ofUser: found.failures ?? 0, delayedUntil: found.delayed_until }
}

export const isSessionSpent = ({ inSession }: CodeTries) => inSession >= sessionMax
export const isUserDelayed = ({ delayedUntil }: CodeTries, now: Date) => delayedUntil !== null && delayedUntil > now

/** Counts a wrong code; true when the session takes no more. */
export async function countWrongCode(tx: Transaction, tries: CodeTries, now: Date): Promise<boolean> {
  const inSession = tries.inSession + 1
  const failures = tries.ofUser + 1
  const delayed_until = failures >= userMax ? new Date(now.getTime() + delayMs) : null
  await tx.updateTable('sessions').set({ wrong_codes: inSession }).where('id', '=', tries.sessionId).execute()
  await tx.updateTable('code_failures').set({ failures, delayed_until }).where('user_id', '=', tries.userId).execute()
  await recordAudit(tx, { action: 'login.codeFailed', entity: 'user', entityId: tries.userId })
  return inSession >= sessionMax
}

/** A right one was given: everything begins at zero. */
export async function forgetWrongCodes(tx: Transaction, { sessionId, userId }: CodeTries): Promise<void> {
  await tx.updateTable('sessions').set({ wrong_codes: 0 }).where('id', '=', sessionId).execute()
  await tx.deleteFrom('code_failures').where('user_id', '=', userId).execute()
}
