import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain, WebhookRefused } from '../../gateway-errors.ts'
import { digitsOf, type HttpSmsAccount, type HttpSmsAdapter, jsonHeaders, plusNumber, referenceMax, secondsUntil } from './http-sms.ts'

const Answer = z.object({
  errorCode: z.number(),
  details: z.optional(z.nullable(z.string())),
  messages: z.optional(z.array(z.object({ messageErrorCode: z.optional(z.number()), messageDetails: z.optional(z.nullable(z.string())) }))),
})

const code = z.union([z.string(), z.number()])
const Report = z.object({
  messages: z.object({
    msg: z.object({
      reference: z.string().check(z.maxLength(referenceMax)),
      status: z.object({
        code,
        errorCode: z.optional(z.nullable(code)),
        errorDescription: z.optional(z.nullable(z.string())),
      }),
    }),
  }),
})
// Its reference is that of our message, to which it is an answer: each answer to that one bears it.
const Incoming = z.object({
  timeUtc: z.optional(z.nullable(z.string())),
  from: z.object({ number: z.string() }),
  to: z.object({ number: z.string() }),
  message: z.object({ text: z.string() }),
})

// The key is not taken, or the account is empty: nothing is wrong with the message.
const ofTheAccount: readonly number[] = [101, 102, 103]
// By its number or its word. Accepted and sent say nothing that we do not know.
const states = new Map<string, 'delivered' | 'failed' | 'read'>(
  Object.entries({
    ...{ '1': 'failed', rejected: 'failed', '2': 'delivered', delivered: 'delivered', '3': 'failed', failed: 'failed' },
    ...{ '4': 'read', read: 'read', cancelled: 'failed' },
  } as const),
)

const partsMax = 8

// A moment as CM writes it; without a zone it would be read as Dutch time.
const inGmt = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} GMT`

function envelope({ settings, secret }: HttpSmsAccount, msg: object[]) {
  const body = JSON.stringify({ messages: { authentication: { productToken: secret }, msg } })
  return { url: new URL('/v1.0/message', settings.url).href, method: 'POST', headers: jsonHeaders, body }
}

/** CM.com: the key is part of the body, and our own number of the message comes back in its reports. */
export const cm: HttpSmsAdapter = {
  request: (account, { id, to, from, text, validUntil }, now) =>
    envelope(account, [
      {
        from: account.settings.sender || from,
        to: [{ number: `00${digitsOf(to)}` }],
        body: { type: 'AUTO', content: text },
        reference: id,
        ...{ minimumNumberOfMessageParts: 1, maximumNumberOfMessageParts: partsMax, allowedChannels: ['SMS'] },
        ...(validUntil && { validity: inGmt(new Date(now.getTime() + secondsUntil(validUntil, now) * 1_000)) }),
      },
    ]),
  readAnswer({ status, body }, { id }) {
    const parsed = Answer.safeParse(body)
    if (!parsed.success) throw new GatewayUncertain(`CM answers ${status} and no words that we know`)
    const { errorCode, details, messages } = parsed.data
    if (errorCode === 0) return id
    if (ofTheAccount.includes(errorCode)) throw new GatewayUnavailable(`${errorCode} ${details ?? ''}`.trim(), { fault: 'signIn' })
    const [own] = messages ?? []
    throw new GatewayRefused(String(own?.messageErrorCode ?? errorCode), own?.messageDetails ?? details ?? '')
  },
  // A list without messages is refused as such by who takes the key.
  test: (account) => ({
    request: envelope(account, []),
    isGood({ body }) {
      const parsed = Answer.safeParse(body)
      return parsed.success && !ofTheAccount.includes(parsed.data.errorCode)
    },
  }),
  readHook(_account, { json }, now) {
    const report = Report.safeParse(json)
    if (report.success) {
      const { reference, status } = report.data.messages.msg
      const word = String(status.code).toLowerCase()
      const state = states.get(word)
      if (state === undefined) return { updates: [], incoming: [] }
      const reason = [status.errorCode, status.errorDescription].filter((one) => one !== null && one !== undefined && one !== '').join(' ')
      const update = { eventKey: `${reference}:${word}`, providerRef: reference, state, at: now }
      return { updates: [{ ...update, ...(state === 'failed' && { reason: reason || word }) }], incoming: [] }
    }
    const sms = Incoming.safeParse(json)
    if (!sms.success) throw new WebhookRefused('the body is not what this provider sends')
    const { timeUtc, from, to, message } = sms.data
    const moment = timeUtc || String(Math.floor(now.getTime() / 60_000))
    const key = createHash('sha256').update(`${from.number}:${moment}:${message.text}`).digest('base64url')
    return { updates: [], incoming: [{ key, from: plusNumber(from.number), to: plusNumber(to.number), text: message.text, at: now }] }
  },
}
