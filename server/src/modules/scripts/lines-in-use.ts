import { sql } from 'kysely'

/** SQL: the cases of a script that are busy now, from the kept counters. `script` is the alias of the scripts table. */
export function linesInUse(script: string) {
  const { ref } = sql
  return sql<number>`(select coalesce(sum(k.busy), 0)::int
      from batches b
      join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
    where b.customer_id = ${ref(`${script}.customer_id`)} and b.script_id = ${ref(`${script}.id`)})`
}
