import { createHash } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import { openGuardedFetch } from '../../../platform/http/outbound-guard.ts'
import { isLoopback } from '../../../platform/http/public-address.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateway-errors.ts'
import { readJson } from '../../read-json.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { mollieAmount, MollieFault, mollieIdPattern, mollieOrder, MolliePayment, statusOf } from './mollie-words.ts'

type Options = Pick<Config, 'publicUrl' | 'allowPrivateHosts'> & { account: NonNullable<Config['mollie']> }
type Asked = { method?: 'POST'; path: string; body?: object; idempotencyKey?: string }

const webhookBytesMax = 1_000

/**
 * Payments by Mollie, over its API v2. A webhook of it is signed by nobody and says an id alone: nothing is believed of it but that there may be news,
 * which is asked for with our key. A request that is cut off is safe to repeat, for its key gives the same payment.
 */
export function openMolliePayment({ account, publicUrl, allowPrivateHosts }: Options): PaymentGateway {
  const fetchGuarded = openGuardedFetch({ allowedHosts: allowPrivateHosts, timeoutMs: 15_000 })
  // Mollie refuses an address that it cannot reach; without a webhook the payments under way are asked about.
  const hasWebhook = !isLoopback(new URL(publicUrl).hostname)

  async function ask({ method, path, body, idempotencyKey }: Asked): Promise<MolliePayment> {
    const url = new URL(path, account.url).href
    const headers = {
      authorization: `Bearer ${account.apiKey}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': keyOf(`${publicUrl} ${idempotencyKey}`) }),
    }
    const answer = await fetchGuarded(url, { ...(method && { method }), headers, ...(body && { body: JSON.stringify(body) }) })
      .then(async (response) => ({ status: response.status, json: readJson(await response.text()) }))
      .catch((error: unknown) => {
        throw new GatewayUnavailable('Mollie did not answer', { cause: error })
      })
    if (answer.status >= 300) throw refusalOf(answer)
    const parsed = MolliePayment.safeParse(answer.json)
    if (!parsed.success) throw new GatewayUnavailable(`Mollie answers ${answer.status} and no payment that we know`)
    return parsed.data
  }

  return {
    name: 'mollie',
    // With a test key no money moves.
    simulated: account.apiKey.startsWith('test_'),
    method: 'iDEAL | Wero',
    // From Mollie the payer is led on to the bank of his choice, whose address nobody knows beforehand.
    checkoutOrigin: 'https:',
    async createPayment(order) {
      const body = mollieOrder(order, hasWebhook)
      const payment = await ask({ method: 'POST', path: '/v2/payments', body, idempotencyKey: order.idempotencyKey })
      const { currency, value } = mollieAmount(order)
      if (payment.amount.currency !== currency || payment.amount.value !== value)
        throw new GatewayRefused('amount', `Mollie made a payment of ${payment.amount.currency} ${payment.amount.value}`)
      const checkoutUrl = payment._links?.checkout?.href
      if (checkoutUrl === undefined) throw new GatewayUnavailable(`Mollie names no page for a payment that is ${payment.status}`)
      return { providerRef: payment.id, checkoutUrl }
    },
    async fetchStatus(providerRef) {
      if (!mollieIdPattern.test(providerRef)) throw new GatewayRefused('unknown', 'no id of Mollie')
      return statusOf(await ask({ path: `/v2/payments/${providerRef}` }))
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
