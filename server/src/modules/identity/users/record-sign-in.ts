import type { Transaction } from '../../../platform/db/database.ts'

/** A user signed in by the organisation's provider; by password, open-session.ts writes it with everything else. */
export async function recordSignIn(tx: Transaction, userId: number, now: Date): Promise<void> {
  await tx.updateTable('users').set({ last_login_at: now }).where('id', '=', userId).execute()
}
