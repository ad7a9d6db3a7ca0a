import type { Provider, ProviderFault } from '@regie/contract/providers.ts'
import { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findProviderShown, findRegistered } from './provider-queries.ts'

/** Connects to a provider and signs in, and keeps what came of it. One that is off stays off. */
export async function testProvider({ db, gateways, clock, config }: Services, caller: Caller, id: number): Promise<Provider> {
  const provider = (await findRegistered(db, [id])).get(id)
  if (!provider) throw new AppError('provider.notFound')
  mustAccessCustomer(caller, provider.customerId, 'provider.notFound')
  const failure = (await pairingFailure(db, provider)) ?? (await gateways.testProvider(provider).then(() => null, failureOf))
  await db
    .updateTable('providers')
    .set({
      tested_at: clock.now(),
      test_fault: failure?.fault ?? null,
      test_text: failure?.text ?? '',
      ...(provider.state !== 'off' && { state: failure === null ? 'active' : 'failing' }),
    })
    .where('customer_id', '=', provider.customerId)
    .where('id', '=', id)
    // Tested was what stood there; what was changed meanwhile was not.
    .where('version', '=', provider.version)
    .execute()
  const shown = await findProviderShown(db, config, provider.customerId, id)
  if (!shown) throw new AppError('provider.notFound')
  return shown
}

/** A number that is paired by a code works while the engine that keeps it is connected; a test connects nothing. */
async function pairingFailure(db: Db, { settings, id, customerId }: RegisteredProvider) {
  if (settings.kind !== 'web-pairing') return null
  const pairing = await db
    .selectFrom('whatsapp_pairings')
    .select('state')
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', id)
    .executeTakeFirst()
  if (pairing?.state === 'open') return null
  return { fault: pairing?.state === 'disconnected' ? ('unreachable' as const) : ('reconnect' as const), text: '' }
}

/** At which point a connection stopped, and in whose words. */
export function failureOf(error: unknown): { fault: ProviderFault; text: string } {
  if (!(error instanceof GatewayUnavailable)) throw error
  const { fault, cause } = error
  return { fault: fault ?? 'answer', text: (cause instanceof Error ? cause.message : error.message).slice(0, 300) }
}
