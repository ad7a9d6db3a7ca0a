import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** Takes away who helped with the debts of these cases and what was written of their interruptions; the days stay. The cases are of nobody by now. */
export async function forgetDebtLaw(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  const ofCases = sql`customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`
  await sql`update debt_help set organisation = '–', reference = '' where ${ofCases}`.execute(tx)
  await sql`
    update interruptions
    set note = '', withdrawn_reason = case when withdrawn_at is null then null else '–' end
    where ${ofCases}`.execute(tx)
}
