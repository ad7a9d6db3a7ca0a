import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type OauthPeer = {
  url: string
  port: number
  clientId: string
  clientSecret: string
  /** How often a token was asked for, by a code or anew. */
  asked: { code: number; refresh: number }
  /** All secrets that it gave: codes and tokens. */
  given: string[]
  /** Does a mail server take this token for this account? */
  isGood(token: string, user: string): boolean
  /** From now on it takes no permission that it gave. */
  revoke(): void
  /** Answers only after so long, and for how many seconds a token holds. */
  slowMs: number
  accessSeconds: number
  /** Walks as the browser of somebody who lets us in: answers where it sends them. */
  walk(url: string): Promise<URL>
  close(): Promise<void>
}

/**
 * A server of OAuth 2 as Microsoft and Google have it: code with PKCE (RFC 7636), a secret beside the code, a new refresh token each time. It also
 * answers `/introspect?token=`, by which a dovecot knows a token.
 */
export async function openOauthPeer(redirectUri: string): Promise<OauthPeer> {
  const [clientId, clientSecret] = ['regie-app', randomBytes(16).toString('hex')]
  const codes = new Map<string, { challenge: string; user: string }>()
  const refreshes = new Map<string, string>()
  const tokens = new Map<string, string>()
  const given: string[] = []
  const token = () => {
    const one = randomBytes(24).toString('base64url')
    given.push(one)
    return one
  }

  function authorize(query: URLSearchParams): URL | null {
    const [client, back, challenge, user] = ['client_id', 'redirect_uri', 'code_challenge', 'login_hint'].map(
      (name) => query.get(name) ?? '',
    )
    if (client !== clientId || back !== redirectUri || !challenge || query.get('code_challenge_method') !== 'S256') return null
    const code = token()
    codes.set(code, { challenge, user: user ?? '' })
    const to = new URL(redirectUri)
    to.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
    return to
  }

  function grant(form: URLSearchParams): { status: number; body: object } {
    const refuse = (error: string) => ({ status: 400, body: { error, error_description: `AADSTS70000: ${error}` } })
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) return refuse('invalid_client')
    const isRefresh = form.get('grant_type') === 'refresh_token'
    peer.asked[isRefresh ? 'refresh' : 'code'] += 1
    const user = isRefresh ? takeRefresh(form.get('refresh_token') ?? '') : takeCode(form)
    if (user === null) return refuse('invalid_grant')
    const [access, refresh] = [token(), token()]
    tokens.set(access, user)
    refreshes.set(refresh, user)
    return { status: 200, body: { token_type: 'Bearer', access_token: access, refresh_token: refresh, expires_in: peer.accessSeconds } }
  }

  function takeRefresh(refresh: string): string | null {
    const user = refreshes.get(refresh) ?? null
    refreshes.delete(refresh)
    return user
  }

  function takeCode(form: URLSearchParams): string | null {
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return known?.challenge === challenge && form.get('redirect_uri') === redirectUri ? known.user : null
  }

  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer')
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname.endsWith('/authorize') || url.pathname.endsWith('/auth')) {
      const to = authorize(url.searchParams)
      return to === null ? say(400, { error: 'invalid_request' }) : response.writeHead(302, { location: to.href }).end()
    }
    if (url.pathname === '/introspect') {
      const user = tokens.get(url.searchParams.get('token') ?? '')
      return say(200, { active: user === undefined ? 'false' : 'true', username: user })
    }
    let form = ''
    request.on('data', (part: Buffer) => (form += part.toString()))
    request.on('end', () => setTimeout(() => ((answer) => say(answer.status, answer.body))(grant(new URLSearchParams(form))), peer.slowMs))
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const peer: OauthPeer = {
    ...{ url: `http://127.0.0.1:${port}`, port, clientId, clientSecret, slowMs: 0, accessSeconds: 3600 },
    asked: { code: 0, refresh: 0 },
    given,
    isGood: (bearer, user) => tokens.get(bearer) === user,
    revoke() {
      refreshes.clear()
      tokens.clear()
    },
    async walk(url) {
      const answer = await fetch(url, { redirect: 'manual' })
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`nobody is let in: ${answer.status} ${await answer.text()}`)
      return new URL(location)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return peer
}
