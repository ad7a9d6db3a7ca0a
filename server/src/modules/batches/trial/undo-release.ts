import type { LeftAloneReason } from '@regie/contract/undo.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UndoEntry } from '../../undo-entries/undo-entry-queries.ts'
import { letContactedPass, letNobodyPass } from '../../case-runs/pass-trial.ts'
import { changeBatch, selectBatchForUpdate } from '../batch-changes.ts'

/** What a trial run was before its rest was let go. */
const Released = z.object({ batchId: z.number(), trial: z.unknown(), trialUntilCase: z.number() })

type Undone = { restored: number; leftAlone: Partial<Record<LeftAloneReason, number>> }

/** The trial run goes on, and cases that were not contacted yet wait for its end again; who was contacted goes on. Nothing where all were, or the batch began another since. */
export async function undoRelease(tx: Transaction, { customerId, at, before, count }: UndoEntry): Promise<Undone> {
  const { release } = z.object({ release: Released }).parse(before)
  const batch = await selectBatchForUpdate(tx, release.batchId)
  const { rows } = await sql<{ hasTrial: boolean }>`
    select trial is not null as "hasTrial"
    from batches
    where customer_id = ${customerId} and id = ${batch.id}`.execute(tx)
  if (rows[0]?.hasTrial || batch.status === 'closed') return { restored: 0, leftAlone: { batchChanged: 1 } }
  const contacted = await letContactedPass(tx, batch, release.trialUntilCase, at)
  // Nobody is left to wait: a trial that came back would be one without a rest.
  if (contacted > 0 && contacted >= count) {
    await letNobodyPass(tx, batch)
    return { restored: 0, leftAlone: { contacted } }
  }
  await changeBatch(tx, batch, { trial: JSON.stringify(release.trial), trial_until_case: release.trialUntilCase })
  return { restored: Math.max(0, count - contacted), leftAlone: { contacted } }
}
