import type { ApiKeyState } from '@regie/contract/account.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { hashToken, newToken } from '../../../platform/security/secret-token.ts'

const prefix = 'regie_'
const hintLength = prefix.length + 4

/** Gives a user a new API key and returns it, this once; the one that he had is dead with the commit. */
export async function setApiKey(tx: Transaction, userId: number, now: Date): Promise<string> {
  const key = `${prefix}${newToken(32)}`
  const row = { key_hash: hashToken(key), hint: key.slice(0, hintLength), created_at: now, last_used_at: null, last_used_from: null }
  await tx
    .insertInto('api_keys')
    .values({ user_id: userId, ...row })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
    .execute()
  return key
}

export async function removeApiKey(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom('api_keys').where('user_id', '=', userId).execute()
}

/** What its owner may know of his key. */
export async function findApiKeyState(db: Db, userId: number): Promise<ApiKeyState> {
  const row = await db
    .selectFrom('api_keys')
    .select(['hint', 'created_at', 'last_used_at', 'last_used_from'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    hint: row?.hint ?? null,
    createdAt: row?.created_at.toISOString() ?? null,
    lastUsedAt: row?.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row?.last_used_from ?? null,
  }
}

/** When and from where a key was used last. */
export async function recordKeyUse(db: Db, keyHash: Buffer, from: string, now: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: now, last_used_from: from }).where('key_hash', '=', keyHash).execute()
}
