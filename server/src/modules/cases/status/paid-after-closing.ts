import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { changeCase } from '../case-changes.ts'
import { openCents } from '../money/open-amount.ts'
import { settleEndedPromises } from './end-promises.ts'

// Whatever a case was closed with: once it is paid for in full it counts as paid, and when that money is taken back it counts as before.

type CaseRef = { customerId: number; caseId: number }
type By = { at: Date; byUser: string | null }

/** Gives a closed case of which nothing is open any more the result of one that is paid. Its caller has locked it. */
export async function markPaidAfterClosing(tx: Transaction, ref: CaseRef, by: By): Promise<void> {
  const closed = await findClosed(tx, ref)
  if (closed && closed.isPaid && closed.result !== 'BET') await giveResult(tx, ref, { result: 'BET', byBatch: false }, by)
}

/** Gives a case that was paid for after it was closed the result of its closing again, when something is open anew. */
export async function unmarkPaidAfterClosing(tx: Transaction, ref: CaseRef, by: By): Promise<void> {
  const closed = await findClosed(tx, ref)
  if (!closed || closed.isPaid || closed.result !== 'BET') return
  const { closedWith } = closed
  if (closedWith !== null && closedWith.result !== 'BET') await giveResult(tx, ref, closedWith, by)
}

/** A batch that is opened again takes along those that it closed. */
type Closing = { result: string; byBatch: boolean }
type Closed = { result: string | null; isPaid: boolean; closedWith: Closing | null }

async function findClosed(tx: Transaction, { customerId, caseId }: CaseRef): Promise<Closed | undefined> {
  const { rows } = await sql<Closed>`
    select c.result, coalesce(${sql.raw(openCents('c'))}, 0) = 0 and c.paid_cents > 0 as "isPaid", (
        select json_build_object('result', t.params ->> 'result', 'byBatch', t.event = 'batchClosed')
        from timeline t
        where t.customer_id = c.customer_id and t.case_id = c.id and t.event in ('closed', 'batchClosed')
        order by t.at desc, t.id desc
        limit 1) as "closedWith"
    from cases c
    where c.customer_id = ${customerId} and c.id = ${caseId} and c.status = 'closed'`.execute(tx)
  return rows[0]
}

async function giveResult(tx: Transaction, { customerId, caseId }: CaseRef, { result, byBatch }: Closing, { at, byUser }: By) {
  await changeCase(tx, { customerId, caseId }, at, { result, last_result: result, closed_by_batch: byBatch })
  await settleEndedPromises(tx, { customerId, caseIds: [caseId] })
  await recordTimeline(tx, [{ customerId, caseId, event: 'resultSet', params: { result }, byUser, at }])
}
