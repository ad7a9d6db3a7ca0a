import { sql } from 'kysely'
import type { Db } from './database.ts'

/** SQL: the name of a user, or his username when he has none. `alias` is the view staff. */
export function userName(alias: string) {
  const { ref } = sql
  return sql<string>`coalesce(nullif(concat_ws(' ', nullif(${ref(`${alias}.first_name`)}, ''),
      nullif(${ref(`${alias}.middle_name`)}, ''), nullif(${ref(`${alias}.last_name`)}, '')),
      ''),
      ${ref(`${alias}.username`)}, '')`
}

/** The names of the people with these login names, whatever their case, by the login name in lower case. Who is not found has none. */
export async function namesByLogin(db: Db, logins: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(logins.map((login) => login.toLowerCase()))]
  if (wanted.length === 0) return new Map()
  const users = db
    .selectFrom('staff as u')
    .select((build) => [build.fn<string>('lower', ['u.username']).as('login'), userName('u').as('name')])
  const found = await users.where((build) => build.fn('lower', ['u.username']), 'in', wanted).execute()
  return new Map(found.map(({ login, name }) => [login, name]))
}
