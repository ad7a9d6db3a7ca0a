import type { TimelineItem } from '@regie/contract/cases.ts'
import type { Transaction } from '../../platform/db/database.ts'

export type TimelineEntry = {
  customerId: number
  caseId: number
  kind: TimelineItem['kind']
  event: string
  params?: Record<string, string | number>
  communicationId?: number
  simulated?: boolean
  byUser?: string
  at?: Date
}

/** Adds what happened to the timelines of cases; in the transaction of what happened, so that one is never without the other. */
export async function recordTimeline(tx: Transaction, entries: readonly TimelineEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('timeline')
    .values(
      entries.map((entry) => ({
        customer_id: entry.customerId,
        case_id: entry.caseId,
        kind: entry.kind,
        event: entry.event,
        params: JSON.stringify(entry.params ?? {}),
        communication_id: entry.communicationId ?? null,
        simulated: entry.simulated ?? false,
        by_user: entry.byUser ?? null,
        ...(entry.at && { at: entry.at }),
      })),
    )
    .execute()
}
