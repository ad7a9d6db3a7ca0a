import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

type Batch = { customerId: number; id: number }

/** Cases after `afterCase` of which something left since, or is about to, go on while their batch is on trial. Answers how many. */
export async function letContactedPass(tx: Transaction, { customerId, id }: Batch, afterCase: number, since: Date): Promise<number> {
  const { rows } = await sql`
    update case_runs r
    set passes_trial = true
    where r.customer_id = ${customerId} and r.batch_id = ${id} and r.case_id > ${afterCase} and not r.passes_trial
      and exists (
        select from communications m
        where m.customer_id = r.customer_id and m.case_id = r.case_id and m.queued_at >= ${since}
          and m.state <> 'cancelled')
    returning r.case_id`.execute(tx)
  return rows.length
}

/** Of the next trial run only the first cases take part again. */
export async function letNobodyPass(tx: Transaction, { customerId, id }: Batch): Promise<void> {
  await sql`
    update case_runs
    set passes_trial = false
    where customer_id = ${customerId} and batch_id = ${id} and passes_trial`.execute(tx)
}

/** The runs after `afterCase` begin no sooner than `from`. Answers when the first of them does; null where nothing waits. */
export async function letRestBeginFrom(tx: Transaction, { customerId, id }: Batch, afterCase: number, from: Date): Promise<Date | null> {
  await sql`
    update case_runs
    set due_at = ${from}
    where customer_id = ${customerId} and batch_id = ${id} and case_id > ${afterCase} and not passes_trial
      and state in ('ready', 'sleeping') and due_at < ${from}`.execute(tx)
  const { rows } = await sql<{ first: Date | null }>`
    select min(due_at) as first
    from case_runs
    where customer_id = ${customerId} and batch_id = ${id} and case_id > ${afterCase} and not passes_trial
      and state in ('ready', 'sleeping')`.execute(tx)
  return rows[0]?.first ?? null
}
