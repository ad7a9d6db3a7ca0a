import type { Endpoint, RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { IncomingHttpHeaders } from 'node:http'

export type WebhookRequest = { rawBody: Buffer; headers: IncomingHttpHeaders }

export type WebhookRoute<S> = { endpoint: Endpoint; handleRaw(services: S, request: never): unknown }

/** Answers a call of a provider. The body arrives as it was sent, byte for byte: signatures are made over it. */
export function webhookRoute<E extends Endpoint, S>(
  endpoint: E,
  handleRaw: (services: S, request: RequestOf<E> & WebhookRequest) => Promise<ResponseOf<E>>,
): WebhookRoute<S> {
  return { endpoint, handleRaw }
}
