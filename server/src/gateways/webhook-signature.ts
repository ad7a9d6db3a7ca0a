import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookRefused } from './gateway-errors.ts'
import type { WebhookHeaders } from './message-gateway.ts'

/** News older or newer than this is a replay. */
const toleranceMs = 5 * 60_000

/** Each provider signs with a key of its own, made from the installation's secret. */
export function webhookKey(secretKey: Buffer, provider: string): Buffer {
  return createHmac('sha256', secretKey).update(`webhook:${provider}`).digest()
}

/** The headers that prove a body: a moment and the HMAC over `moment.body`. */
export function signWebhook(key: Buffer, rawBody: Buffer | string, at: Date): Record<string, string> {
  const timestamp = String(at.getTime())
  return { 'x-regie-timestamp': timestamp, 'x-regie-signature': signatureOf(key, timestamp, rawBody) }
}

/** Throws WebhookRefused unless the raw body carries a true and fresh signature. */
export function mustBeSigned(key: Buffer, rawBody: Buffer, headers: WebhookHeaders, now: Date): void {
  const timestamp = headers['x-regie-timestamp']
  const signature = headers['x-regie-signature']
  if (typeof timestamp !== 'string' || typeof signature !== 'string') throw new WebhookRefused('signature missing')
  const expected = Buffer.from(signatureOf(key, timestamp, rawBody))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new WebhookRefused('signature wrong')
  if (!(Math.abs(now.getTime() - Number(timestamp)) <= toleranceMs)) throw new WebhookRefused('signature too old')
}

function signatureOf(key: Buffer, timestamp: string, rawBody: Buffer | string): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(rawBody).digest('hex')
}
