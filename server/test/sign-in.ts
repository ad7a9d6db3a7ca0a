import type { TestApp } from './open-test-app.ts'

export type SignInAnswer = {
  status: number
  body: Record<string, unknown>
  cookies: Record<string, string>
  retryAfter: string | undefined
}

let asked = 0

/** Signs in as a browser does: each call from an address of its own unless one is given, so that the limit per address is not what is tested. */
export async function signIn(
  { app, origin }: TestApp,
  username: string,
  password: string,
  { address, cookies = {}, headers = {} }: { address?: string; cookies?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<SignInAnswer> {
  asked++
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    remoteAddress: address ?? `10.${Math.floor(asked / 62_500) % 250}.${Math.floor(asked / 250) % 250}.${asked % 250}`,
    cookies,
    headers: { origin, ...headers },
  })
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown>>(),
    cookies: Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])),
    retryAfter: answer.headers['retry-after']?.toString(),
  }
}

/** What the browser with these cookies is told of itself. */
export async function ping({ app }: TestApp, cookies: Record<string, string>) {
  return (await app.inject({ url: '/api/login/ping', cookies })).json<{ loggedIn: boolean; enforce2fa: boolean }>()
}
