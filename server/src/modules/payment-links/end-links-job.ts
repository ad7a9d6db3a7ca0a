import { sql } from 'kysely'
import type { JobPayload, JobRun } from '../../jobs/job-catalogue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { isListedInBefore } from '../undo-entries/undo-entry-queries.ts'
import { asksAnother, endedForAmount, endLinks, reviveLinks } from './end-links.ts'

type Payload = JobPayload<'endPaymentLinks'>

// Some tenths of a second: a payer who comes at the same moment does not wait.
const linksPerPart = 500

/** Job: ends the open links of a batch that was closed, or of a case that owes another amount or nothing, part by part. Run again it goes on with what is left. */
export async function endPaymentLinks(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  payload: Payload,
  run: Pick<JobRun, 'signal'>,
): Promise<void> {
  for (let more = true; more; ) {
    run.signal.throwIfAborted()
    more = await tryThrice(() => db.transaction().execute((tx) => endPart(tx, payload, clock.now())))
  }
}

/** True when there may be more. */
async function endPart(tx: Transaction, { customerId, of, byUser: user, revives }: Payload, at: Date): Promise<boolean> {
  // Empty: nobody of the staff, but a payer who paid a part.
  const byUser = user === '' ? null : user
  if ('caseId' in of) {
    // As it is now: the amount may have changed again, and a link for it may have been made.
    const outdated = sql`l.case_id = ${of.caseId} and ${asksAnother}`
    const { undoEntryId, why = undoEntryId === undefined ? 'amountChanged' : 'paymentBooked' } = of
    await endLinks(tx, { customerId, why, at, byUser, undoEntryId: undoEntryId ?? null }, outdated)
    const ofAmount = sql`l.case_id = ${of.caseId} and ${endedForAmount}`
    if (revives) await reviveLinks(tx, { customerId, at, byUser: user }, ofAmount)
    return false
  }
  const { batchId, undoEntryId } = of
  // Whoever undoes the closing waits for this part and lets no other begin.
  if (!(await isListedInBefore(tx, { customerId, id: undoEntryId }, 'linksOf', { batchId }))) return false
  const ofClosedCases = sql`l.batch_id = ${batchId} and exists (
    select from cases c
    where c.customer_id = l.customer_id and c.id = l.case_id and c.status = 'closed')`
  const ending = { customerId, why: 'batchClosed', at, byUser, undoEntryId } as const
  return (await endLinks(tx, ending, ofClosedCases, linksPerPart)) === linksPerPart
}
