import { AppError } from '../../platform/app-error.ts'
import type { Services } from '../../services.ts'
import { checkPassword } from '../users/check-password.ts'
import { insertSession, removeSession } from './session-changes.ts'

type SignIn = { username: string; password: string; formerSecret: string | undefined }

/** Signs in and returns the secret of a new session; the one that this browser held before is over. */
export async function logIn(services: Services, { username, password, formerSecret }: SignIn): Promise<string> {
  if (username.trim() === '' || password === '')
    throw new AppError('login.empty', { field: username.trim() === '' ? 'username' : 'password' })
  const { userId } = await checkPassword(services, username, password)
  const now = services.clock.now()
  return services.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ failed_logins: 0, last_login_at: now }).where('id', '=', userId).execute()
    if (formerSecret !== undefined) await removeSession(tx, formerSecret)
    return insertSession(tx, userId, now)
  })
}
