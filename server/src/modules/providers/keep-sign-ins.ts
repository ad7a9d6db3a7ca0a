import { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { sweepConnects } from '../../gateways/oauth/connects.ts'
import type { Services } from '../../services.ts'
import { noteReading } from './mailbox-providers.ts'
import { pauseProvider } from './pause-provider.ts'
import { findRegistered } from './provider-queries.ts'

// A token that ends sooner is renewed now: nobody waits for it when a mail is due.
const soonMs = 15 * 60_000

/** Every few minutes: renews the tokens that end soon. An account that lets us in no more has its provider wait for somebody to connect again. */
export async function keepSignIns(services: Services, signal: AbortSignal): Promise<void> {
  const { db, gateways, clock, log } = services
  const now = clock.now()
  await sweepConnects(db, now)
  const ending = await db
    .selectFrom('provider_grants')
    .select('provider_id')
    .where('refused_at', 'is', null)
    .where('access_until', '<', new Date(now.getTime() + soonMs))
    .orderBy('access_until')
    .execute()
  const providers = await findRegistered(
    db,
    ending.map(({ provider_id }) => provider_id),
  )
  for (const provider of providers.values()) {
    if (signal.aborted) return
    if (provider.state === 'off') continue
    try {
      await gateways.keepSignIn(provider)
    } catch (error) {
      // One that is broken does not keep the others from theirs.
      log.warn({ err: error, providerId: provider.id }, 'a token is not renewed')
      if (!(error instanceof GatewayUnavailable) || error.fault !== 'reconnect') continue
      if (provider.settings.kind === 'imap') await noteReading(services, provider, error)
      else await pauseProvider(services, provider, error)
    }
  }
}
