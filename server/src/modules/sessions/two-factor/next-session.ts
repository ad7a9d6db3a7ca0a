import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { allowAllCustomers } from '../../../platform/db/scope.ts'
import { advanceSession } from '../session-changes.ts'
import { findSignInFacts, nextStage } from '../sign-in-stages.ts'

/** Brings a session on after a factor was given or added; returns its new secret. A password plays no part in what a provider of single sign-on opened. */
export async function goOnSigningIn(
  tx: Transaction,
  { userId, sessionId }: { userId: number; sessionId: number },
  now: Date,
): Promise<{ secret: string; stage: SignInStage }> {
  // The home of a user counts, also when he does not serve it.
  await allowAllCustomers(tx)
  const { by_provider } = await tx.selectFrom('sessions').select('by_provider').where('id', '=', sessionId).executeTakeFirstOrThrow()
  const stage = by_provider ? 'full' : nextStage(await findSignInFacts(tx, userId, now), { factorGiven: true })
  return { stage, secret: await advanceSession(tx, sessionId, stage, now) }
}
