import { type RefusalReason, unreachableReasons } from '@regie/contract/cases.ts'
import type { Db } from '../../platform/db/database.ts'

type CaseRef = { customerId: number; caseId: number }

/** Was this person ever written to, by post too, or called about the case, or is that about to happen? */
export async function hasAttempt(db: Db, of: CaseRef): Promise<boolean> {
  const { customerId, caseId } = of
  const row = await db
    .selectFrom('communications')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', '<>', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined || hasLetter(db, of)
}

/** Why the last step that could not reach the person was left out, of a case to which nothing was ever sent; null where something was, or nothing was left out. `known` is what the walk saw itself. */
export async function findReasonWithoutAttempt(db: Db, ref: CaseRef, known: RefusalReason | null): Promise<RefusalReason | null> {
  if (await hasAttempt(db, ref)) return null
  if (known !== null) return known
  const rows = await db
    .selectFrom('timeline')
    .select('params')
    .where('customer_id', '=', ref.customerId)
    .where('case_id', '=', ref.caseId)
    .where('event', 'in', ['held', 'emailCancelled', 'smsCancelled', 'callCancelled', 'letterRefused'])
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const reasons = rows.map(({ params }) => (params as { reason?: string } | null)?.reason)
  return unreachableReasons.find((reason) => reasons.includes(reason)) ?? null
}

/** Did this person get a letter about the case, or are they about to? */
async function hasLetter(db: Db, { customerId, caseId }: CaseRef): Promise<boolean> {
  const row = await db
    .selectFrom('letters')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', 'not in', ['cancelled', 'refused'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
