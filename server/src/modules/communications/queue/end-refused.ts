import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { CallUnknown } from '../../../gateways/gateway-errors.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'

// An exchange that does not answer keeps nobody else waiting.
const answerTimeoutMs = 1_000

/** Ends the calls of people who found no place in the queue, or no queue. Asked each second until the exchange says that the call is over. */
export async function endRefused({ db, gateways, log }: Services): Promise<0> {
  const { rows } = await sql<{ id: number; providerRef: string; providerId: number | null }>`
    select m.id, m.provider_ref as "providerRef", m.provider_id as "providerId"
    from queue_calls q
    join communications m on m.customer_id = q.customer_id and m.id = q.communication_id and m.in_air
      and m.provider_ref is not null
    where q.refused
    union
    -- Their script lost its queue while they listened: nobody would ever come.
    select m.id, m.provider_ref, m.provider_id
    from live_cases l
    join communications m on m.customer_id = l.customer_id and m.case_id = l.case_id and m.in_air
      and m.provider_ref is not null and not m.by_hand
    where l.state = 'transferring' and not exists (
      select from queue_calls q where q.customer_id = m.customer_id and q.communication_id = m.id)`.execute(db)
  const providers = await findRegistered(
    db,
    rows.flatMap(({ providerId }) => providerId ?? []),
  )
  const ending = rows.map(async ({ id, providerRef, providerId }) => {
    const provider = providerId === null ? null : providers.get(providerId)
    if (provider === undefined) return
    await gateways
      .gatewayOf('call', provider)
      .hangUp(providerRef)
      .catch((error: unknown) => {
        if (!(error instanceof CallUnknown))
          log.warn({ err: error, communicationId: id }, 'a call for which nobody is free could not be ended')
      })
  })
  await Promise.race([Promise.all(ending), sleep(answerTimeoutMs, undefined, { ref: false })])
  // Their end is told later: nothing is gained by asking again at once.
  return 0
}
