import { sql } from 'kysely'

/** SQL: the name of a user, or his username when he has none. `alias` is the table users. */
export function userName(alias: string) {
  const { ref } = sql
  return sql<string>`coalesce(nullif(concat_ws(' ', nullif(${ref(`${alias}.first_name`)}, ''),
      nullif(${ref(`${alias}.middle_name`)}, ''), nullif(${ref(`${alias}.last_name`)}, '')),
      ''),
      ${ref(`${alias}.username`)}, '')`
}
