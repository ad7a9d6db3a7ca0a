import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../../gateways/gateway-errors.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { sessionIdleMs } from '../../sessions/session-changes.ts'

const atOnce = 20
// An exchange that is not there is not asked again and again.
const pauseSeconds = 60

type Row = { id: number; customerId: number; username: string; providerId: number | null; no: number }

/** Closes the accounts whose time is over, and those of whoever signed out, was locked or deleted, or may not talk at that desk any more. */
export async function endSoftphones({ db, clock, gateways, log }: Services): Promise<number> {
  const now = clock.now()
  const idleSince = new Date(now.getTime() - sessionIdleMs)
  const { rows } = await sql<Row>`
    select s.id, s.customer_id as "customerId", s.username, s.provider_id as "providerId", s.no
    from softphones s
    left join users u on u.id = s.user_id and u.username = s.username
    where (s.tried_at is null or s.tried_at < ${now}::timestamptz - make_interval(secs => ${pauseSeconds}))
      and (s.ends_at <= ${now} or u.id is null or u.locked_at is not null
        or not active_rights_of(u.id) @> array[${Right.viewCases}, ('5' || s.customer_id)::bigint]
        or not exists (
          select from sessions x where x.user_id = u.id and x.expires_at > ${now} and x.seen_at > ${idleSince}))
    order by s.id
    limit ${atOnce}`.execute(db)
  let closed = 0
  for (const { id, no, username, providerId } of rows)
    try {
      const provider = providerId === null ? undefined : (await findRegistered(db, [providerId])).get(providerId)
      if (provider) await gateways.gatewayOf('call', provider).browserPhone?.close(username)
      // One that was asked for anew meanwhile has its new password.
      await db.deleteFrom('softphones').where('id', '=', id).where('no', '=', no).execute()
      closed++
    } catch (error) {
      if (!(error instanceof GatewayUnavailable || error instanceof GatewayUncertain || error instanceof GatewayRefused)) throw error
      log.warn({ err: error, softphoneId: id }, 'a telephone in a browser was not closed in the exchange; it is tried again')
      await db.updateTable('softphones').set({ tried_at: now }).where('id', '=', id).execute()
    }
  return closed === atOnce ? closed : 0
}
