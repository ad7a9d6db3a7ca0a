import { sql } from 'kysely'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { busyPersons } from './busy-persons.ts'
import { type ClaimedMessage, releaseMessages } from '../communication-changes.ts'

// A number of our own among the advisory locks; the second is the person.
const lockNumber = 4300012

type Person = { customerId: number; recipient: string }

const personOf = ({ customerId, recipient }: Person) => `${customerId}:${recipient.toLowerCase()}`

/** Whoever places a call of a person comes one after the other, until the end of the transaction. */
export async function lockPerson(tx: Transaction, person: Person): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber}, hashtext(${personOf(person)}))`.execute(tx)
}

/** Is the number rung up, talked with, or waited for by a member of staff, for whichever case? */
export async function isPersonCalled(db: Db, { customerId, recipient }: Person): Promise<boolean> {
  const { rows } = await sql`
    select
    from communications m
    left join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id
    where m.customer_id = ${customerId} and m.person = ${recipient.toLowerCase()} and m.channel = 'call'
      and (m.in_air or o.manual or o.state <> 'queued')
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Of claimed calls the first of each person, while nobody else calls that person; the others go back as they were. Another claim may have taken a
 * call of the same person since ours looked, so each person is locked first: who has not got the lock lets the other one call.
 */
export async function keepOneForEachPerson(
  tx: Transaction,
  engineId: number,
  claimed: readonly ClaimedMessage[],
): Promise<ClaimedMessage[]> {
  if (claimed.length === 0) return []
  const { rows } = await sql<{ person: string; got: boolean }>`
    select person, pg_try_advisory_xact_lock(${lockNumber}, hashtext(person)) as got
    from unnest(${[...new Set(claimed.map(personOf))]}::text[]) as person`.execute(tx)
  const free = new Set(rows.filter(({ got }) => got).map(({ person }) => person))
  for (const called of await listCalled(tx, claimed)) free.delete(personOf(called))
  const kept = claimed.filter((call) => free.delete(personOf(call)))
  await releaseMessages(
    tx,
    engineId,
    claimed.filter((call) => !kept.includes(call)),
  )
  return kept
}

/** Those who are called by another call than these. */
async function listCalled(tx: Transaction, claimed: readonly ClaimedMessage[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    with ${busyPersons}
    select customer_id as "customerId", person as recipient
    from busy
    where not (id = any(${claimed.map(({ id }) => id)}::bigint[]))`.execute(tx)
  return rows
}
