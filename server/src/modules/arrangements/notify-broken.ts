import { Right } from '@regie/contract/right-codes.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listNamed } from '../notifications/recipients.ts'
import { listLeaders } from './who-works-on.ts'

type Broken = { customerId: number; caseId: number; promiseId: number; byUser: string }

/** Notifies whoever made a promise with the debtor that it was broken; of one that the debtor made alone, who leads the work. */
export async function notifyBroken(tx: Transaction, { customerId, caseId, promiseId, byUser }: Broken, at: Date): Promise<void> {
  const isByPayer = byUser === ''
  const makers = isByPayer ? await listLeaders(tx, customerId) : await listNamed(tx, customerId, Right.viewCases, [byUser])
  await notifyUsers(tx, { customerId, kind: 'promiseBroken', cause: `promise:${promiseId}`, at, caseId }, makers)
}
