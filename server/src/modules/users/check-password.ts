import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { verifyNobody, verifyPassword } from '../../platform/security/password-hash.ts'
import type { Services } from '../../services.ts'
import { findUserByName } from './user-queries.ts'

const failuresMax = 10

/**
 * The user with this name and password, or a refusal. A name that nobody has costs the same time and gets the same answer as a wrong password.
 * The tenth failure in a row locks the account; a locked one is refused whatever the password, so that nothing can be tried out on it.
 */
export async function checkPassword({ db, clock, log }: Services, username: string, password: string): Promise<{ userId: number }> {
  const user = await findUserByName(db, username)
  if (!user?.password_hash) {
    await verifyNobody(password)
    throw new AppError('login.incorrect')
  }
  const isRight = await verifyPassword(user.password_hash, password)
  if (user.locked_at) throw new AppError('login.locked')
  if (isRight) return { userId: user.id }
  const now = clock.now()
  const { failed_logins: failures } = await db
    .updateTable('users')
    .set((eb) => ({
      failed_logins: eb('failed_logins', '+', 1),
      locked_at: sql<Date | null>`case when failed_logins + 1 >= ${failuresMax} then coalesce(locked_at, ${now}::timestamptz) end`,
    }))
    .where('id', '=', user.id)
    .returning('failed_logins')
    .executeTakeFirstOrThrow()
  if (failures === failuresMax) log.warn({ userId: user.id }, 'an account was locked after too many wrong passwords')
  throw new AppError('login.incorrect')
}
