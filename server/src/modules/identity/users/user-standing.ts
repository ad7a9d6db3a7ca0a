import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { passwordAllowed } from '../passwords/password-allowed.ts'

/** SQL: the union of the groups' rights of user `u`, in ascending order. */
export const rightsOfUser = `(select coalesce(json_agg(distinct o.code), '[]') from right_group_members m
      join right_group_objects g on g.group_id = m.group_id join right_objects o on o.id = g.object_id
      where m.user_id = u.id) as rights`

/** SQL: has user `u` a second factor of their own? */
export const hasOwnFactor = `(exists (select from user_factors where user_id = u.id and confirmed_at is not null)
    or exists (select from passkeys where user_id = u.id))`

/** SQL: is the password of user `u` older than their customer `c` allows, at the time in parameter `now`? */
export const hasExpiredPassword = (
  now: string,
) => `(u.password_hash is not null and c.password_expiry_days is not null and ${passwordAllowed}
    and coalesce(u.password_changed_at, u.created_at) + make_interval(days => c.password_expiry_days) <= ${now})`

// The provider of single sign-on asked for the factor at every sign-in that is still open.
const factorByProvider = `(exists (select from sso_subjects where user_id = u.id)
    and not exists (select from sessions where user_id = u.id and not provider_factor))`

/** SQL: how far user `u` of customer `c` is outside any session, by the rules of signing in: for API keys and for work that goes on without its user. */
export const stageOutsideSession = (now: string) => `case
      when ${hasExpiredPassword(now)} and not exists (select from sso_subjects where user_id = u.id) then 'passwordExpired'
      when c.enforce_two_factor and not ${hasOwnFactor} and not ${factorByProvider} then '2faSetup'
      else 'full'
    end`

/**
 * The rights of a user at this moment: none when they are locked, when their organisation demands a second factor that they do not have, or when their
 * password has expired. Those of a machine are what its key has and its maker still has. Work that outlives its request asks before each part. Call it
 * where all customers are visible: a user's home counts too.
 */
export async function findRightsNow(db: Db, userId: number, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ rights: number[]; keyed: Keyed | null }>`
    select ${sql.raw(rightsOfUser)},
      (select json_build_object('rights', k.rights, 'customerId', k.customer_id, 'madeBy', k.made_by)
        from machine_keys k
        where k.user_id = u.id) as keyed
    from (select ${userId}::bigint as user_id, ${now}::timestamptz as at) asked
    join users u on u.id = asked.user_id
    left join customers c on c.id = u.customer_id
    where u.locked_at is null and (u.is_machine or ${sql.raw(stageOutsideSession('asked.at'))} = 'full')`.execute(db)
  const [found] = rows
  if (!found?.keyed) return found?.rights ?? []
  const { rights, customerId, madeBy } = found.keyed
  return madeBy === null ? [] : rightsOfKey({ rights, customerId }, await findRightsNow(db, madeBy, now))
}

type Keyed = { rights: readonly number[]; customerId: number; madeBy: number | null }

/** What a key may: its own rights and its customer, as far as its maker has them; nothing when its maker no longer serves the customer. */
export function rightsOfKey({ rights, customerId }: Omit<Keyed, 'madeBy'>, held: readonly number[]): readonly number[] {
  const ofCustomer = ownCustomerRight(customerId)
  return held.includes(ofCustomer) ? [...rights.filter((code) => held.includes(code)), ofCustomer].toSorted((a, b) => a - b) : []
}
