import type { Transaction } from '../../../platform/db/database.ts'
import { decrypt, encrypt } from '../../../platform/security/encryption.ts'
import type { Services } from '../../../services.ts'
import { type AppVerdict, verifyAppCode } from './app-code.ts'

/** The key of an app as it is kept: it opens for its own user only. */
export const sealAppKey = (secretKey: Buffer, userId: number, key: string) => encrypt(secretKey, key, purposeOf(userId))

/** Verifies a code of the confirmed app of a user, and remembers it. */
export async function verifyApp(tx: Transaction, services: Services, userId: number, token: string): Promise<AppVerdict['is']> {
  const app = await selectAppForUpdate(tx, userId)
  return app?.confirmed_at ? verifyAndKeep(tx, services, userId, app, token) : 'wrong'
}

/** The app of a user, begun or confirmed, held until the transaction ends: the same code twice at once counts once. */
export function selectAppForUpdate(tx: Transaction, userId: number) {
  return tx
    .selectFrom('user_factors')
    .select(['secret', 'last_step', 'refused_step', 'confirmed_at', 'created_at'])
    .where('user_id', '=', userId)
    .where('type', '=', 'app')
    .forUpdate()
    .executeTakeFirst()
}

/** Verifies a code by what `selectAppForUpdate` gave, and keeps the step that it used up. */
export async function verifyAndKeep(
  tx: Transaction,
  { config, clock }: Services,
  userId: number,
  app: NonNullable<Awaited<ReturnType<typeof selectAppForUpdate>>>,
  token: string,
): Promise<AppVerdict['is']> {
  if (!app.secret) return 'wrong'
  const key = decrypt(config.secretKey, app.secret, purposeOf(userId))
  const now = clock.now()
  const verdict = verifyAppCode({ key, lastStep: app.last_step, refusedStep: app.refused_step }, token, now)
  if (verdict.is === 'wrong') return verdict.is
  await tx
    .updateTable('user_factors')
    .set(verdict.is === 'right' ? { last_step: verdict.step, last_used_at: now } : { refused_step: verdict.step })
    .where('user_id', '=', userId)
    .where('type', '=', 'app')
    .execute()
  return verdict.is
}

const purposeOf = (userId: number) => `two-factor key of user ${userId}`
