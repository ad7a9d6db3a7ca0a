import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../platform/config.ts'
import type { DeliveryUpdate } from './message-gateway.ts'
import type { RegisteredProvider } from './registered-provider.ts'
import type { IncomingSms } from './sms/sms-gateway.ts'

/** A call of the webhook of one provider of a customer, as it came. */
export type ProviderHookCall = {
  query: URLSearchParams
  rawBody: Buffer
  headers: Readonly<Record<string, string>>
}

/** What such a call brings. */
export type HookNews = { updates: DeliveryUpdate[]; incoming: IncomingSms[] }

type Named = Pick<RegisteredProvider, 'customerId' | 'id'>

/** What nobody can guess of the path of a provider's webhook. Who changes the provider does not change it. */
function providerHookSecret(secretKey: Buffer, { customerId, id }: Named): string {
  return createHmac('sha256', secretKey).update(`provider-hook:${customerId}:${id}`).digest('base64url').slice(0, 32)
}

/** Where a provider brings its news. */
export function providerHookUrl({ secretKey, publicUrl }: Pick<Config, 'secretKey' | 'publicUrl'>, provider: Named): string {
  return `${publicUrl}/api/hooks/providers/${provider.id}/${providerHookSecret(secretKey, provider)}`
}

/** Does this path belong to this provider? */
export function isHookSecret(secretKey: Buffer, provider: Named, given: string): boolean {
  const expected = Buffer.from(providerHookSecret(secretKey, provider))
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}
