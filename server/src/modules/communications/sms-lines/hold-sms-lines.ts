import { sql } from 'kysely'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { SmsSink } from '../../../gateways/sms/sms-gateway.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { noteReading } from '../../providers/mailbox-providers.ts'
import { endTrouble, noteTrouble } from '../../providers/provider-troubles.ts'
import { hearingOf, recordOrKeep } from './early-news.ts'
import { receiveSms } from './receive-sms.ts'

/** Keeps the connections to the exchanges that no other living engine keeps, and shows how they stand. One engine has one for itself. */
export async function holdSmsLines(services: Services, engineId: number): Promise<number> {
  const { db, gateways } = services
  const { rows } = await sql<{ id: number }>`
    with mine as materialized (select id from engines where id = ${engineId} and lease_until > now() for key share),
    wanted as (select customer_id, id from providers where kind = 'smpp' and state <> 'off'),
    gone as (
      delete from sms_lines l
      where l.engine_id = ${engineId}
        and not exists (select from wanted w where w.customer_id = l.customer_id and w.id = l.provider_id)),
    taken as (
      insert into sms_lines (customer_id, provider_id, engine_id)
      select w.customer_id, w.id, m.id from wanted w cross join mine m
      on conflict (customer_id, provider_id) do update set engine_id = excluded.engine_id
        where sms_lines.engine_id = excluded.engine_id
          or not exists (select from engines e where e.id = sms_lines.engine_id and e.lease_until > now())
      returning provider_id)
    select provider_id as id from taken`.execute(db)
  const ids = rows.map(({ id }) => id)
  await gateways.smsLines.keepOnly(new Set(ids))
  for (const provider of (await findRegistered(db, ids)).values()) await hold(services, provider)
  return 0
}

async function hold(services: Services, provider: RegisteredProvider) {
  const { smsLines } = services.gateways
  try {
    smsLines.hold(provider, sinkOf(services))
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    await noteTrouble(services.db, provider, services.clock.now())
    await noteReading(services, provider, error)
    return
  }
  const state = smsLines.stateOf(provider.id)
  if (!state || (!state.isUp && state.fault === null)) return
  const { fault } = state
  const failure = fault instanceof GatewayUnavailable ? fault : new GatewayUnavailable(fault?.message ?? '', { fault: 'unreachable' })
  if (!state.isUp) await noteTrouble(services.db, provider, services.clock.now())
  else if (provider.state === 'failing') await endTrouble(services.db, provider)
  await noteReading(services, provider, state.isUp ? null : failure)
}

function sinkOf(services: Services): SmsSink {
  return {
    delivery: (provider, update) => recordOrKeep(services, hearingOf(provider), update),
    incoming: (provider, sms) => receiveSms(services, provider, sms),
  }
}
