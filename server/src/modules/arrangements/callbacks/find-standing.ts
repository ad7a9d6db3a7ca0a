import type { Db } from '../../../platform/db/database.ts'

/** The first call-back of a case that is still to come; null: none stands. */
export async function findStandingCallback(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<number | null> {
  const found = await db
    .selectFrom('callbacks')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .orderBy('at')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id ?? null
}
