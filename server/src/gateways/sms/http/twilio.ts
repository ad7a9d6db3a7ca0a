import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain, WebhookRefused } from '../../gateway-errors.ts'
import { storableText } from '../../read-json.ts'
import { type HookCall, type HttpSmsAccount, type HttpSmsAdapter, referenceMax, secondsUntil } from './http-sms.ts'

const Taken = z.object({ sid: z.string().check(z.minLength(1)) })
const Refused = z.object({ code: z.number(), message: z.optional(z.string()) })

const states = new Map<string, 'delivered' | 'failed' | 'read'>(
  Object.entries({ delivered: 'delivered', read: 'read', undelivered: 'failed', failed: 'failed', canceled: 'failed' } as const),
)
const validityMax = 36_000

function headersOf({ settings, secret }: HttpSmsAccount) {
  return { accept: 'application/json', authorization: `Basic ${Buffer.from(`${settings.user}:${secret}`).toString('base64')}` }
}

/** Twilio: a form with basic sign-in; what it brings to us is signed with the same key. */
export const twilio: HttpSmsAdapter = {
  request(account, { to, from, text, validUntil }, now) {
    const sender = account.settings.sender || from
    const form = new URLSearchParams({
      To: to,
      [/^MG[0-9a-f]{32}$/i.test(sender) ? 'MessagingServiceSid' : 'From']: sender,
      Body: text,
      StatusCallback: account.webhookUrl,
      ...(validUntil && { ValidityPeriod: String(Math.min(validityMax, secondsUntil(validUntil, now))) }),
    })
    return {
      url: new URL(`/2010-04-01/Accounts/${encodeURIComponent(account.settings.user)}/Messages.json`, account.settings.url).href,
      method: 'POST',
      headers: { ...headersOf(account), 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    }
  },
  readAnswer({ status, body }) {
    const taken = Taken.safeParse(body)
    if (status < 300 && taken.success) return taken.data.sid
    const refused = Refused.safeParse(body)
    if (status < 400 || !refused.success) throw new GatewayUncertain(`Twilio answers ${status} and no words that we know`)
    const { code, message = '' } = refused.data
    // 20003: not signed in; 20005: the account is not active.
    if (code === 20_003 || code === 20_005) throw new GatewayUnavailable(`${code} ${message}`.trim(), { fault: 'signIn' })
    throw new GatewayRefused(String(code), message)
  },
  test: (account) => ({
    request: {
      url: new URL(`/2010-04-01/Accounts/${encodeURIComponent(account.settings.user)}.json`, account.settings.url).href,
      headers: headersOf(account),
    },
    isGood: ({ status }) => status === 200,
  }),
  readHook(account, call, now) {
    mustBeOfTwilio(account, call)
    const field = (name: string) => storableText(call.form.get(name) ?? '')
    const sid = field('MessageSid') || field('SmsSid')
    const status = field('MessageStatus')
    if (sid === '' || sid.length > referenceMax) throw new WebhookRefused('the body is not what this provider sends')
    if (status !== '' && status !== 'received' && status !== 'receiving') {
      const state = states.get(status)
      if (state === undefined) return { updates: [], incoming: [] }
      const reason = field('ErrorCode') || status
      const update = { eventKey: `${sid}:${status}`, providerRef: sid, state, at: now }
      return { updates: [{ ...update, ...(state === 'failed' && { reason }) }], incoming: [] }
    }
    return { updates: [], incoming: [{ key: sid, from: field('From'), to: field('To'), text: field('Body'), at: now }] }
  },
}

/** Twilio signs the address of the webhook followed by the fields in order of their names. */
export function twilioSignature(secret: string, url: string, form: URLSearchParams): string {
  const fields = [...form].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return createHmac('sha1', secret)
    .update(url + fields.map(([name, value]) => name + value).join(''))
    .digest('base64')
}

function mustBeOfTwilio({ secret, webhookUrl }: HttpSmsAccount, { form, headers }: HookCall) {
  const given = Buffer.from(headers['x-twilio-signature'] ?? '')
  const expected = Buffer.from(twilioSignature(secret, webhookUrl, form))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new WebhookRefused('signature wrong')
}
