import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { type LiveCallState, liveCallStates } from '@regie/contract/monitor.ts'
import { LastAnswer } from '@regie/contract/last-answer.ts'
import type { Clock } from '../platform/clock.ts'
import { WebhookRefused } from './gateway-errors.ts'
import type { DeliveryNews } from '@regie/contract/channels.ts'
import type { DeliveryUpdate, MessageGateway, WebhookHeaders } from './message-gateway.ts'
import type { SimulatedEvents } from './simulated-events.ts'
import { mustBeSigned, webhookKey } from './webhook-signature.ts'

/** What a simulated provider will tell of one message. */
export type SimulatedNews = {
  afterMs: number
  state: DeliveryNews | 'talking' | 'agentMissed' | 'agentLeft' | 'agentBack' | 'agentLost' | 'chose' | 'live'
  live?: LiveCallState
  choice?: string
  answer?: LastAnswer
  reason?: string
}

export type SimulatedOptions = { clock: Clock; secretKey: Buffer; events: SimulatedEvents }

const News = z.object({
  eventKey: z.string(),
  providerRef: z.string(),
  state: z.enum([
    'delivered',
    'read',
    'failed',
    'answered',
    'unanswered',
    'voicemail',
    'transferred',
    'talking',
    'agentMissed',
    'agentLeft',
    'agentBack',
    'agentLost',
    'chose',
    'live',
  ]),
  live: z.optional(z.enum(liveCallStates)),
  choice: z.optional(z.string()),
  answer: z.optional(LastAnswer),
  reason: z.optional(z.string()),
})
const Arrival = z.object({ state: z.literal('arrives'), providerRef: z.string(), from: z.string(), to: z.string() })
const Events = z.object({ events: z.array(z.union([News, Arrival])) })

/** A provider that behaves as a real one does and reaches nobody: it takes after a moment, and its news come later by the webhook. */
export function openSimulatedProvider<Message extends { id: string; to: string }>(
  name: string,
  { clock, secretKey, events }: SimulatedOptions,
  planEvents: (message: Message) => SimulatedNews[],
): MessageGateway<Message> {
  const key = webhookKey(secretKey, name)
  return {
    name,
    simulated: true,
    loopback: true,
    lanes: 4,
    async send(message) {
      await sleep(2 + 8 * shareOf(message.id, 'delay'))
      const providerRef = `${name}-${message.id}`
      await events.schedule(
        name,
        planEvents(message).map(({ afterMs, ...news }) => ({
          afterMs,
          event: { eventKey: [providerRef, news.state, news.live ?? [], news.choice ?? []].flat().join(':'), providerRef, ...news },
        })),
      )
      return { providerRef }
    },
    readDeliveryUpdates(rawBody, headers): DeliveryUpdate[] {
      const now = clock.now()
      return readEvents(key, rawBody, headers, now).flatMap((event) => (event.state === 'arrives' ? [] : [updateOf(event, now)]))
    },
    readArrivals(rawBody, headers) {
      return readEvents(key, rawBody, headers, clock.now()).flatMap((event) => (event.state === 'arrives' ? [event] : []))
    },
    async close() {},
  }
}

function readEvents(key: ReturnType<typeof webhookKey>, rawBody: Buffer, headers: WebhookHeaders, now: Date) {
  mustBeSigned(key, rawBody, headers, now)
  const parsed = Events.safeParse(parseJson(rawBody))
  if (!parsed.success) throw new WebhookRefused('the body is not what this provider sends')
  return parsed.data.events
}

const updateOf = ({ answer, reason, live, choice, ...update }: z.infer<typeof News>, at: Date): DeliveryUpdate => ({
  ...{ ...update, at },
  ...(live !== undefined && { live }),
  ...(choice !== undefined && { choice }),
  ...(answer !== undefined && { answer }),
  ...(reason !== undefined && { reason }),
})

/** A number from 0 to 1 that is always the same for the same message: chance that can be repeated. */
export function shareOf(id: string, purpose: string): number {
  return createHash('sha256').update(`${purpose}:${id}`).digest().readUInt32BE(0) / 2 ** 32
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return null
  }
}
