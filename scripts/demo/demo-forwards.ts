import type { Transaction } from '../../server/src/platform/db/database.ts'

// A bailiff, a lawyer and who advises on debts, at addresses that nobody has.
const lists = [
  ['deurwaarder@demo-gerechtsdeurwaarders.example', 'intake@voorbeeld-advocaten.example', 'post@schuldhulp-amsterdam.example'],
  ['intake@maas-gerechtsdeurwaarders.example', 'post@schuldhulp-rotterdam.example'],
]

/** Where a demo customer lets its staff forward e-mails to, beside each other. */
export async function insertForwardList(tx: Transaction, customerId: number, which: number) {
  const addresses = lists[which]
  if (addresses === undefined) return
  await tx.insertInto('forward_lists').values({ customer_id: customerId, addresses }).execute()
}
