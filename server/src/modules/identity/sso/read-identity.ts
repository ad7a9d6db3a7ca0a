import type { OpenedProvider } from './provider.ts'

/** The person that a provider identified. */
export type Identity = {
  issuer: string
  subject: string
  /** Only one that the provider itself has verified: anybody can type in the address of somebody else. */
  verifiedEmail: string | null
  /** It saw a second factor. */
  hasFactor: boolean
}

const strongContexts = [
  'mfa',
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
]

type Expected = { verifier: string; state: string; nonce: string }

/** Exchanges the code of an answer for an identity; throws when anything in it does not fit. */
export async function readIdentity({ library, configuration }: OpenedProvider, answer: URL, expected: Expected): Promise<Identity> {
  const tokens = await library.authorizationCodeGrant(configuration, answer, {
    pkceCodeVerifier: expected.verifier,
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider said nothing of who it is')
  const identity: Record<string, unknown> = { ...claims }
  if (identity.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined)
    Object.assign(identity, emailOf(await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)))
  return { issuer: claims.iss, subject: claims.sub, verifiedEmail: verifiedEmailOf(identity), hasFactor: hasFactor({ ...claims }) }
}

const emailOf = ({ email, email_verified }: Record<string, unknown>) => ({ email, email_verified })

/** The address if the provider says in so many words that it verified it. */
export function verifiedEmailOf({ email, email_verified: isVerified }: Record<string, unknown>): string | null {
  return typeof email === 'string' && email !== '' && isVerified === true ? email : null
}

/** Did the provider ask for more than a password? */
export function hasFactor({ amr, acr }: Record<string, unknown>): boolean {
  return (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && strongContexts.includes(acr))
}
