import type { Provider } from '@regie/contract/providers.ts'
import { sql } from 'kysely'
import { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { insertConnect, takeConnect } from '../../gateways/oauth/connects.ts'
import { keepGrant } from '../../gateways/oauth/grants.ts'
import { beginConnecting, exchangeCode, oauthOf } from '../../gateways/oauth/oauth-service.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { newToken } from '../../platform/security/secret-token.ts'
import type { Services } from '../../services.ts'
import { endHoldsOf } from './end-holds-of.ts'
import { findRegistered } from './provider-queries.ts'
import { testProvider } from './test-provider.ts'

/** Where the caller lets us into the account of a provider at Microsoft or Google. */
export async function connectProvider(services: Services, caller: Caller, id: number): Promise<{ url: string }> {
  const { db, config, clock } = services
  const provider = await mustBeConnectable(services, caller, id)
  // A key of the API has no browser that comes back.
  if (caller.sessionId === null) throw new AppError('provider.connectImpossible')
  const state = newToken(32)
  const { url, verifier } = await beginConnecting(config, provider, state)
  const connect = { customerId: provider.customerId, providerId: id, providerVersion: provider.version, sessionId: caller.sessionId }
  await db.transaction().execute((tx) => insertConnect(tx, config, { ...connect, verifier, state }, clock.now()))
  return { url }
}

/** Takes what came back with the caller, tries the provider by it, and lets go what waited for it. */
export async function finishConnecting(
  services: Services,
  caller: Caller,
  { state, code }: { state: string; code: string },
): Promise<Provider> {
  const { db, config, clock } = services
  const connect = caller.sessionId === null ? null : await takeConnect(db, config, { state, sessionId: caller.sessionId }, clock.now())
  if (!connect) throw new AppError('provider.connectExpired')
  const provider = await mustBeConnectable(services, caller, connect.providerId)
  if (provider.version !== connect.providerVersion) throw new AppError('provider.connectExpired')
  const tokens = await exchangeCode(config, provider, { state, code, verifier: connect.verifier }).catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable)) throw error
    const { cause } = error
    throw new AppError('provider.connectRefused', { params: { text: cause instanceof Error ? cause.message.slice(0, 300) : '' } })
  })
  const { refresh } = tokens
  // Without it we would be let in for an hour.
  if (refresh === null) throw new AppError('provider.connectRefused', { params: { text: 'no refresh_token' } })
  await db.transaction().execute(async (tx) => {
    const { version } = await tx
      .updateTable('providers')
      .set((eb) => ({
        // What we switched off ourselves, because the account let us in no more, is on again; what somebody switched off stays off.
        state: sql`case when state = 'off' and test_fault is distinct from 'reconnect' then 'off' else 'active' end`,
        ...{ test_fault: null, test_text: '', version: eb('version', '+', 1) },
      }))
      .where('customer_id', '=', provider.customerId)
      .where('id', '=', provider.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    // Another one was saved while the service answered.
    if (version !== provider.version + 1) throw new AppError('provider.connectExpired')
    await keepGrant(tx, config, provider, { tokens: { ...tokens, refresh }, by: caller.username, now: clock.now() })
    await endHoldsOf(tx, provider.customerId)
  })
  return testProvider(services, caller, provider.id)
}

async function mustBeConnectable({ db }: Services, caller: Caller, id: number): Promise<RegisteredProvider> {
  const provider = (await findRegistered(db, [id])).get(id)
  if (!provider) throw new AppError('provider.notFound')
  mustAccessCustomer(caller, provider.customerId, 'provider.notFound')
  if (oauthOf(provider) === null) throw new AppError('provider.connectImpossible')
  return provider
}
