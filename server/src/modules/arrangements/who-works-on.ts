import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { listHolders, listNamed } from '../notifications/recipients.ts'

type Subject = { customerId: number; caseId: number; at: Date }

/** Who has something arranged with the person of a case, and who works on it now. */
export async function listArrangingAndHolding(tx: Transaction, { customerId, caseId, at }: Subject): Promise<number[]> {
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
  const holders = await tx
    .selectFrom('case_holds')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('until', '>', at)
    .execute()
  return [...new Set([...arranging, ...holders.map(({ user_id }) => user_id)])]
}

/** Those who lead the work of a customer. */
export const listLeaders = (tx: Transaction, customerId: number) =>
  listHolders(tx, customerId, [Right.viewCases, Right.changeCases, Right.pauseBatches])

/** Who is to be notified of what a person writes: who works on the case, else who leads the work. */
export async function listWhoWorksOn(tx: Transaction, subject: Subject): Promise<number[]> {
  const users = await listArrangingAndHolding(tx, subject)
  return users.length > 0 ? users : listLeaders(tx, subject.customerId)
}
