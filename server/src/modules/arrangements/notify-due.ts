import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listHolders, listNamed } from '../notifications/recipients.ts'
import { listWhoWorksOn } from './who-works-on.ts'

const hourMs = 3_600_000
// An engine that stood still for longer does not come with the news of last week.
const lookBackMs = 24 * hourMs
const clockBeforeMs = 24 * hourMs
const atOnce = 500

type Due = { customerId: number; id: number; caseId: number; byUser: string; forUserId: number | null; moment: Date }

/** Notifies of call-backs whose moment has come: who is to call, or who made the appointment when it is anyone's. A second look changes nothing. */
export async function notifyCallbacks(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - lookBackMs)
  const { rows } = await sql<Due>`
    select k.customer_id as "customerId", k.id, k.case_id as "caseId", k.by_user as "byUser",
      k.for_user_id as "forUserId", k.at as moment
    from callbacks k
    join cases c on c.customer_id = k.customer_id and c.id = k.case_id
    where k.state = 'open' and k.reminded_at is null and k.at <= ${now} and k.at > ${since}
      and c.status <> 'closed'
    order by k.at, k.id
    limit ${atOnce}`.execute(db)
  for (const { customerId, id, caseId, byUser, forUserId, moment } of rows)
    await db.transaction().execute(async (tx) => {
      if (!(await remind(tx, 'callbacks', { customerId, id, caseId }, now))) return
      const users = forUserId !== null ? [forUserId] : await listAnyones(tx, { customerId, caseId, byUser, at: now })
      const cause = `callback:${id}:${moment.toISOString()}`
      await notifyUsers(tx, { customerId, kind: 'callbackDue', cause, at: now, caseId, moment }, users)
    })
}

type OfAnyone = { customerId: number; caseId: number; byUser: string; at: Date }

// Who made the appointment; of one that a payer made, who works on the case or leads the work.
function listAnyones(tx: Transaction, { customerId, caseId, byUser, at }: OfAnyone): Promise<number[]> {
  return byUser === '' ? listWhoWorksOn(tx, { customerId, caseId, at }) : listNamed(tx, customerId, Right.viewCases, [byUser])
}

/** Notifies who registered a complaint, and who leads the work, that its receipt is to be confirmed within 24 hours. */
export async function notifyComplaints(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() + clockBeforeMs)
  const { rows } = await sql<Omit<Due, 'forUserId'>>`
    select x.customer_id as "customerId", x.id, x.case_id as "caseId", x.by_user as "byUser", x.confirm_before as moment
    from complaints x
    where x.state = 'open' and x.reminded_at is null and x.confirm_before <= ${until} and x.confirm_before > ${now}
    order by x.confirm_before, x.id
    limit ${atOnce}`.execute(db)
  for (const { customerId, id, caseId, byUser, moment } of rows)
    await db.transaction().execute(async (tx) => {
      if (!(await remind(tx, 'complaints', { customerId, id, caseId }, now))) return
      const makers = await listNamed(tx, customerId, Right.viewCases, [byUser])
      const leaders = await listHolders(tx, customerId, [Right.viewCases, Right.changeCases, Right.pauseBatches])
      const users = [...new Set([...makers, ...leaders])]
      await notifyUsers(tx, { customerId, kind: 'complaintClock', cause: `complaint:${id}`, at: now, caseId, moment }, users)
    })
}

// The case is locked first, as by whoever changes what was arranged. Another process may have been here meanwhile.
async function remind(
  tx: Transaction,
  table: 'callbacks' | 'complaints',
  { customerId, id, caseId }: Pick<Due, 'customerId' | 'id' | 'caseId'>,
  now: Date,
): Promise<boolean> {
  await sql`select from cases where customer_id = ${customerId} and id = ${caseId} for update`.execute(tx)
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({ reminded_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('reminded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
