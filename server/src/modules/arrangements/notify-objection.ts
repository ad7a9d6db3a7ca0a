import type { Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listArrangingAndHolding, listLeaders } from './who-works-on.ts'

type Objection = { customerId: number; caseId: number; complaintId: number; at: Date }

/** Notifies who leads the work, who has something arranged with the person, and who works on the case now, that a payer objects. */
export async function notifyObjection(tx: Transaction, { customerId, caseId, complaintId, at }: Objection): Promise<void> {
  const users = [...(await listArrangingAndHolding(tx, { customerId, caseId, at })), ...(await listLeaders(tx, customerId))]
  await notifyUsers(tx, { customerId, kind: 'payerObjected', cause: `objection:${complaintId}`, at, caseId }, [...new Set(users)])
}
