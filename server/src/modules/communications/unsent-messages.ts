import type { Db } from '../../platform/db/database.ts'

/** When the next message or letter of a case that has not left yet may go, and whether it waits for a letter; null when all have gone their way. */
export async function nextUnsent(db: Db, of: { customerId: number; caseId: number }): Promise<{ at: Date; hasLetter: boolean } | null> {
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
  const first = [row?.at ?? null, letterAt].filter((at) => at !== null).toSorted((one, other) => one.getTime() - other.getTime())[0]
  return first === undefined ? null : { at: first, hasLetter: letterAt !== null }
}

/** When a letter of a case is looked at that no print shop is about to get yet; null: there is none. */
async function nextLetterAt(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<Date | null> {
  const row = await db
    .selectFrom('letters')
    .select((eb) => eb.fn.min('next_at').as('at'))
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', 'in', ['drawing', 'queued'])
    .where('print_batch_id', 'is', null)
    .executeTakeFirst()
  return row?.at ?? null
}
