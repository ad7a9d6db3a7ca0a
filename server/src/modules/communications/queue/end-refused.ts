import { sql } from 'kysely'
import { CallUnknown } from '../../../gateways/gateway-errors.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'

/** Ends the calls of people who found no place in the queue. Asked each second until the exchange says that the call is over. */
export async function endRefused({ db, gateways, log }: Services): Promise<0> {
  const { rows } = await sql<{ id: number; providerRef: string; providerId: number | null }>`
    select m.id, m.provider_ref as "providerRef", m.provider_id as "providerId"
    from queue_calls q
    join communications m on m.customer_id = q.customer_id and m.id = q.communication_id and m.in_air
      and m.provider_ref is not null
    where q.refused`.execute(db)
  const providers = await findRegistered(
    db,
    rows.flatMap(({ providerId }) => providerId ?? []),
  )
  for (const { id, providerRef, providerId } of rows) {
    const provider = providerId === null ? null : providers.get(providerId)
    if (provider === undefined) continue
    await gateways
      .gatewayOf('call', provider)
      .hangUp(providerRef)
      .catch((error: unknown) => {
        if (!(error instanceof CallUnknown))
          log.warn({ err: error, communicationId: id }, 'a call for which nobody is free could not be ended')
      })
  }
  // Their end is told later: nothing is gained by asking again at once.
  return 0
}
