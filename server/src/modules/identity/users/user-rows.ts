import type { UserRow } from '@regie/contract/users.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isoText } from '../../../platform/db/prepared.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { visibleUsers } from '../../rights/visible-users.ts'

const hasLink = (now: Date) =>
  sql`exists (select from password_links l where l.user_id = u.id and l.sent_to = u.email and l.expires_at > ${now})`

/** How an account stands, in the words of the contract. Who signs in through his organisation needs no password to be active. */
export const stateOf = (now: Date): RawBuilder<UserRow['state']> => sql`case
  when u.locked_at is not null then 'locked'
  when u.password_hash is null and not exists (select from sso_subjects s where s.user_id = u.id)
    then case when ${hasLink(now)} then 'invited' else 'inviteExpired' end
  when u.delayed_until > ${now} then 'delayed' else 'active' end`

/** A row of the user manager, of what a query calls `u` of the view staff. Groups of customers that the caller does not serve stay out. */
export const userColumns = (caller: Caller, now: Date) => sql`
  u.id as "userID", u.contact_id as "contactID",
    u.username, u.initials, u.first_name as "firstName", u.middle_name as "middleName",
    u.last_name as "lastName",
  u.email, u.phone, u.mobile, u.customer_id as "customerID", ${stateOf(now)} as state,
    ${sql.raw(isoText('u.last_login_at'))} as "lastLoginAt",
  (select coalesce(json_agg(json_build_object('groupID', g.id, 'name', g.name) order by lower(g.name)), '[]')
    from right_group_members m join right_groups g on g.id = m.group_id
    where m.user_id = u.id
      and (g.customer_id is null or g.customer_id = any(${[...caller.customerIds]}::bigint[]))) as groups,
  (select coalesce(json_agg(f.type order by f.place), '[]') from (
    select type, confirmed_at as place from user_factors where user_id = u.id and confirmed_at is not null
    union all
    select 'passkey', min(created_at)
    from passkeys
    where user_id = u.id
    having count(*) > 0) f) as "twoFactor",
  coalesce(
    (select json_build_object('hint', k.hint, 'createdAt', ${sql.raw(isoText('k.created_at'))}, 'lastUsedAt',
      ${sql.raw(isoText('k.last_used_at'))}, 'lastUsedFrom', k.last_used_from)
      from api_keys k where k.user_id = u.id),
    '{"hint":null,"createdAt":null,"lastUsedAt":null,"lastUsedFrom":null}'::json) as "apiKey",
  case when u.password_hash is null then (
    select ${sql.raw(isoText('max(l.expires_at)'))} from password_links l where l.user_id = u.id)
      end as "inviteExpiresAt",
  u.version`

/** A user that the caller may see. */
export async function findUserRow(db: Db, caller: Caller, userId: number, now: Date): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
      select ${userColumns(caller, now)} from staff u where u.id = ${userId} and ${visibleUsers(caller)}`.execute(db)
  if (!rows[0]) throw new AppError('user.notFound')
  return rows[0]
}
