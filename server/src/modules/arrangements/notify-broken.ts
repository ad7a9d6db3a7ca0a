import { Right } from '@regie/contract/right-codes.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listNamed } from '../notifications/recipients.ts'

type Broken = { customerId: number; caseId: number; promiseId: number; byUser: string }

/** Notifies whoever made a promise with the debtor that it was broken. */
export async function notifyBroken(tx: Transaction, { customerId, caseId, promiseId, byUser }: Broken, at: Date): Promise<void> {
  const makers = await listNamed(tx, customerId, Right.viewCases, [byUser])
  await notifyUsers(tx, { customerId, kind: 'promiseBroken', cause: `promise:${promiseId}`, at, caseId }, makers)
}
