import type * as oidc from 'openid-client'
import type { Config } from '../../../platform/config.ts'
import { openLibraryFetch } from '../../../platform/http/library-fetch.ts'
import { decrypt, encrypt } from '../../../platform/security/encryption.ts'

/**
 * Where the provider of a customer sends people back to; known to it beforehand. Each customer has his own, so that the provider of one cannot have people
 * sign in at the provider of another and be handed that one's code (RFC 9700, mix-up).
 */
export const callbackPath = (customerId: number | string) => `/api/login/sso/${customerId}/callback`
const timeoutSeconds = 10

export type ProviderRow = { customer_id: number; issuer: string; client_id: string; client_secret: Buffer | null }
export type OpenedProvider = { library: typeof oidc; configuration: oidc.Configuration }

/** Loaded when somebody first signs in by a provider. */
const load = () => import('openid-client')

/** Asks a provider for its description. Throws when it cannot be reached, or describes somebody else. */
export async function openProvider(config: Pick<Config, 'secretKey' | 'allowPrivateHosts'>, row: ProviderRow): Promise<OpenedProvider> {
  const library = await load()
  const secret = row.client_secret === null ? null : openSecret(config.secretKey, row, row.client_secret)
  const configuration = await library.discovery(
    new URL(row.issuer),
    row.client_id,
    undefined,
    // Both ways to show a secret are common; the one that everybody must know is the first.
    secret === null ? library.None() : library.ClientSecretBasic(secret),
    {
      timeout: timeoutSeconds,
      // The guard has refused what is not encrypted, save for hosts that the configuration names.
      execute: [library.allowInsecureRequests, library.enableNonRepudiationChecks],
      [library.customFetch]: openLibraryFetch(config),
    },
  )
  const known = configuration.serverMetadata().token_endpoint_auth_methods_supported
  if (secret === null || known === undefined || known.includes('client_secret_basic')) return { library, configuration }
  return { library, configuration: withSecretInBody(library, configuration, row.client_id, secret) }
}

/** The same for a provider that wants the secret beside the code. */
function withSecretInBody(library: typeof oidc, from: oidc.Configuration, clientId: string, secret: string): oidc.Configuration {
  const made = new library.Configuration(from.serverMetadata(), clientId, undefined, library.ClientSecretPost(secret))
  const guarded = from[library.customFetch]
  if (guarded) made[library.customFetch] = guarded
  made.timeout = timeoutSeconds
  library.allowInsecureRequests(made)
  library.enableNonRepudiationChecks(made)
  return made
}

type Place = Pick<ProviderRow, 'customer_id' | 'issuer'>

/** A client secret as it is kept: it opens for its own customer and issuer only, so that it is never shown to another. */
export const sealSecret = (secretKey: Buffer, place: Place, secret: string) => encrypt(secretKey, secret, purposeOf(place))
const openSecret = (secretKey: Buffer, place: Place, sealed: Buffer) => decrypt(secretKey, sealed, purposeOf(place))
const purposeOf = ({ customer_id, issuer }: Place) => `client secret of customer ${customer_id} at ${issuer}`
