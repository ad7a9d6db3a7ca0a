import type { Db } from '../../../platform/db/database.ts'

/** Has a bailiff or its client this case at this moment? */
export async function isHandedOver(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<boolean> {
  const found = await db
    .selectFrom('hand_over_cases')
    .select('case_id')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', '=', 'handedOver')
    .executeTakeFirst()
  return found !== undefined
}
