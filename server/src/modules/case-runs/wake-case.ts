import { sql } from 'kysely'
import { notifyEngine } from './notify-engine.ts'
import type { Transaction } from '../../platform/db/database.ts'

/** What the case waited for has come: its run is due (it was due when it began to wait). A run that sleeps out a wait step sleeps on. */
export async function wakeCase(tx: Transaction, customerId: number, caseId: number): Promise<void> {
  await sql`update case_runs
    set state = 'ready', waiting_for = null
    where customer_id = ${customerId} and case_id = ${caseId} and state = 'waiting'`.execute(tx)
  await notifyEngine(tx)
}
