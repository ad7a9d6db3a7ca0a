import { type LiveEvent, type LiveEventIds, type LiveEventKind, liveEvents } from '@regie/contract/live-events.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'
import { publisherOf, typeOf } from './live-event-sql.ts'

/** Says what changed, in the transaction of the change: received after the commit, never without it. */
export async function publish(tx: Transaction, event: LiveEvent): Promise<void> {
  await sql`select ${publishOf(event)}`.execute(tx)
}

/** SQL that says so, for the statement of the change. */
export function publishOf(event: LiveEvent): RawBuilder<unknown> {
  const { kind, ...ids } = event
  const fields = Object.entries(ids).map(([name, value]) => [name, sql`${value}::${sql.raw(typeOf(name))}`])
  return publisherWith(kind, Object.fromEntries(fields) as IdsInSql)
}

/** SQL that says so for each row of a statement; the ids of the event are SQL there. */
export function publishFrom<Kind extends LiveEventKind>(kind: Kind, ids: Record<keyof LiveEventIds<Kind>, RawBuilder<unknown>>) {
  return publisherWith(kind, ids)
}

type IdsInSql = Record<string, RawBuilder<unknown>>

function publisherWith(kind: LiveEventKind, ids: IdsInSql) {
  const name = sql.raw(publisherOf(kind))
  const values = liveEvents[kind].map((id) => ids[id] ?? sql`null`)
  return values.length === 0 ? sql`${name}()` : sql`${name}(${sql.join(values)})`
}

type CasesOfBatch = { customerId: number; batchId: number; caseIds: readonly number[] }

/** Says that these cases of a batch changed, and with them what the batch counts. */
export async function publishCasesChanged(tx: Transaction, { customerId, batchId, caseIds }: CasesOfBatch): Promise<void> {
  if (caseIds.length > 0) await sql`select ${publishOfCases(customerId, sql`${batchId}`, sql`${caseIds}::bigint[]`)}`.execute(tx)
}

/** SQL that says so, for the statement of the change; the batch and its cases are SQL there. */
export function publishOfCases(customerId: number, batchId: RawBuilder<unknown>, caseIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`notify_cases_changed(${customerId}, ${batchId}, ${caseIds})`
}
