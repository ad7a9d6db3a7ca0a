import type { CallOf, Endpoint, ResponseOf } from '@regie/contract/endpoint.ts'
import { loginApi } from '@regie/contract/login.ts'

export type ApiAnswer<E> = { status: number; body: ResponseOf<E>; error: string | null; text: string; headers: Headers }

/** Calls the running product as a browser would: one cookie, the right Origin, typed by the contract. */
export class ApiClient {
  readonly url: string
  #cookie = ''

  constructor(url: string) {
    this.url = url
  }

  /** For a socket, which signs in by the same cookie. */
  get cookie() {
    return this.#cookie
  }

  async signIn(username: string, password: string) {
    const answer = await this.call(loginApi.logIn, { body: { username, password } } as CallOf<typeof loginApi.logIn>)
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status} ${answer.text}`)
    return answer
  }

  async call<E extends Endpoint>(
    endpoint: E,
    request: CallOf<E> | Record<string, never> = {},
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<E>> {
    const {
      params = {},
      query = {},
      body,
    } = request as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
    const search = new URLSearchParams(
      Object.entries(query)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]): [string, string] => [key, String(value)]),
    ).toString()
    return this.#send<E>(`${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** Sends a file with the fields of the endpoint's body. */
  async upload<E extends Endpoint>(
    endpoint: E,
    fields: Record<string, string | number>,
    file: { name: string; content: Uint8Array<ArrayBuffer> | string },
  ): Promise<ApiAnswer<E>> {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.set(key, String(value))
    form.set('file', new Blob([file.content]), file.name)
    return this.#send<E>(endpoint.path, { method: endpoint.method, body: form })
  }

  async #send<E>(path: string, init: RequestInit): Promise<ApiAnswer<E>> {
    const answer = await fetch(`${this.url}/api${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string> | undefined), origin: this.url, ...(this.#cookie && { cookie: this.#cookie }) },
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
    if (cookie) this.#cookie = cookie
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    const body = isJson && text ? (JSON.parse(text) as unknown) : undefined
    const error = answer.ok ? null : ((body as { error?: string } | undefined)?.error ?? text.slice(0, 200))
    return { status: answer.status, body: body as ResponseOf<E>, error, text, headers: answer.headers }
  }
}
