import { staffReasons } from '@regie/contract/cases.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { addressesOfPerson } from '../contact-facts/person-facts.ts'

/**
 * A batch goes on: what met its pause in mid-step sleeps until that pause would have ended, or for a while when it was for ever. It is looked at now.
 * So is what waits in the outbox.
 */
export async function wakeHeldByBatch(tx: Transaction, { customerId, id }: { customerId: number; id: number }, now: Date): Promise<void> {
  await wakeRuns(tx, sql`customer_id = ${customerId} and batch_id = ${id} and held = 'batchPaused'`, now)
  await wakeOutbox(
    tx,
    sql`o.customer_id = ${customerId}
      and o.batch_id = ${id}
      and o.channel in ('email', 'sms', 'call', 'whatsapp')
      and c.reason = 'batchPaused'`,
    now,
  )
}

/** Other fields or another blacklist may end what held these cases, whatever that was: they are looked at now, and so is what they have in the outbox. */
export async function wakeHeldCases(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  const ids = sql`any(${caseIds}::bigint[])`
  await wakeRuns(tx, sql`customer_id = ${customerId} and case_id = ${ids} and held is not null`, now)
  await wakeOutbox(
    tx,
    sql`c.customer_id = ${customerId}
      and c.case_id = ${ids}
      and c.state = 'queued'
      and c.reason is not null`,
    now,
  )
}

/** The same for what held cases that were paused themselves. */
export async function wakePausedCases(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  const ids = sql`any(${caseIds}::bigint[])`
  await wakeRuns(tx, sql`customer_id = ${customerId} and case_id = ${ids} and held = 'casePaused'`, now)
  await wakeOutbox(
    tx,
    sql`c.customer_id = ${customerId}
      and c.case_id = ${ids}
      and c.state = 'queued'
      and c.reason = 'casePaused'`,
    now,
  )
}

// Said as the index of what waits for staff has it: case_runs_held_by_staff.
const byStaff = sql.raw(`(${staffReasons.map((reason) => `'${reason}'`).join(', ')})`)

/**
 * A call by hand is over, its result is given, or somebody has let go of the case: what waited for that is looked at now, also in the other cases of
 * that person. Those are not waited for: whoever has one of them looks at it anyway, and two who wait for each other's would stand in a circle.
 */
export async function wakeHeldByStaff(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  const ids = sql`any(${caseIds}::bigint[])`
  await wakeRuns(
    tx,
    sql`customer_id = ${customerId}
      and case_id = ${ids}
      and held in ${byStaff}`,
    now,
  )
  await wakeOutbox(
    tx,
    sql`c.customer_id = ${customerId}
      and c.case_id = ${ids}
      and c.state = 'queued'
      and c.reason in ${byStaff}`,
    now,
  )
  await sql`${runsOfSamePerson(customerId, caseIds, now)}`.execute(tx)
  await sql`${messagesOfSamePerson(customerId, caseIds, now)}`.execute(tx)
}

const addressesOf = (customerId: number, caseIds: readonly number[]) => sql`
    select distinct a.value
    from cases c
    cross join lateral ${sql.raw(addressesOfPerson('c'))} a
    where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[])`

/** SQL: wakes the runs of a person's cases that wait for staff; from the few that wait so to their persons, never from all cases. */
export const runsOfSamePerson = (customerId: number, caseIds: readonly number[], now: Date) => sql`
    with person as materialized (${addressesOf(customerId, caseIds)}),
    waiting as materialized (
      select r.case_id
      from case_runs r
      where r.customer_id = ${customerId}
        and r.held in ${byStaff}
        and r.state = 'sleeping'
        and r.case_id <> all(${caseIds}::bigint[])),
    woken as (
      select r.customer_id, r.case_id
      from waiting w
      join cases o on o.customer_id = ${customerId} and o.id = w.case_id
      join case_runs r on r.customer_id = ${customerId} and r.case_id = w.case_id
      where r.owner is null
        and r.due_at > ${now}
        and exists (
          select
          from ${sql.raw(addressesOfPerson('o'))} a
          join person on person.value = a.value)
      for update of r skip locked)
    update case_runs r
    set due_at = ${now}
    from woken
    where r.customer_id = woken.customer_id and r.case_id = woken.case_id`

const messagesOfSamePerson = (customerId: number, caseIds: readonly number[], now: Date) => sql`
    with person as materialized (${addressesOf(customerId, caseIds)}),
    woken as (
      select o.customer_id, o.communication_id
      from person
      join communications c on c.customer_id = ${customerId} and c.person = person.value
      join outbox o on o.customer_id = c.customer_id and o.communication_id = c.id
      where c.state = 'queued'
        and c.reason in ${byStaff}
        and c.case_id <> all(${caseIds}::bigint[])
        and o.state = 'queued'
        and o.next_at > ${now}
      for update of o skip locked)
    update outbox o
    set next_at = ${now}
    from woken
    where o.customer_id = woken.customer_id and o.communication_id = woken.communication_id`

/** Nobody renews a hold whose tab is gone: what waited for it goes on once it has ended. Looked at each minute; answers how many cases. */
export async function wakeAfterHolds(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customer_id: number; case_id: number }>`
      select r.customer_id, r.case_id
      from case_holds h
      join case_runs r on r.customer_id = h.customer_id and r.case_id = h.case_id
      where h.until <= ${now} and r.held = 'caseHeld' and r.state = 'sleeping' and r.due_at > ${now}
      order by r.customer_id, r.case_id`.execute(tx)
    for (const [customerId, of] of Map.groupBy(rows, (row) => row.customer_id))
      await wakeHeldByStaff(
        tx,
        customerId,
        of.map((row) => row.case_id),
        now,
      )
    return rows.length
  })
}

async function wakeRuns(tx: Transaction, which: RawBuilder<unknown>, now: Date) {
  await sql`
    update case_runs set due_at = ${now}
    where ${which}
      and state = 'sleeping'
      and owner is null
      and due_at > ${now}`.execute(tx)
}

async function wakeOutbox(tx: Transaction, which: RawBuilder<unknown>, now: Date) {
  await sql`
    update outbox o set next_at = ${now} from communications c
    where ${which}
      and c.customer_id = o.customer_id
      and c.id = o.communication_id
      and o.state = 'queued'
      and o.next_at > ${now}`.execute(tx)
}
