import type { Pool } from 'pg'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { withoutEvents } from '../../../platform/db/scope.ts'

export type Account = NonNullable<Awaited<ReturnType<typeof findUserByName>>>

const accountByName = prepared<Account>(
  'account-by-name',
  `select id, username, password_hash, locked_at, email, first_name, last_name, settings, customer_id
    from staff
    where lower(username) = $1`,
)

/** What signing in needs to know of an account; names are compared without upper and lower case. */
export async function findAccount(pool: Pool, username: string): Promise<Account | undefined> {
  const [account] = await withoutEvents(() => accountByName(pool, [username.trim().toLowerCase()]))
  return account
}

/** The same in a transaction. */
export function findUserByName(db: Db, username: string) {
  return db
    .selectFrom('staff')
    .select(['id', 'username', 'password_hash', 'locked_at', 'email', 'first_name', 'last_name', 'settings', 'customer_id'])
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', username.trim().toLowerCase()))
    .executeTakeFirst()
}

const own = [
  'id',
  'username',
  'customer_id',
  'initials',
  'first_name',
  'middle_name',
  'last_name',
  'email',
  'phone',
  'mobile',
  'settings',
  'password_hash',
  'locked_at',
] as const

export async function findUser(db: Db, userId: number) {
  const user = await db.selectFrom('staff').select(own).where('id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('login.required')
  return user
}

/** The same, held against other changes until the transaction ends. */
export async function findUserForChange(tx: Transaction, userId: number) {
  const user = await tx
    .selectFrom('staff')
    .select([...own, 'password_changed_at', 'created_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('login.required')
  return user
}

/** How a mail addresses somebody: his first name, or what else is known of him. */
export const callNameOf = (user: { first_name: string; last_name: string; username: string }) =>
  user.first_name || user.last_name || user.username
