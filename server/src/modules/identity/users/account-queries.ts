import { settingsOf } from '@regie/contract/login.ts'
import type { accountApi, OwnContact } from '@regie/contract/account.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { findApiKeyState } from './api-key.ts'

const dayMs = 24 * 60 * 60_000

export async function findAccountRow(db: Db, userId: number) {
  const row = await db
    .selectFrom('staff as u')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.id', 'u.username', 'u.initials', 'u.first_name', 'u.middle_name', 'u.last_name', 'u.email', 'u.phone', 'u.mobile'])
    .select(['u.settings', 'u.password_hash', 'u.password_changed_at', 'u.created_at', 'u.version', 'c.password_expiry_days'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('login.required')
  return row
}

type ContactRow = Pick<
  Awaited<ReturnType<typeof findAccountRow>>,
  'initials' | 'first_name' | 'middle_name' | 'last_name' | 'email' | 'phone' | 'mobile' | 'version'
>

export function ownContactOf(row: ContactRow): OwnContact {
  const { initials, email, phone, mobile, version } = row
  return {
    contact: { initials, firstName: row.first_name, middleName: row.middle_name, lastName: row.last_name, email, phone, mobile },
    version,
  }
}

/** The account of the caller, as his own screen shows it. */
export async function findAccount(db: Db, caller: Caller): Promise<ResponseOf<typeof accountApi.get>> {
  const row = await findAccountRow(db, caller.userId)
  const groups = await db
    .selectFrom('right_group_members as m')
    .innerJoin('right_groups as g', 'g.id', 'm.group_id')
    .select('g.name')
    .where('m.user_id', '=', caller.userId)
    .orderBy('g.name')
    .execute()
  const hasPassword = row.password_hash !== null
  const since = row.password_changed_at ?? row.created_at
  const expires = hasPassword && row.password_expiry_days !== null ? new Date(since.getTime() + row.password_expiry_days * dayMs) : null
  return {
    username: row.username,
    ...ownContactOf(row),
    locale: settingsOf(row.settings).locale,
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    passwordExpiresAt: expires?.toISOString() ?? null,
    hasPassword,
    groups: groups.map(({ name }) => name),
    apiKey: await findApiKeyState(db, caller.userId),
  }
}
