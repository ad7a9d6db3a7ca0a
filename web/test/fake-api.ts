import type { AnyEndpoint } from '../src/api/call-api.ts'
import { addressOf } from '../src/api/call-api.ts'
import type { ErrorBody } from '@regie/contract/error-codes.ts'
import { errorCodes } from '@regie/contract/error-codes.ts'
import type { CallOf, ResponseOf } from '@regie/contract/endpoint.ts'

type Refusal = ErrorBody & { error: keyof typeof errorCodes }
type Given = { params: Record<string, string>; query: Record<string, string>; body: unknown }
type Call = { endpoint: AnyEndpoint; given: Given }
type Answer = (given: Given) => { status: number; body: unknown }
type Route = { endpoint: AnyEndpoint; answer: Answer }

/** The API as the contract describes it: an answer of another shape does not compile, a request that the contract refuses fails the test. */
export class FakeApi {
  readonly #routes: Route[] = []
  readonly #calls: Call[] = []
  readonly faults: string[] = []

  /** What an endpoint answers from now on. */
  answer<E extends AnyEndpoint>(endpoint: E, answer: ResponseOf<E> | ((given: CallOf<E>) => ResponseOf<E>)): void {
    const body = (given: Given) => (typeof answer === 'function' ? (answer as (given: unknown) => unknown)(given) : answer)
    this.#put(endpoint, (given) => ({ status: 200, body: body(given) }))
  }

  /** With what an endpoint refuses from now on: every request, or those that `isMeant` names. */
  refuse<E extends AnyEndpoint>(endpoint: E, refusal: Refusal, isMeant: (given: CallOf<E>) => boolean = () => true): void {
    const before = this.#routes.find((route) => route.endpoint === endpoint)?.answer
    const answer = () => ({ status: errorCodes[refusal.error], body: refusal })
    this.#put(endpoint, (given) => (before === undefined || isMeant(given as CallOf<E>) ? answer() : before(given)))
  }

  /** What was asked of an endpoint so far. */
  callsOf<E extends AnyEndpoint>(endpoint: E): CallOf<E>[] {
    return this.#calls.filter((call) => call.endpoint === endpoint).map((call) => call.given as CallOf<E>)
  }

  /** Stands in for the browser's fetch. */
  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(address instanceof Request ? address.url : address), location.origin)
    const method = init.method ?? 'GET'
    const route = this.#routes.find(({ endpoint }) => endpoint.method === method && pathOf(endpoint).test(url.pathname))
    if (route === undefined) {
      this.faults.push(`nobody answers ${method} ${url.pathname}`)
      return new Response(JSON.stringify({ error: 'error.notFound' }), { status: 404 })
    }
    const { endpoint } = route
    const given: Given = {
      params: pathOf(endpoint).exec(url.pathname)?.groups ?? {},
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    }
    for (const part of ['params', 'body'] as const) {
      const refused = (endpoint[part] as Schema | undefined)?.safeParse(given[part]).error
      if (refused) this.faults.push(`${method} ${url.pathname}: ${part} ${JSON.stringify(refused.issues)}`)
    }
    this.#calls.push({ endpoint, given })
    const { status, body } = route.answer(given)
    return new Response(body === undefined ? '' : JSON.stringify(body), { status })
  }

  #put(endpoint: AnyEndpoint, answer: Answer) {
    this.#routes.unshift({ endpoint, answer })
  }
}

type Schema = { safeParse: (value: unknown) => { error?: { issues: unknown[] } | undefined } }

function pathOf(endpoint: AnyEndpoint): RegExp {
  return new RegExp(`^${addressOf({ path: endpoint.path.replace(/:(\w+)/g, '<$1>') }).replace(/<(\w+)>/g, '(?<$1>[^/]+)')}$`)
}
