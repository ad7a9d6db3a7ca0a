import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, pageOf, pageQuery, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import type { TimelineEventName } from './timeline-events.ts'

/**
 * What another system may be told, by what it is about; the part before the dot is the noun. Each says what happened by ids, codes and amounts, never by
 * what people wrote or who they are: who wants more asks the API for it.
 */
export const webhookTypes = [
  ...(['case.created', 'case.closed', 'case.reopened', 'case.paused', 'case.resumed', 'case.undone'] as const),
  ...(['message.sent', 'message.delivered', 'message.failed', 'message.unknown', 'message.received', 'call.ended'] as const),
  ...(['payment.received', 'payment.withdrawn', 'promise.made', 'promise.broken', 'complaint.added'] as const),
  ...(['import.done', 'import.failed'] as const),
] as const
export type WebhookType = (typeof webhookTypes)[number]
/** Sent by who administers webhooks, to see what comes of it. */
export const webhookTestType = 'webhook.test'

/** The lines of a timeline that another system may be told of; the same as `webhook_type` of SQL (server/sql/webhook-messages.sql). */
export const webhookTypeOf: Partial<Record<TimelineEventName, WebhookType>> = {
  imported: 'case.created',
  created: 'case.created',
  closed: 'case.closed',
  batchClosed: 'case.closed',
  reopened: 'case.reopened',
  reopenedAnew: 'case.reopened',
  batchReopened: 'case.reopened',
  paused: 'case.paused',
  resumed: 'case.resumed',
  pauseEnded: 'case.resumed',
  undone: 'case.undone',
  emailSent: 'message.sent',
  smsSent: 'message.sent',
  whatsappSent: 'message.sent',
  emailDelivered: 'message.delivered',
  smsDelivered: 'message.delivered',
  whatsappDelivered: 'message.delivered',
  emailFailed: 'message.failed',
  smsFailed: 'message.failed',
  whatsappFailed: 'message.failed',
  emailUnknown: 'message.unknown',
  smsUnknown: 'message.unknown',
  whatsappUnknown: 'message.unknown',
  callUnknown: 'message.unknown',
  emailReceived: 'message.received',
  smsReceived: 'message.received',
  whatsappReceived: 'message.received',
  webchatReceived: 'message.received',
  callAnswered: 'call.ended',
  callTransferred: 'call.ended',
  callVoicemail: 'call.ended',
  callNotAnswered: 'call.ended',
  callBusy: 'call.ended',
  callFailed: 'call.ended',
  paid: 'payment.received',
  paymentBooked: 'payment.received',
  paymentLinkMarked: 'payment.received',
  paymentWithdrawn: 'payment.withdrawn',
  paymentLinkUnmarked: 'payment.withdrawn',
  promiseMade: 'promise.made',
  planMade: 'promise.made',
  promiseByPayer: 'promise.made',
  planByPayer: 'promise.made',
  promiseBroken: 'promise.broken',
  complaintAdded: 'complaint.added',
  disputeAdded: 'complaint.added',
  disputedByPayer: 'complaint.added',
  hardshipByPayer: 'complaint.added',
}

export const webhooksMax = 20
const nameMax = 80
export const webhookUrlMax = 500

/** After each try that failed, so many minutes pass before the next; after the last of them it is given up. */
export const webhookRetryMinutes = [1, 5, 15, 30, 60, 120, 240, 360] as const
/** One that failed for so many days, without one answer that was good, is switched off. */
export const webhookFailingDaysMax = 5
/** The former secret signs beside the new one for so many hours. */
export const webhookSecretHours = 24
export const webhookDaysKept = 30

export const webhookMessageStates = ['queued', 'sent', 'failed'] as const
const MessageState = z.enum(webhookMessageStates)
export type WebhookMessageState = z.infer<typeof MessageState>

/** Why no answer came: the address is refused or not found, nobody answered in time, the connection broke, or what came was not understood. */
const webhookFaults = ['refused', 'unreachable', 'timeout', 'broken'] as const
export type WebhookFault = (typeof webhookFaults)[number]
/** Who switched it off: a person, the other side (410), or we, since it failed for days. */
const webhookOffReasons = ['person', 'gone', 'failing'] as const

/** An address of another system that is told what happens. */
export const Webhook = z.object({
  webhookID: z.number(),
  customerID: z.number(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.enum(webhookTypes)),
  isOn: z.boolean(),
  offReason: z.nullable(z.enum(webhookOffReasons)),
  /** Since when nothing was taken. */
  failingSince: z.nullable(z.string()),
  lastSentAt: z.nullable(z.string()),
  /** Counted up to a thousand. */
  waiting: z.number(),
  failed: z.number(),
  /** Until then the former secret signs too. */
  formerSecretUntil: z.nullable(z.string()),
  version: z.number(),
})
export type Webhook = z.infer<typeof Webhook>
export const webhookCountMax = 1_000

/** Something that happened, on its way to a webhook. */
export const WebhookMessage = z.object({
  webhookMessageID: z.number(),
  type: z.string(),
  caseID: z.nullable(z.number()),
  at: z.string(),
  state: MessageState,
  attempts: z.number(),
  nextAt: z.nullable(z.string()),
  /** Of the last try: what was answered, or why nothing was. */
  status: z.nullable(z.number()),
  fault: z.nullable(z.enum(webhookFaults)),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

const WebhookAttempt = z.object({
  no: z.number(),
  at: z.string(),
  status: z.nullable(z.number()),
  fault: z.nullable(z.enum(webhookFaults)),
  ms: z.number(),
})

const parts = {
  name: z.string().check(z.trim(), z.minLength(1, 'webhook.nameMissing'), z.maxLength(nameMax)),
  url: z.string().check(z.trim(), z.minLength(1, 'webhook.urlInvalid'), z.maxLength(webhookUrlMax)),
  types: z.array(z.enum(webhookTypes)).check(z.minLength(1, 'webhook.typesMissing'), z.maxLength(webhookTypes.length)),
}
export const webhookNameMax = nameMax
const access = { right: Right.changeWebhooks }
const OfWebhook = z.object({ webhookID: Id })
const OfMessage = z.object({ webhookID: Id, webhookMessageID: Id })

export const outgoingWebhookApi = {
  list: endpoint({
    method: 'GET',
    path: '/webhooks',
    access,
    summary: 'The addresses of other systems that are told what happens at a customer',
    query: z.object({ customerID: Id }),
    response: z.object({ rows: z.array(Webhook) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/webhooks',
    access,
    summary: 'A new webhook; its secret is shown this once',
    tellsSecret: true,
    body: z.object({ customerID: BodyId, ...parts }),
    response: z.object({ webhook: Webhook, secret: z.string() }),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/webhooks/:webhookID',
    access,
    summary: 'Change where it goes and what it is told, or switch it off and on; what waits goes when it is on',
    savedAs: [{ entity: 'outgoingWebhook', param: 'webhookID' }],
    params: OfWebhook,
    body: z.object({ ...parts, isOn: z.boolean(), version: Version }),
    response: Webhook,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/webhooks/:webhookID',
    access,
    summary: 'Delete a webhook with what waits for it and its log',
    params: OfWebhook,
  }),
  newSecret: endpoint({
    method: 'POST',
    path: '/webhooks/:webhookID/secret',
    access,
    summary: 'A new secret, shown this once; the former signs beside it for a day',
    tellsSecret: true,
    params: OfWebhook,
    response: z.object({ webhook: Webhook, secret: z.string() }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/webhooks/:webhookID/test',
    access,
    summary: 'Send a test message; what comes of it stands in the log',
    params: OfWebhook,
    response: WebhookMessage,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/webhooks/:webhookID/messages',
    access,
    summary: 'What a webhook was told in the last thirty days, the newest first',
    params: OfWebhook,
    query: z.object({ state: z.optional(MessageState), ...pageQuery }),
    response: pageOf(WebhookMessage),
  }),
  message: endpoint({
    method: 'GET',
    path: '/webhooks/:webhookID/messages/:webhookMessageID',
    access,
    summary: 'One message: the words that went out, and each try',
    params: OfMessage,
    response: z.object({ ...WebhookMessage.shape, body: z.string(), tries: z.array(WebhookAttempt) }),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/webhooks/:webhookID/messages/:webhookMessageID/replay',
    access,
    summary: 'Send a message again, under the id that it had',
    params: OfMessage,
    response: WebhookMessage,
  }),
  replayFailed: endpoint({
    method: 'POST',
    path: '/webhooks/:webhookID/replay',
    access,
    summary: 'Send everything again that was given up',
    params: OfWebhook,
    response: z.object({ count: z.number() }),
  }),
}
