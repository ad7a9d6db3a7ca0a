import { createHash } from 'node:crypto'
import { type MollieSettings, usualMollie } from '@regie/contract/payment-providers.ts'
import type * as z from 'zod/mini'
import type { Config } from '../../../platform/config.ts'
import { openGuardedFetch } from '../../../platform/http/outbound-guard.ts'
import { isLoopback } from '../../../platform/http/public-address.ts'
import { failureOfCall } from '../../failure-of-call.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateway-errors.ts'
import { readJson } from '../../read-json.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { brandOf, fetchedOf, mollieAmount, MollieFault, mollieIdPattern, mollieOrder, MolliePayment } from './mollie-words.ts'

/** An account at Mollie, and how its payments look. */
export type MollieAccount = Omit<MollieSettings, 'kind'> & {
  /** By which an attempt and its news find this account again. */
  name: string
  apiKey: string
}
type Asked = { method?: 'POST'; path: string; body?: object; idempotencyKey?: string }
type Place = Pick<Config, 'publicUrl' | 'allowPrivateHosts'> & {
  /** How long a payer waits for Mollie. */
  timeoutMs?: number
}

const webhookBytesMax = 1_000
const answerBytesMax = 512 * 1024

/** The account that the environment names, for the customers without one of their own. */
export const installationAccount = (account: NonNullable<Config['mollie']>): MollieAccount => ({
  ...usualMollie,
  ...account,
  name: 'mollie',
})

/** Asks Mollie's API v2 with the key of an account; throws GatewayUnavailable or GatewayRefused. No question and no request does harm when it is repeated. */
export function openMollieApi(
  { url: baseUrl, apiKey }: Pick<MollieAccount, 'url' | 'apiKey'>,
  { publicUrl, allowPrivateHosts, timeoutMs = 15_000 }: Place,
) {
  const fetchGuarded = openGuardedFetch({ allowedHosts: allowPrivateHosts, timeoutMs })
  return async function ask<Answer>(shape: z.ZodMiniType<Answer>, { method, path, body, idempotencyKey }: Asked): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': keyOf(`${publicUrl} ${idempotencyKey}`) }),
    }
    const call = { ...(method && { method }), headers, answerBytesMax, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetchGuarded(new URL(path, baseUrl).href, call)
      .then(async (response) => ({ status: response.status, json: readJson(await response.text()) }))
      .catch((error: unknown) => {
        const failure = failureOfCall(error)
        if (failure instanceof GatewayUnavailable) throw failure
        throw new GatewayUnavailable('Mollie did not answer', { cause: error, fault: 'unreachable' })
      })
    if (answer.status >= 300) throw refusalOf(answer)
    const parsed = shape.safeParse(answer.json)
    if (!parsed.success) throw new GatewayUnavailable(`Mollie answers ${answer.status} and nothing that we know`, { fault: 'answer' })
    return parsed.data
  }
}

/**
 * Payments by Mollie, over its API v2. A webhook of it is signed by nobody and says an id alone: nothing is believed of it but that there may be news,
 * which is asked for with our key. A request that is cut off is safe to repeat, for its key gives the same payment.
 */
export function openMolliePayment(place: Place, account: MollieAccount): PaymentGateway {
  const ask = openMollieApi(account, place)
  // Mollie refuses an address that it cannot reach; without a webhook the payments under way are asked about.
  const hasWebhook = !isLoopback(new URL(place.publicUrl).hostname)
  return {
    name: account.name,
    // With a test key no money moves.
    simulated: account.apiKey.startsWith('test_'),
    method: brandOf(account.method),
    // From Mollie the payer is led on to the bank of his choice, whose address nobody knows beforehand.
    checkoutOrigin: 'https:',
    async createPayment(order) {
      const body = mollieOrder(order, { ...account, hasWebhook })
      const payment = await ask(MolliePayment, { method: 'POST', path: '/v2/payments', body, idempotencyKey: order.idempotencyKey })
      const { currency, value } = mollieAmount(order)
      if (payment.amount.currency !== currency || payment.amount.value !== value)
        throw new GatewayRefused('amount', `Mollie made a payment of ${payment.amount.currency} ${payment.amount.value}`)
      const checkoutUrl = payment._links?.checkout?.href
      if (checkoutUrl === undefined) throw new GatewayUnavailable(`Mollie names no page for a payment that is ${payment.status}`)
      return { providerRef: payment.id, checkoutUrl }
    },
    async fetchPayment(providerRef) {
      if (!mollieIdPattern.test(providerRef)) throw new GatewayRefused('unknown', 'no id of Mollie')
      const payment = await ask(MolliePayment, { path: `/v2/payments/${providerRef}` })
      if (payment.id !== providerRef) throw new GatewayUnavailable('Mollie answers with another payment', { fault: 'answer' })
      return fetchedOf(payment)
    },
    readWebhook(rawBody) {
      const id = new URLSearchParams(rawBody.subarray(0, webhookBytesMax).toString('utf8')).get('id') ?? ''
      return mollieIdPattern.test(id) ? [id] : []
    },
  }
}

/** Mollie knows a request again by a UUID. Made from our key, so that the same attempt has the same one after a restart too. */
function keyOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What Mollie will never take is refused in its words; for a key that is wrong, too many requests, and its own faults it is tried again. */
function refusalOf({ status, json }: { status: number; json: unknown }): Error {
  const { data } = MollieFault.safeParse(json)
  const words = [data?.field, data?.detail ?? data?.title].filter((part) => part !== undefined).join(': ')
  if (status === 401 || status === 403) return new GatewayUnavailable(`Mollie does not take our key: ${words}`, { fault: 'signIn' })
  if (status === 429 || status >= 500) return new GatewayUnavailable(`Mollie answers ${status} ${words}`.trim())
  return new GatewayRefused(status === 404 || status === 410 ? 'unknown' : String(status), words)
}
