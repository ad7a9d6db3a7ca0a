import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { wakeHeldCase } from '../../case-runs/wake-held.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'

type Taking = { customerId: number; at: Date; byUser: string }

/** What the closing of these cases put on the blacklist ends; `which` says which closing (`b` is the entry, `c` its case). What stood there before stays. */
async function takeOff(tx: Transaction, { customerId, at, byUser }: Taking, reason: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ caseId: number }>`
    update blacklist b
    set kept_until = b.expires_at, expires_at = ${at}, removed_at = ${at}, removed_by = ${byUser},
      removed_reason = ${reason}
    from cases c
    where b.customer_id = ${customerId} and c.customer_id = b.customer_id and c.id = b.case_id
      and b.removed_at is null and ${which}
    returning c.id as "caseId"`.execute(tx)
  for (const caseId of new Set(rows.map((row) => row.caseId))) {
    await recordTimeline(tx, [{ customerId, caseId, event: 'personUnlisted', params: { reason }, byUser, at }])
    await wakeHeldCase(tx, { customerId, caseId }, at)
  }
  if (rows.length > 0) await notifyEngine(tx)
}

/** Cases are opened again: what their closing put on the blacklist ends. Call it while they are closed. */
export const unlistReopened = (tx: Transaction, taking: Taking, caseIds: readonly number[]) =>
  takeOff(
    tx,
    taking,
    'reopened',
    sql`c.id = any(${caseIds}::bigint[])
    and c.status = 'closed' and b.added_at = c.status_at`,
  )

/** An action of that moment is undone: what it put on the blacklist ends, and what it took off stands there again. */
export async function undoBlacklist(tx: Transaction, taking: Taking & { doneAt: Date }, caseIds: readonly number[]): Promise<void> {
  const { customerId, doneAt } = taking
  await takeOff(tx, taking, 'undone', sql`c.id = any(${caseIds}::bigint[]) and b.added_at = ${doneAt}`)
  await sql`
    update blacklist
    set expires_at = kept_until, kept_until = null, removed_at = null, removed_by = null, removed_reason = null
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and removed_at = ${doneAt}
      and removed_reason = 'reopened'`.execute(tx)
}
