import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { verifyApp } from './app-factor.ts'
import { looksLikeRecoveryCode, useRecoveryCode } from './recovery-codes.ts'
import { type CodePurpose, findCodes, isCode, removeCodes } from './sent-codes.ts'
import {
  type CodeTries,
  countWrongCode,
  findCodeTries,
  forgetWrongCodes,
  isSessionSpent,
  isUserDelayed,
  lockCodeTries,
} from './wrong-codes.ts'

export type Verdict = 'right' | 'recovery' | 'wrong' | 'drift' | 'tooMany'
type Asked = { userId: number; sessionId: number; purpose: Exclude<CodePurpose, 'add'>; token: string }

/**
 * Is this a code of any factor of the user, or one of his recovery codes? Verified and counted in the caller's transaction, which must be committed
 * whatever the verdict: what is wrong was counted, what is right is used up.
 */
export async function verifyCode(tx: Transaction, services: Services, { userId, sessionId, purpose, token }: Asked): Promise<Verdict> {
  const now = services.clock.now()
  const tries = await lockCodeTries(tx, userId, sessionId)
  const given = plain(token)
  if (!mayTry(tries, given, now)) return 'tooMany'
  const verdict = looksLikeRecoveryCode(given)
    ? await verifyRecoveryCode(tx, services, userId, given, now)
    : await verifyDigits(tx, services, { userId, sessionId, purpose, token: given }, now)
  if (verdict === 'wrong' || verdict === 'drift') return (await countWrongCode(tx, tries, now)) ? 'tooMany' : verdict
  await forgetWrongCodes(tx, tries)
  await removeCodes(tx, { sessionId, purpose })
  return verdict
}

/** Refuses at once who has no tries left: a thousand guesses at a time would otherwise stand in line for the count. */
export async function mustHaveTries({ db, clock }: Services, { userId, sessionId, token }: Omit<Asked, 'purpose'>): Promise<void> {
  if (!mayTry(await findCodeTries(db, userId, sessionId), plain(token), clock.now())) throw new AppError('twoFactor.tooManyTries')
}

const plain = (token: string) => token.replace(/[\s-]/g, '').toUpperCase()

// Recovery codes cannot be guessed: they stay a way in while somebody else tries his luck with six digits.
const mayTry = (tries: CodeTries, given: string, now: Date) =>
  !isSessionSpent(tries) && (looksLikeRecoveryCode(given) || !isUserDelayed(tries, now))

async function verifyRecoveryCode(tx: Transaction, { config }: Services, userId: number, code: string, now: Date) {
  return (await useRecoveryCode(tx, config.secretKey, userId, code, now)) ? 'recovery' : 'wrong'
}

async function verifyDigits(tx: Transaction, services: Services, { userId, sessionId, purpose, token }: Asked, now: Date) {
  const { secretKey } = services.config
  const sent = (await findCodes(tx, { sessionId, purpose }, now)).find((row) => {
    const type = row.type === 'sms' ? 'sms' : 'email'
    return isCode(secretKey, { sessionId, purpose, type }, row.code_hash, token)
  })
  if (!sent) return verifyApp(tx, services, userId, token)
  // The factor may have been removed since the code was sent.
  const used = await tx
    .updateTable('user_factors')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('type', '=', sent.type)
    .where('confirmed_at', 'is not', null)
    .returning('type')
    .executeTakeFirst()
  return used ? 'right' : 'wrong'
}

/** Refuses what was not right; to be called when the verdict has been committed. */
export function mustBeRight(verdict: Verdict): void {
  if (verdict === 'right' || verdict === 'recovery') return
  if (verdict === 'tooMany') throw new AppError('twoFactor.tooManyTries')
  throw new AppError(verdict === 'drift' ? 'twoFactor.clockDrift' : 'twoFactor.failed', { field: 'token' })
}
