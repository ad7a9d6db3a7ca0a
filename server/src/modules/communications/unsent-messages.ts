import { nextLetterAt } from '../letters/letters-of-case.ts'
import type { Db } from '../../platform/db/database.ts'

/** When the next message or letter of a case that has not left yet may go, or null when all have gone their way. */
export async function nextUnsentAt(db: Db, of: { customerId: number; caseId: number }): Promise<Date | null> {
  const { customerId, caseId } = of
  // By the case's messages: the outbox has no index on cases, which every claim and start would have to keep.
  const row = await db
    .selectFrom('communications as c')
    .innerJoin('outbox as o', (join) => join.onRef('o.customer_id', '=', 'c.customer_id').onRef('o.communication_id', '=', 'c.id'))
    .select((eb) => eb.fn.min('o.next_at').as('at'))
    .where('c.customer_id', '=', customerId)
    .where('c.case_id', '=', caseId)
    .where('c.state', '=', 'queued')
    .executeTakeFirst()
  const letterAt = await nextLetterAt(db, of)
  if (!row?.at) return letterAt
  return letterAt !== null && letterAt < row.at ? letterAt : row.at
}
