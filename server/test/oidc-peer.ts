import { generateKeyPairSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Who signs in at the provider when a browser comes along. */
export type Person = { subject: string; email?: string; isVerified?: boolean; amr?: string[]; acr?: string }

export type OidcPeer = Awaited<ReturnType<typeof openOidcPeer>>

/** A real provider of OpenID Connect on this machine, whose users need not type anything. `close` it when done. */
export async function openOidcPeer(redirectUri: string) {
  let person: Person = { subject: 'nobody' }
  let answer: http.RequestListener = (_request, response) => void response.end()
  const server = http.createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [clientId, clientSecret] = ['regie', randomBytes(24).toString('hex')]
  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], response_types: ['code'] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }] },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: person.email, email_verified: person.isVerified }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const serve = provider.callback()
  let tokensAsked = 0
  answer = (request, response) => {
    if (request.url?.startsWith('/token')) tokensAsked += 1
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response)
    const { subject: accountId, amr, acr } = person
    void provider.interactionFinished(request, response, { login: { accountId, ...(amr && { amr }), ...(acr && { acr }) } })
  }

  return {
    issuer,
    clientId,
    clientSecret,
    /** How often a code was brought to it. */
    tokensAsked: () => tokensAsked,
    signsIn(who: Person) {
      person = who
    },
    /** Walks as a browser that the provider does not know yet, until it is sent elsewhere; returns where. */
    async walk(from: string): Promise<string> {
      const cookies = new Map<string, string>()
      let url = from
      for (let steps = 0; steps < 10 && url.startsWith(issuer); steps++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const next = reply.headers.get('location')
        if (next === null) throw new Error(`the provider stays at ${url}: ${reply.status} ${await reply.text()}`)
        url = new URL(next, url).href
      }
      return url
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
