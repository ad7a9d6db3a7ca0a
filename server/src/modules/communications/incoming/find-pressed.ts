import type { Db } from '../../../platform/db/database.ts'

/** The words on the button that the person of a case pressed last under a WhatsApp message; undefined: they pressed none. */
export async function findPressed(db: Db, { customerId, caseId }: { customerId: number; caseId: number }): Promise<string | undefined> {
  const row = await db
    .selectFrom('incoming_messages')
    .select('pressed')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('pressed', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.pressed ?? undefined
}
