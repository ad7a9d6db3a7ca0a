import { createHmac, randomInt } from 'node:crypto'
import type { Db, Transaction } from '../../../platform/db/database.ts'

const codes = 10
/** Without what looks alike: 50 bits in ten characters. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const groupLength = 5

/** Could this be one, once spaces, hyphens and case are taken away? */
export const looksLikeRecoveryCode = (token: string) => token.length === 2 * groupLength

/** Gives a user ten new recovery codes and returns them, this once; the old ones no longer count. */
export async function renewRecoveryCodes(tx: Transaction, secretKey: Buffer, userId: number): Promise<string[]> {
  await removeRecoveryCodes(tx, userId)
  const made = Array.from({ length: codes }, () => `${newGroup()}-${newGroup()}`)
  await tx
    .insertInto('recovery_codes')
    .values(made.map((code) => ({ user_id: userId, code_hash: hashOf(secretKey, userId, code.replace('-', '')) })))
    .execute()
  return made
}

/** Takes a recovery code; false when it is none, or was used. */
export async function useRecoveryCode(tx: Transaction, secretKey: Buffer, userId: number, code: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(secretKey, userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function removeRecoveryCodes(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

const newGroup = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')

// Keyed: 50 bits are too few for a plain hash that somebody may try at home.
const hashOf = (secretKey: Buffer, userId: number, code: string) =>
  createHmac('sha256', secretKey).update(`recovery:${userId}:${code}`).digest()
