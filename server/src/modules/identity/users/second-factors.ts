import type { Factor, FactorType } from '@regie/contract/two-factor.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { maskTarget } from './mask-target.ts'

/** The confirmed second factors of a user, the oldest first; targets are masked. */
export async function factorsOf(db: Db, userId: number): Promise<Factor[]> {
  const factors = await db
    .selectFrom('user_factors')
    .select(['type', 'target', 'confirmed_at as since', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as since', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return [
    ...factors.map((row) => ({ type: row.type as FactorType, target: maskTarget(row.target), ...timesOf(row) })),
    ...passkeys.map((row) => ({ type: 'passkey' as const, target: row.name, passkeyID: row.id, ...timesOf(row) })),
  ]
}

const timesOf = ({ since, last_used_at }: { since: Date | null; last_used_at: Date | null }) => ({
  since: (since ?? new Date(0)).toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
})

/** Takes away all that a user proves himself with beside his password. Telling him and ending his sessions is the caller's. */
export async function resetTwoFactor(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom('user_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('code_failures').where('user_id', '=', userId).execute()
  await tx
    .deleteFrom('session_codes')
    .where('session_id', 'in', (eb) => eb.selectFrom('sessions').select('id').where('user_id', '=', userId))
    .execute()
}
