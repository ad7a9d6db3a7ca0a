import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

type OfRun = { case: { customerId: number; caseId: number }; batchId: number }

/**
 * The words on the button that the person of a case pressed last under a WhatsApp message of its run; undefined: they pressed none. A press under a
 * message from before the case was opened again answers nothing that this run asked.
 */
export async function findPressed(db: Db, { case: { customerId, caseId }, batchId }: OfRun): Promise<string | undefined> {
  const { rows } = await sql<{ pressed: string }>`
    select i.pressed
    from incoming_messages i
    join communications m on m.customer_id = i.customer_id and m.id = i.communication_id and m.batch_id = ${batchId}
    where i.customer_id = ${customerId} and i.case_id = ${caseId} and i.pressed is not null
      and m.queued_at >= coalesce((
        select max(t.at)
        from timeline t
        where t.customer_id = i.customer_id and t.case_id = i.case_id
          and t.event in ('reopened', 'reopenedAnew', 'batchReopened')), '-infinity')
    order by i.id desc
    limit 1`.execute(db)
  return rows[0]?.pressed
}
