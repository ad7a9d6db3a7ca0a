import type { CallOf, Endpoint, ResponseOf } from '@regie/contract/endpoint.ts'
import { isCancelled, noAnswer, readFailure } from './api-failure.ts'
import { rememberRequestId } from './request-ids.ts'
import { forgetEarly, takeEarly } from './early-answers.ts'
import { repeatKey } from './repeat-keys.ts'
import { notifyOutcome } from './transport-outcomes.ts'

export type AnyEndpoint = Endpoint
type LooseRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Where a request goes: path with its parameters filled in, and the query. */
export function addressOf(endpoint: Pick<AnyEndpoint, 'path'>, request: LooseRequest = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(request.params?.[name])))
  const given = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(
    given.map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  ).toString()
  return `/api${path}${query === '' ? '' : `?${query}`}`
}

/**
 * Calls the API, typed by the contract's endpoint. Throws ApiFailure; an aborted call throws AbortError. `isSentAgain`: its caller asks again when no
 * answer comes, so nobody is taken to another page for it.
 */
export async function callApi<E extends AnyEndpoint>(
  endpoint: E,
  request: CallOf<E>,
  signal?: AbortSignal,
  isSentAgain = false,
): Promise<ResponseOf<E>> {
  const response = await fetchResponse(endpoint, request as LooseRequest, signal, isSentAgain)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<E>
}

/** Calls an endpoint that answers with a file. */
export async function callFile<E extends AnyEndpoint>(endpoint: E, request: CallOf<E>, signal?: AbortSignal): Promise<Response> {
  return fetchResponse(endpoint, request as LooseRequest, signal)
}

async function fetchResponse(
  endpoint: AnyEndpoint,
  request: LooseRequest,
  signal: AbortSignal | undefined,
  isSentAgain = false,
): Promise<Response> {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  const address = addressOf(endpoint, request)
  const repeat = endpoint.method === 'POST' ? repeatKey(address, body ?? '') : null
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...(repeat && { 'idempotency-key': repeat.key }) }
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'include',
    signal: signal ?? null,
    headers,
    ...(body !== undefined && { body }),
  }
  if (endpoint.method !== 'GET') forgetEarly()
  const early = endpoint.method === 'GET' ? takeEarly(address) : undefined
  const response = await (early ?? fetch(address, init)).catch((cause: unknown) => {
    throw isCancelled(cause) ? cause : isSentAgain ? noAnswer() : notifyOutcome(noAnswer(), endpoint.path)
  })
  repeat?.forget()
  rememberRequestId(response.headers.get('x-request-id'))
  if (response.ok) return response
  throw notifyOutcome(readFailure(response.status, await response.text(), response.headers.get('x-request-id')), endpoint.path)
}
