import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listHolders, listNamed } from '../notifications/recipients.ts'

type Objection = { customerId: number; caseId: number; complaintId: number; at: Date }

/** Notifies who leads the work, who has something arranged with the person, and who works on the case now, that a payer objects. */
export async function notifyObjection(tx: Transaction, { customerId, caseId, complaintId, at }: Objection): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select by_user as name
    from payment_promises
    where customer_id = ${customerId} and case_id = ${caseId} and state = 'open'
    union
    select coalesce(u.username, k.by_user)
    from callbacks k
    left join users u on u.id = k.for_user_id
    where k.customer_id = ${customerId} and k.case_id = ${caseId} and k.state = 'open'`.execute(tx)
  const names = rows.map(({ name }) => name)
  const arranging = await listNamed(tx, customerId, Right.viewCases, names)
  const leaders = await listHolders(tx, customerId, [Right.viewCases, Right.changeCases, Right.pauseBatches])
  const holders = await tx
    .selectFrom('case_holds')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('until', '>', at)
    .execute()
  const users = [...new Set([...arranging, ...leaders, ...holders.map(({ user_id }) => user_id)])]
  await notifyUsers(tx, { customerId, kind: 'payerObjected', cause: `objection:${complaintId}`, at, caseId }, users)
}
