import type { Transaction } from '../../../platform/db/database.ts'
import { notifyUsers } from '../../notifications/notify-users.ts'
import { listWhoWorksOn } from '../who-works-on.ts'

type Asked = { customerId: number; caseId: number; cause: string; at: Date }

/** Notifies who works on the case, else who leads the work, that a payer asks something on the page of a link. */
export async function notifyAsked(tx: Transaction, { customerId, caseId, cause, at }: Asked): Promise<void> {
  const users = await listWhoWorksOn(tx, { customerId, caseId, at })
  await notifyUsers(tx, { customerId, kind: 'payerAsked', cause, at, caseId }, users)
}
