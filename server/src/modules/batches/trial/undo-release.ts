import type { LeftAloneReason } from '@regie/contract/undo.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UndoEntry } from '../../undo-entries/undo-entry-queries.ts'
import { changeBatch, selectBatchForUpdate } from '../batch-changes.ts'

/** What a trial run was before its rest was let go. */
const Released = z.object({ batchId: z.number(), trial: z.unknown(), trialUntilCase: z.number() })

type Undone = { restored: number; leftAlone: Partial<Record<LeftAloneReason, number>> }

/** The trial run goes on, and cases that were not contacted yet wait for its end again. Nothing where the batch began another since. */
export async function undoRelease(tx: Transaction, { customerId, at, before, count }: UndoEntry): Promise<Undone> {
  const { release } = z.object({ release: Released }).parse(before)
  const batch = await selectBatchForUpdate(tx, release.batchId)
  const { rows } = await sql<{ hasTrial: boolean }>`
    select trial is not null as "hasTrial"
    from batches
    where customer_id = ${customerId} and id = ${batch.id}`.execute(tx)
  if (rows[0]?.hasTrial || batch.status === 'closed') return { restored: 0, leftAlone: { batchChanged: 1 } }
  await changeBatch(tx, batch, { trial: JSON.stringify(release.trial), trial_until_case: release.trialUntilCase })
  const contacted = await countContacted(tx, { customerId, batchId: batch.id, after: release.trialUntilCase, since: at })
  return { restored: Math.max(0, count - contacted), leftAlone: { contacted } }
}

type Asked = { customerId: number; batchId: number; after: number; since: Date }

/** Cases of which something left since, or is about to. */
async function countContacted(tx: Transaction, { customerId, batchId, after, since }: Asked): Promise<number> {
  const { rows } = await sql<{ cases: number }>`
    select count(*)::int as cases
    from cases c
    where c.customer_id = ${customerId} and c.batch_id = ${batchId} and c.id > ${after}
      and exists (
        select from communications m
        where m.customer_id = c.customer_id and m.case_id = c.id and m.queued_at >= ${since}
          and m.state <> 'cancelled')`.execute(tx)
  return rows[0]?.cases ?? 0
}
