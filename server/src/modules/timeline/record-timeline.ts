import type { TimelineEvent } from '@regie/contract/timeline-events.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

type About = { communicationId?: number; simulated?: boolean; byUser?: string | null; at?: Date }

/** One line of the timeline of one case. */
export type TimelineEntry = TimelineEvent & About & { customerId: number; caseId: number }
/** What a step of a script or a change of a case adds, whose case is known. */
export type TimelineNote = TimelineEvent & About

/** Adds what happened to the timelines of cases; in the transaction of what happened, so that one is never without the other. */
export async function recordTimeline(tx: Transaction, entries: readonly TimelineEntry[]): Promise<void> {
  if (entries.length > 0) await sql`select ${recordOf(entries)}`.execute(tx)
}

/** SQL that adds them, for the statement of what happened. */
export function recordOf(entries: readonly TimelineEntry[]): RawBuilder<unknown> {
  return sql`record_timeline(
    ${entries.map((entry) => entry.customerId)}::bigint[],
    ${entries.map((entry) => entry.caseId)}::bigint[],
    ${entries.map((entry) => entry.event)}::text[],
    ${entries.map((entry) => JSON.stringify(entry.params ?? {}))}::jsonb[],
    ${entries.map((entry) => entry.at ?? null)}::timestamptz[],
    ${entries.map((entry) => entry.byUser ?? null)}::text[],
    ${entries.map((entry) => entry.communicationId ?? null)}::bigint[],
    ${entries.map((entry) => entry.simulated ?? false)}::boolean[])`
}

type OfAll = { customerId: number; at: Date; byUser: string | null }

/** SQL that adds the same event to many cases of a customer, for the statement that changes them; `caseIds` is an array there. */
export function recordForAll(line: TimelineEvent & OfAll, caseIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`record_timeline(
    array[${line.customerId}::bigint], ${caseIds}, array[${line.event}::text],
    array[${JSON.stringify(line.params ?? {})}::jsonb], array[${line.at}::timestamptz], array[${line.byUser}::text])`
}
