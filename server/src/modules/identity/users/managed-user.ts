import { settingsOf } from '@regie/contract/login.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { beginRightsChange, type Granter, mustStandAbove } from '../../rights/right-guards.ts'
import { visibleUsers } from '../../rights/visible-users.ts'

/** An account that a manager holds in his hand. */
export type ManagedUser = {
  id: number
  username: string
  email: string
  mobile: string
  first_name: string
  last_name: string
  version: number
  locked_at: Date | null
  hasPassword: boolean
  locale: Locale
  granter: Granter
}

type Options = {
  /** The right that the action needs. */
  right: number
  /** What nobody does to his own account here: lock it, or get around the password that the account screen asks. */
  notYourself?: boolean
}

/** Takes a user for a change by a manager, who must see him and stand above him at this moment. */
export async function selectUserForUpdate(
  tx: Transaction,
  caller: Caller,
  userId: number,
  { right, notYourself = false }: Options,
): Promise<ManagedUser> {
  const granter = await beginRightsChange(tx, caller, right)
  const { rows } = await sql<Omit<ManagedUser, 'locale' | 'granter'> & { settings: unknown }>`
    select u.id, u.username, u.email, u.mobile, u.first_name, u.last_name, u.version, u.locked_at,
      u.password_hash is not null as "hasPassword", u.settings
    from staff u where u.id = ${userId} and ${visibleUsers(caller)} for update of u`.execute(tx)
  const [user] = rows
  if (!user) throw new AppError('user.notFound')
  if (notYourself && userId === caller.userId) throw new AppError('user.yourself')
  await mustStandAbove(tx, granter, [userId])
  const { settings, ...its } = user
  return { ...its, locale: settingsOf(settings).locale, granter }
}
