import type { LiveEvent } from '@regie/contract/live-events.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'

/** The channel of PostgreSQL that carries the live events. */
export const liveChannel = 'live'

/** Says what changed, in the transaction of the change: received after the commit, never without it. */
export async function publish(tx: Transaction, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(event)})`.execute(tx)
}

type FieldsOf<Kind extends LiveEvent['kind']> = Omit<Extract<LiveEvent, { kind: Kind }>, 'kind'>

/** SQL that says so for each row of a statement; the fields of the event are SQL there. */
export function publishFrom<Kind extends LiveEvent['kind']>(kind: Kind, fields: Record<keyof FieldsOf<Kind>, RawBuilder<unknown>>) {
  const parts = Object.entries<RawBuilder<unknown>>(fields).map(([name, value]) => sql`, ${sql.lit(name)}, ${value}`)
  return sql`pg_notify(${liveChannel}, json_build_object('kind', ${sql.lit(kind)}${sql.join(parts, sql``)})::text)`
}

type CasesOfBatch = { customerId: number; batchId: number; caseIds: readonly number[] }

/** Says that these cases of a batch changed, and with them what the batch counts. */
export async function publishCasesChanged(tx: Transaction, { customerId, batchId, caseIds }: CasesOfBatch): Promise<void> {
  const [caseId] = caseIds
  if (caseId === undefined) return
  if (caseIds.length === 1) {
    await publish(tx, { kind: 'case.changed', customerId, batchId, caseId })
    return publish(tx, { kind: 'batch.changed', customerId, batchId })
  }
  // In portions that fit into a notification (server/sql/cases-changed.sql).
  await sql`select notify_cases_changed(${customerId}, ${batchId}, ${caseIds}::bigint[])`.execute(tx)
}
