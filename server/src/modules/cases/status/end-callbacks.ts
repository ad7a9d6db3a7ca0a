import type { UndoneAction } from '@regie/contract/timeline-events.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

type Cases = { customerId: number; caseIds: readonly number[] }

// Which call-backs ended with its closing stays known while a case is open again, as end-promises.ts has it of promises.

/** Nobody calls back about a closed case: the open call-backs of cases that are about to close end with them. What ended with an earlier closing stays ended. */
export async function endCallbacks(tx: Transaction, { customerId, caseIds }: Cases): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    update callbacks
    set state = case when state = 'open' then 'cancelled' else state end, ended_by_closing = state = 'open',
      version = version + (state = 'open')::int
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and (ended_by_closing or state = 'open')`.execute(tx)
}

/**
 * The call-backs that ended with these cases are open again: all of them where closing is undone (`from` null), those still to come where a case is
 * reopened later. Those that are past stay ended, and no later closing brings them back.
 */
export async function reviveCallbacks(tx: Transaction, { customerId, caseIds }: Cases, from: Date | null): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    update callbacks
    set state = 'open', ended_by_closing = false, version = version + 1
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and ended_by_closing
      and (${from}::timestamptz is null or at > ${from})`.execute(tx)
}

/** Where undoing puts cases back: those that it opens have their call-backs again, those that stand closed end theirs. */
export function putCallbacksBack(tx: Transaction, cases: Cases, what: UndoneAction): Promise<void> {
  return what === 'closed' ? reviveCallbacks(tx, cases, null) : endOpen(tx, cases)
}

async function endOpen(tx: Transaction, { customerId, caseIds }: Cases): Promise<void> {
  await sql`
    update callbacks k
    set state = 'cancelled', ended_by_closing = true, version = k.version + 1
    from cases c
    where k.customer_id = ${customerId} and k.case_id = any(${caseIds}::bigint[]) and k.state = 'open'
      and c.customer_id = k.customer_id and c.id = k.case_id and c.status = 'closed'`.execute(tx)
}
