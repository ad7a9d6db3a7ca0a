import type { Client } from 'pg'

/**
 * Fills tables as fast as PostgreSQL can: without triggers and foreign key checks, and with the indexes made afterwards.
 * Only for seeding: what the triggers would have kept must be filled in by `load` itself.
 */
export async function bulkLoad(client: Client, tables: readonly string[], load: () => Promise<void>) {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  )
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await load()
  for (const { definition } of indexes) await client.query(definition)
  await client.query('reset session_replication_role; reset synchronous_commit')
}
