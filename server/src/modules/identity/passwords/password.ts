import { passwordFaults, passwordHistory } from '@regie/contract/password.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { hashPassword, verifyPassword } from '../../../platform/security/password-hash.ts'
import { isCommonPassword } from './common-passwords.ts'
import { findUserForChange } from '../users/user-queries.ts'

const field = 'newPassword'

/** Gives a user a password, if it passes the rules and was not one of his last. What wrong passwords had delayed is free again. */
export async function setPassword(tx: Transaction, userId: number, password: string, now: Date): Promise<void> {
  const user = await findUserForChange(tx, userId)
  mustPass(password, { username: user.username, names: [user.first_name, user.last_name] })
  const former = await tx
    .selectFrom('former_passwords')
    .select(['chosen_at', 'password_hash'])
    .where('user_id', '=', userId)
    .orderBy('chosen_at', 'desc')
    .execute()
  // The present one stands among them, unless it was given before they were kept.
  const hashes = new Set([...(user.password_hash === null ? [] : [user.password_hash]), ...former.map((row) => row.password_hash)])
  for (const hash of hashes) if (await verifyPassword(hash, password)) throw new AppError('password.usedBefore', { field })

  const passwordHash = await hashPassword(password)
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: now, failed_logins: 0, failures_since: null, delayed_until: null })
    .where('id', '=', userId)
    .execute()
  // The first password came with the account or before former ones were kept: it is one of them from now on.
  if (user.password_hash !== null && !former.some((row) => row.password_hash === user.password_hash))
    await keepFormer(tx, userId, earlierOf(user.password_changed_at ?? user.created_at, now), user.password_hash)
  const tooOld = former[passwordHistory - 1]
  if (tooOld) await tx.deleteFrom('former_passwords').where('user_id', '=', userId).where('chosen_at', '<', tooOld.chosen_at).execute()
  await keepFormer(tx, userId, now, passwordHash)
}

async function keepFormer(tx: Transaction, userId: number, chosenAt: Date, passwordHash: string) {
  await tx
    .insertInto('former_passwords')
    .values({ user_id: userId, chosen_at: chosenAt, password_hash: passwordHash })
    .onConflict((oc) => oc.columns(['user_id', 'chosen_at']).doUpdateSet({ password_hash: passwordHash }))
    .execute()
}

function mustPass(password: string, person: { username: string; names: string[] }) {
  const faults = passwordFaults(password, person)
  if (isCommonPassword(password)) throw new AppError('password.common', { field })
  const missing = faults.filter((fault) => fault !== 'personal')
  if (missing.length > 0) throw new AppError('password.tooWeak', { field, params: { faults: missing.join(',') } })
  if (faults.includes('personal')) throw new AppError('password.personal', { field })
}

// A hair before now at the latest: the order in which they were chosen decides which is forgotten first.
const earlierOf = (chosenAt: Date, now: Date) => new Date(Math.min(chosenAt.getTime(), now.getTime() - 1))
