import { sql } from 'kysely'
import type { ProviderSettings } from '@regie/contract/providers.ts'
import type { Db } from '../../../platform/db/database.ts'

type Lines = { table: 'sms_lines' | 'voice_lines'; kind: ProviderSettings['kind']; engineId: number }

/** The providers of a kind whose connections this engine keeps from now on: those that no other living engine keeps. One engine has one for itself. */
export async function takeLines(db: Db, { table, kind, engineId }: Lines): Promise<number[]> {
  const lines = sql.table(table)
  const { rows } = await sql<{ id: number }>`
    with mine as materialized (select id from engines where id = ${engineId} and lease_until > now() for key share),
    wanted as (select customer_id, id from providers where kind = ${kind} and state <> 'off'),
    gone as (
      delete from ${lines} l
      where l.engine_id = ${engineId}
        and not exists (select from wanted w where w.customer_id = l.customer_id and w.id = l.provider_id)),
    taken as (
      insert into ${lines} as l (customer_id, provider_id, engine_id)
      select w.customer_id, w.id, m.id from wanted w cross join mine m
      on conflict (customer_id, provider_id) do update set engine_id = excluded.engine_id
        where l.engine_id = excluded.engine_id
          or not exists (select from engines e where e.id = l.engine_id and e.lease_until > now())
      returning provider_id)
    select provider_id as id from taken`.execute(db)
  return rows.map(({ id }) => id)
}
