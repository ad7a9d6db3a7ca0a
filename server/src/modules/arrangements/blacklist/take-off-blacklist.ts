import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { KeptAddress } from '../../cases/search/list-cases-with.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { addressesListed, addressesReleased } from './blacklist-changed.ts'

type Taking = { customerId: number; at: Date; byUser: string }

/** What the closing of these cases put on the blacklist ends; `which` says which closing (`b` is the entry, `c` its case). What stood there before stays. */
async function takeOff(tx: Transaction, { customerId, at, byUser }: Taking, reason: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<KeptAddress & { caseId: number }>`
    update blacklist b
    set kept_until = b.expires_at, expires_at = ${at}, removed_at = ${at}, removed_by = ${byUser},
      removed_reason = ${reason}
    from cases c
    where b.customer_id = ${customerId} and c.customer_id = b.customer_id and c.id = b.case_id
      and b.removed_at is null and ${which}
    returning c.id as "caseId", b.kind, b.value`.execute(tx)
  const caseIds = [...new Set(rows.map((row) => row.caseId))]
  await recordTimeline(
    tx,
    caseIds.map((caseId) => ({ customerId, caseId, event: 'personUnlisted', params: { reason }, byUser, at })),
  )
  if (rows.length > 0) await addressesReleased(tx, customerId, rows, at)
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
  const { customerId, doneAt, at } = taking
  await takeOff(tx, taking, 'undone', sql`c.id = any(${caseIds}::bigint[]) and b.added_at = ${doneAt}`)
  const { rows } = await sql<KeptAddress>`
    update blacklist
    set expires_at = kept_until, kept_until = null, removed_at = null, removed_by = null, removed_reason = null
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and removed_at = ${doneAt}
      and removed_reason = 'reopened'
    returning kind, value`.execute(tx)
  if (rows.length > 0) await addressesListed(tx, customerId, rows, at)
}
