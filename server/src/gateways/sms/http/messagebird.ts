import * as z from 'zod/mini'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain, WebhookRefused } from '../../gateway-errors.ts'
import { storableText } from '../../read-json.ts'
import { digitsOf, type HttpSmsAccount, type HttpSmsAdapter, jsonHeaders, plusNumber, referenceMax, secondsUntil } from './http-sms.ts'

const Taken = z.object({ id: z.string().check(z.minLength(1)) })
const LookedUp = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  status: z.enum(['sent', 'absent', 'active', 'unknown', 'failed']),
  network: z.optional(z.nullable(z.union([z.number(), z.string()]))),
})
const Refused = z.object({ errors: z.array(z.object({ code: z.number(), description: z.optional(z.string()) })).check(z.minLength(1)) })

// The key is not taken, not allowed, or the account is empty.
const ofTheAccount: readonly number[] = [2, 25, 98, 99]
const states = new Map<string, 'delivered' | 'failed'>([
  ['delivered', 'delivered'],
  ['expired', 'failed'],
  ['delivery_failed', 'failed'],
])

const headersOf = ({ secret }: HttpSmsAccount) => ({ ...jsonHeaders, authorization: `AccessKey ${secret}` })

/** MessageBird: its reports come as GET, only of messages that carry a reference. */
export const messagebird: HttpSmsAdapter = {
  request: (account, { id, to, from, text, validUntil }, now) => ({
    url: new URL('/messages', account.settings.url).href,
    method: 'POST',
    headers: headersOf(account),
    body: JSON.stringify({
      originator: account.settings.sender || from,
      recipients: [digitsOf(to)],
      body: text,
      ...{ reference: id, reportUrl: account.webhookUrl, datacoding: 'auto' },
      ...(validUntil && { validity: secondsUntil(validUntil, now) }),
    }),
  }),
  readAnswer({ status, body }, { id }) {
    if (status < 300) {
      // Its report names our own number; that it took the message is shown by its.
      if (Taken.safeParse(body).success) return id
      throw new GatewayUncertain(`MessageBird answers ${status} and no words that we know`)
    }
    const parsed = Refused.safeParse(body)
    const [first] = parsed.success ? parsed.data.errors : []
    if (!first) throw new GatewayUncertain(`MessageBird answers ${status} and no words that we know`)
    const words = `${first.code} ${first.description ?? ''}`.trim()
    if (ofTheAccount.includes(first.code)) throw new GatewayUnavailable(words, { fault: 'signIn' })
    throw new GatewayRefused(String(first.code), first.description ?? '')
  },
  lookUp: {
    request: (account, number, ref) =>
      ref === ''
        ? {
            ...{ url: new URL('/hlr', account.settings.url).href, method: 'POST', headers: headersOf(account) },
            body: JSON.stringify({ msisdn: digitsOf(number), reference: 'regie' }),
          }
        : { url: new URL(`/hlr/${encodeURIComponent(ref)}`, account.settings.url).href, headers: headersOf(account) },
    readAnswer({ status, body }) {
      const parsed = LookedUp.safeParse(body)
      if (status >= 300) throw new GatewayUnavailable(`MessageBird answers ${status} to a look-up`)
      if (!parsed.success) throw new GatewayUncertain(`MessageBird answers ${status} to a look-up and no words that we know`)
      const { id, status: state, network } = parsed.data
      return { ref: id, state: state === 'sent' ? null : state, network: String(network ?? '').slice(0, 10) }
    },
  },
  test: (account) => ({
    request: { url: new URL('/balance', account.settings.url).href, headers: headersOf(account) },
    isGood: ({ status }) => status === 200,
  }),
  readHook(_account, { query, form, json }, now) {
    const body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
    const field = (name: string) => {
      const value = query.get(name) ?? form.get(name) ?? body[name]
      return typeof value === 'string' || typeof value === 'number' ? storableText(String(value)) : ''
    }
    const [reference, status] = [field('reference'), field('status')]
    if (reference.length > referenceMax) throw new WebhookRefused('the reference is too long')
    if (reference !== '' && status !== '') {
      const state = states.get(status)
      if (state === undefined) return { updates: [], incoming: [] }
      const reason = [status, field('statusErrorCode')].filter(Boolean).join(' ')
      const update = { eventKey: `${reference}:${status}`, providerRef: reference, state, at: now }
      return { updates: [{ ...update, ...(state === 'failed' && { reason }) }], incoming: [] }
    }
    const [from, text] = [field('originator'), field('body') || field('message')]
    if (from === '' || text === '') throw new WebhookRefused('the body is not what this provider sends')
    const key = field('id') || `${from}:${Math.floor(now.getTime() / 60_000)}:${text}`
    return { updates: [], incoming: [{ key, from: plusNumber(from), to: plusNumber(field('recipient')), text, at: now }] }
  },
}
