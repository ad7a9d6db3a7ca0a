import type { caseActionApi } from '@regie/contract/case-actions.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findCustomerOfCase } from '../case-queries.ts'

type Numbers = ResponseOf<typeof caseActionApi.closeQuestion>

/** The numbers behind "are you sure": what closing would cancel, and whether somebody is on the phone. */
export async function closeQuestion({ db, pool }: Services, caller: Caller, caseId: number): Promise<Numbers> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const { rows } = await sql<Omit<Numbers, 'inCall'>>`
    select
      (select count(*)::int
        from communications c
        join outbox o on o.customer_id = c.customer_id and o.communication_id = c.id
        where c.customer_id = ${customerId}
          and c.case_id = ${caseId}
          and c.state = 'queued'
          and o.state <> 'started') as "queuedMessages",
      (select count(*)::int
        from callbacks
        where customer_id = ${customerId} and case_id = ${caseId} and state = 'open') as "openCallbacks"`.execute(db)
  return { ...(rows[0] ?? { queuedMessages: 0, openCallbacks: 0 }), inCall: await isCallOn(db, customerId, caseId) }
}

/** Is a call of this case on: dialled and not yet over, or with a person on the line? */
export async function isCallOn(db: Db, customerId: number, caseId: number): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    select coalesce(c.live_state in ('calling', 'transferred', 'transferring', 'human', 'voicemail', 'incall'), false)
      or exists (select from communications m
        where m.customer_id = c.customer_id and m.case_id = c.id and m.in_air) as on
    from cases c where c.customer_id = ${customerId} and c.id = ${caseId}`.execute(db)
  return rows[0]?.on ?? false
}
