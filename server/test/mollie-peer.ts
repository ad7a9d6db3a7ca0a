import http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'

/** The keys that it takes: of the installation, and of a customer. */
const mollieKey = 'live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
export const customerKey = 'live_cccccccccccccccccccccccccccccc'

type Mode = 'take' | 'busy' | 'down' | 'broken' | 'silent' | 'hangUp' | 'refuses' | 'otherAmount' | 'otherLink' | 'noCheckout' | 'nonsense'
type Status = 'open' | 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'failed'
type Kept = { id: string; status: Status; amount: { currency: string; value: string }; metadata: { link: string } }

// What Mollie's reference says of the body of a payment.
const Order = z.strictObject({
  amount: z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.string().regex(/^\d{1,7}\.\d{2}$/) }),
  description: z.string().min(1).max(255),
  redirectUrl: z.url(),
  webhookUrl: z.url().optional(),
  method: z.enum(['ideal', 'bancontact', 'kbc', 'belfius', 'creditcard']).optional(),
  locale: z.enum(['nl_NL', 'nl_BE', 'en_GB', 'fr_FR', 'fr_BE', 'de_DE']),
  metadata: z.strictObject({ link: z.string() }),
})
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A server that answers as Mollie's API v2 does, checks each request as that does, and keeps what it made. */
export async function openMolliePeer() {
  const asked: string[] = []
  const orders: z.infer<typeof Order>[] = []
  const payments = new Map<string, Kept>()
  const byKey = new Map<string, string>()
  let mode: Mode = 'take'
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const answer = (status: number, json: object) =>
        response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(json))
      const fault = (status: number, title: string, field?: string) =>
        answer(status, { status, title, detail: title, ...(field && { field }) })
      const show = (status: number, { id, ...payment }: Kept) => {
        const amount = mode === 'otherAmount' ? { ...payment.amount, value: '0.01' } : payment.amount
        const metadata = mode === 'otherLink' ? { link: '999999' } : payment.metadata
        const hasPage = payment.status === 'open' && mode !== 'noCheckout'
        const _links = hasPage ? { checkout: { href: `https://www.mollie.com/checkout/${id}`, type: 'text/html' } } : {}
        answer(status, { resource: 'payment', id, ...payment, amount, metadata, _links })
      }
      asked.push(`${request.method} ${request.url}`)
      if (mode === 'silent') return
      if (mode === 'hangUp') return request.socket.destroy()
      if (mode === 'down') return fault(503, 'Service Unavailable')
      if (mode === 'broken') return fault(500, 'Internal Server Error')
      if (mode === 'refuses') return fault(422, 'The payment method is not activated', 'method')
      if (mode === 'busy') return fault(429, 'Too Many Requests')
      if (mode === 'nonsense') return response.writeHead(200).end('<html>')
      if (![mollieKey, customerKey].some((key) => request.headers.authorization === `Bearer ${key}`))
        return fault(401, 'Missing authentication, or failed to authenticate')
      if (request.url === '/v2/methods')
        return answer(200, { count: 1, _embedded: { methods: [{ resource: 'method', id: 'ideal', status: 'activated' }] } })
      const id = /^\/v2\/payments\/(tr_\w+)$/.exec(request.url ?? '')?.[1]
      if (request.method === 'GET' && id !== undefined) {
        const found = payments.get(id)
        return found ? show(200, found) : fault(404, 'No payment exists with this token')
      }
      if (request.method !== 'POST' || request.url !== '/v2/payments') return fault(404, 'Not Found')
      const key = String(request.headers['idempotency-key'])
      if (!uuid.test(key)) return fault(400, 'The idempotency key is no UUID')
      const order = Order.safeParse(JSON.parse(body))
      if (!order.success) return fault(422, 'Unprocessable Entity', order.error.issues[0]?.path.join('.'))
      if (Number(order.data.amount.value) > 50_000) return fault(422, 'The amount is higher than the maximum', 'amount')
      const known = payments.get(byKey.get(key) ?? '')
      if (known) return show(201, known)
      const made = {
        id: `tr_${String(payments.size + 1).padStart(10, 'M')}`,
        status: 'open' as const,
        amount: order.data.amount,
        metadata: order.data.metadata,
      }
      orders.push(order.data)
      payments.set(made.id, made)
      byKey.set(key, made.id)
      return show(201, made)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: { MOLLIE_API_KEY: mollieKey, MOLLIE_URL: `http://127.0.0.1:${port}`, ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` },
    orders,
    port,
    url: `http://127.0.0.1:${port}`,
    /** What it was asked, the oldest first. */
    asked,
    /** The ids of what it made, the oldest first. */
    ids: () => [...payments.keys()],
    set: (next: Mode) => {
      mode = next
    },
    /** What became of a payment, at the bank. */
    becomes: (id: string, status: Status) => {
      const payment = payments.get(id)
      if (payment) payment.status = status
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
