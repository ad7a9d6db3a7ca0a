import type { OauthApp, OauthService } from '@regie/contract/providers.ts'
import type * as oidc from 'openid-client'
import { decrypt } from '../../platform/security/encryption.ts'
import type { Config } from '../../platform/config.ts'
import { openLibraryFetch } from '../../platform/http/library-fetch.ts'
import { GatewayUnavailable } from '../gateway-errors.ts'
import { type RegisteredProvider, secretPurpose } from '../registered-provider.ts'

type Place = { authorize: string; token: string; scopes: Record<'smtp' | 'imap', string>; more: Record<string, string> }
/** What a service lets us do, as it answered. */
export type Tokens = { access: string; refresh: string | null; accessSeconds: number; refreshSeconds: number | null }

const timeoutSeconds = 10
// RFC 6749 §4.1.2.1 and §5.2: these no second try mends; a person must look.
const refusals = ['invalid_grant', 'invalid_client', 'unauthorized_client', 'interaction_required', 'consent_required', 'access_denied']

/** The permission, or the app that asks, is taken no more: somebody has to connect again. */
export class OauthRefused extends GatewayUnavailable {
  override name = 'OauthRefused'

  constructor(text: string, options: { cause?: unknown } = {}) {
    super('The account does not let us in any more', { fault: 'reconnect', cause: new Error(text, options) })
  }
}

/** Where the caller comes back to; known to the service beforehand. */
const returnUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/admin/providers`

function placeOf({ signInUrls }: Pick<Config, 'signInUrls'>, { service, tenant }: OauthApp): Place {
  const places: Record<OauthService, () => Place> = {
    microsoft() {
      const base = `${signInUrls.microsoft ?? 'https://login.microsoftonline.com'}/${encodeURIComponent(tenant)}/oauth2/v2.0`
      const of = (what: string) => `offline_access https://outlook.office.com/${what}`
      return {
        authorize: `${base}/authorize`,
        token: `${base}/token`,
        scopes: { smtp: of('SMTP.Send'), imap: of('IMAP.AccessAsUser.All') },
        more: {},
      }
    },
    google() {
      const own = signInUrls.google
      return {
        authorize: `${own ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
        token: `${own ?? 'https://oauth2.googleapis.com'}/token`,
        scopes: { smtp: 'https://mail.google.com/', imap: 'https://mail.google.com/' },
        // Without these it gives no token that outlives the hour.
        more: { access_type: 'offline', prompt: 'consent' },
      }
    },
  }
  return places[service]()
}

/** How a provider signs in by OAuth 2; null: by a password, or not at all. */
export function oauthOf({ settings }: Pick<RegisteredProvider, 'settings'>): { app: OauthApp; user: string; kind: 'smtp' | 'imap' } | null {
  if ((settings.kind !== 'smtp' && settings.kind !== 'imap') || !settings.oauth) return null
  return { app: settings.oauth, user: settings.user, kind: settings.kind }
}

type AppConfig = Pick<Config, 'secretKey' | 'allowPrivateHosts' | 'signInUrls' | 'publicUrl'>

async function open(config: AppConfig, provider: RegisteredProvider) {
  const wanted = oauthOf(provider)
  if (wanted === null) throw new Error(`provider ${provider.id} signs in by a password`)
  const library = await import('openid-client')
  const place = placeOf(config, wanted.app)
  const secret = provider.secret === null ? '' : decrypt(config.secretKey, provider.secret, secretPurpose(provider))
  const metadata: oidc.ServerMetadata = {
    issuer: new URL(place.authorize).origin,
    authorization_endpoint: place.authorize,
    token_endpoint: place.token,
  }
  const configuration = new library.Configuration(metadata, wanted.app.clientId, undefined, library.ClientSecretPost(secret))
  configuration[library.customFetch] = openLibraryFetch(config)
  configuration.timeout = timeoutSeconds
  // The guard has refused what is not encrypted, save for hosts that the configuration names.
  library.allowInsecureRequests(configuration)
  return { library, configuration, place, ...wanted }
}

/** Where somebody lets us in, and what proves later that it was we who asked (PKCE). */
export async function beginConnecting(config: AppConfig, provider: RegisteredProvider, state: string) {
  const { library, configuration, place, user, kind } = await open(config, provider)
  const verifier = library.randomPKCECodeVerifier()
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl(config),
    scope: place.scopes[kind],
    state,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: user,
    ...place.more,
  })
  return { url: url.href, verifier }
}

/** Brings the code that came back; throws OauthRefused or GatewayUnavailable. */
export async function exchangeCode(
  config: AppConfig,
  provider: RegisteredProvider,
  { state, code, verifier }: { state: string; code: string; verifier: string },
): Promise<Tokens> {
  const { library, configuration } = await open(config, provider)
  const back = new URL(returnUrl(config))
  back.search = new URLSearchParams({ state, code }).toString()
  return asked(library, () => library.authorizationCodeGrant(configuration, back, { pkceCodeVerifier: verifier, expectedState: state }))
}

/** Asks for the next token; throws OauthRefused or GatewayUnavailable. */
export async function renewTokens(config: AppConfig, provider: RegisteredProvider, refresh: string): Promise<Tokens> {
  const { library, configuration } = await open(config, provider)
  return asked(library, () => library.refreshTokenGrant(configuration, refresh))
}

async function asked(library: typeof oidc, ask: () => Promise<oidc.TokenEndpointResponse>): Promise<Tokens> {
  try {
    const answer = await ask()
    const { access_token: access, refresh_token: refresh = null, expires_in: accessSeconds = 3600 } = answer
    const refreshSeconds = Number(answer.refresh_token_expires_in)
    // What is kept is bounded, and stands in one line of a conversation.
    if (access.length > 12_000 || !/^[!-~]+$/.test(access)) throw new Error('an access token that cannot be used')
    return { access, refresh, accessSeconds, refreshSeconds: refreshSeconds > 0 ? refreshSeconds : null }
  } catch (error) {
    if (error instanceof library.ResponseBodyError && refusals.includes(error.error)) {
      throw new OauthRefused(`${error.error} ${error.error_description ?? ''}`.trim().slice(0, 300), { cause: error })
    }
    throw new GatewayUnavailable('The service that signs us in does not answer as it should', { cause: error, fault: 'unreachable' })
  }
}
