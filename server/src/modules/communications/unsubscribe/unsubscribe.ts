import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { listAddress } from '../../arrangements/blacklist/list-address.ts'
import { listCasesWith } from '../../cases/search/list-cases-with.ts'
import { type HeldMessage, putBack } from '../communication-changes.ts'

type Left = { customerId: number; caseId: number; recipient: string }

/** The reader of this mail gets no more of them, ever: their address is listed and what waits for it does not leave. Done twice, it changes nothing. */
export function unsubscribe({ db, clock }: Pick<Services, 'db' | 'clock'>, left: Left): Promise<void> {
  return tryThrice(() => db.transaction().execute((tx) => unsubscribeIn(tx, left, clock.now())))
}

/** The same within a transaction of the caller. */
export async function unsubscribeIn(tx: Transaction, { customerId, caseId, recipient }: Left, at: Date): Promise<void> {
  await sql`select from cases where customer_id = ${customerId} and id = ${caseId} for no key update`.execute(tx)
  await listAddress(tx, { customerId, caseId, kind: 'email', value: recipient, cause: 'unsubscribed', at })
  const value = recipient.toLowerCase()
  const cases = await listCasesWith(tx, customerId, [{ kind: 'email', value }])
  const caseIds = [...new Set([caseId, ...cases.map((one) => one.caseId)])]
  // What a sender has begun is under way; what it only holds is taken from it.
  const { rows: waiting } = await sql<{ id: number; reason: string | null }>`
    select c.id, c.reason
    from communications c
    join outbox o on o.customer_id = c.customer_id and o.communication_id = c.id
    where c.customer_id = ${customerId} and c.case_id = any(${caseIds}::bigint[]) and c.channel = 'email'
      and c.state = 'queued' and lower(c.recipient) = ${value} and o.state in ('queued', 'claimed')
    order by o.communication_id
    for update of o`.execute(tx)
  const held: HeldMessage[] = waiting.map(({ id }) => ({
    ...{ customerId, id, reason: 'blacklisted', nextAt: null, lookAt: at, isFinal: true, isNew: true },
  }))
  if (held.length > 0) await putBack(tx, held, at)
}
