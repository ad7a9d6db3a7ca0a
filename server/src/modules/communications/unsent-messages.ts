import type { Db } from '../../platform/db/database.ts'

/** When the next message of a case that has not left yet may go, or null when all have gone their way. */
export async function nextUnsentAt(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<Date | null> {
  const row = await db
    .selectFrom('communications')
    .select((eb) => eb.fn.min('next_at').as('at'))
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', 'in', ['queued', 'claimed', 'started'])
    .executeTakeFirst()
  return row?.at ?? null
}
