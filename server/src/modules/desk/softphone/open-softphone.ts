import { randomBytes } from 'node:crypto'
import { type Softphone, softphoneHours } from '@regie/contract/softphone.ts'
import { sql } from 'kysely'
import { CallUnknown, GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../../gateways/gateway-errors.ts'
import type { VoiceGateway } from '../../../gateways/voice/voice-gateway.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { gatewayOfCall } from '../../communications/voice/gateway-of-call.ts'
import { findPhoneProvider } from './phone-provider.ts'

/**
 * Makes the caller's browser a telephone. Written down before the exchange is asked, so that an account that nobody uses is closed; its password is made
 * here, given to the exchange and to this page, and kept nowhere.
 */
export async function openSoftphone(services: Services, caller: Caller, customerId: number): Promise<Softphone> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { db, clock, gateways } = services
  const provider = await findPhoneProvider(services, customerId)
  if (provider === null) return { kind: 'none' }
  const providerId = provider === 'simulated' ? null : provider.id
  const endsAt = new Date(clock.now().getTime() + softphoneHours * 3_600_000)
  const no = await keepOpened(db, { customerId, caller, providerId, at: clock.now(), endsAt })
  if (provider === 'simulated') {
    await withOwnCall(services, caller, customerId, async (gateway, ref) => gateway.comeBack?.(ref))
    return { kind: 'simulated', no }
  }
  try {
    const phone = await gateways.gatewayOf('call', provider).browserPhone?.open(caller.username, randomBytes(24).toString('base64url'))
    return phone ? { kind: 'sip', no, ...phone, endsAt: endsAt.toISOString() } : { kind: 'none' }
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayUncertain)) throw error
    throw new AppError('desk.phoneNotOpened', { params: { reason: error.message } })
  }
}

type Opened = { customerId: number; caller: Caller; providerId: number | null; at: Date; endsAt: Date }

async function keepOpened(db: Db, { customerId, caller, providerId, at, endsAt }: Opened): Promise<number> {
  const { rows } = await sql<{ no: number }>`
    insert into softphones as s (customer_id, user_id, username, provider_id, opened_at, ends_at)
    values (${customerId}, ${caller.userId}, ${caller.username}, ${providerId}, ${at}, ${endsAt})
    on conflict (customer_id, user_id) do update
    set no = s.no + 1, provider_id = excluded.provider_id, opened_at = excluded.opened_at, ends_at = excluded.ends_at,
      username = excluded.username, tried_at = null
    returning no`.execute(db)
  return rows[0]?.no ?? 0
}

/** Which page has the account of the caller. */
export async function findSoftphone({ db }: Services, caller: Caller, customerId: number): Promise<{ no: number | null }> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const row = await db
    .selectFrom('softphones')
    .select('no')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  return { no: row?.no ?? null }
}

/** The page is being closed: whoever the caller talks with by it waits for the next one. */
export async function leaveSoftphone(services: Services, caller: Caller, customerId: number, no: number): Promise<void> {
  const now = await findSoftphone(services, caller, customerId)
  // Another page has the account by now, and the call with it.
  if (now.no !== no) return
  await withOwnCall(services, caller, customerId, (gateway, ref) => gateway.leave(ref, caller.username))
}

/** The call in which the caller talks, if any. What the exchange will not do is not done: the person hangs up, or is asked after later. */
async function withOwnCall(
  services: Services,
  { userId }: Caller,
  customerId: number,
  ask: (gateway: VoiceGateway, providerRef: string) => Promise<void> | undefined,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select communication_id as id
    from desk_calls
    where customer_id = ${customerId} and user_id = ${userId} and ended_at is null and began_at is not null`.execute(services.db)
  for (const { id } of rows)
    try {
      const { gateway, providerRef } = await gatewayOfCall(services, { customerId, id })
      await ask(gateway, providerRef)
    } catch (error) {
      if (!(error instanceof CallUnknown || error instanceof GatewayRefused)) throw error
    }
}
