import type { SentFactorType } from '@regie/contract/two-factor.ts'
import type { Transaction } from '../../../platform/db/database.ts'

type NewPasskey = { userId: number; credentialId: string; publicKey: Uint8Array; counter: number; transports: string[]; name: string }

/** Keeps a passkey; false when it was kept before. */
export async function insertPasskey(
  tx: Transaction,
  { userId, credentialId, publicKey, ...rest }: NewPasskey,
  now: Date,
): Promise<boolean> {
  const kept = await tx
    .insertInto('passkeys')
    .values({ user_id: userId, credential_id: credentialId, public_key: Buffer.from(publicKey), ...rest, created_at: now })
    .onConflict((oc) => oc.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** From its first right code on the app counts. */
export async function confirmAppFactor(tx: Transaction, userId: number, now: Date): Promise<void> {
  await tx.updateTable('user_factors').set({ confirmed_at: now }).where('user_id', '=', userId).where('type', '=', 'app').execute()
}

/** Keeps the address or number to which codes are sent; false when the user has one of this type. */
export async function insertSentFactor(tx: Transaction, userId: number, type: SentFactorType, target: string, now: Date): Promise<boolean> {
  const row = { target, confirmed_at: now, last_used_at: now }
  const kept = await tx
    .insertInto('user_factors')
    .values({ user_id: userId, type, ...row })
    .onConflict((oc) => oc.columns(['user_id', 'type']).doUpdateSet(row).where('user_factors.confirmed_at', 'is', null))
    .returning('type')
    .executeTakeFirst()
  return kept !== undefined
}
