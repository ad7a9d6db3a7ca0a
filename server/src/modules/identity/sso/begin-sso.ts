import { mustBeAllowed } from '../../../platform/http/outbound-guard.ts'
import type { Services } from '../../../services.ts'
import { hashToken, newToken } from '../../../platform/security/secret-token.ts'
import { insertAttempt } from './attempts.ts'
import { knownProvider } from './known-providers.ts'
import { callbackPath } from './provider.ts'
import { findProvider } from './sso-queries.ts'

type Begin = { customerId: number; redirect: string; browser: string }

/** Where the provider of a customer signs people in; null when it has none. */
export async function beginSso(services: Services, { customerId, redirect, browser }: Begin): Promise<string | null> {
  const { db, config, clock } = services
  const row = await findProvider(db, customerId)
  if (!row) return null
  const { library, configuration } = await knownProvider(services, row)
  const [state, nonce, verifier] = [newToken(32), newToken(32), library.randomPKCECodeVerifier()]
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: `${config.publicUrl}${callbackPath(customerId)}`,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const secret = { verifier, nonce, issuer: row.issuer, clientId: row.client_id, browserHash: hashToken(browser).toString('base64url') }
  await db.transaction().execute((tx) => insertAttempt(tx, config.secretKey, { state, customerId, redirect, secret }, clock.now()))
  // Where it says that it signs people in may be anything.
  return mustBeAllowed(url.href, config.allowPrivateHosts).href
}
