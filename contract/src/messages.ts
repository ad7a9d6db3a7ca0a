import * as z from 'zod/mini'
import { CaseSelection } from './bulk.ts'
import { ChannelPermission, RefusalReason } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { SendAt, writtenChannels } from './manual-messages.ts'
import { BodyId, Id, pageOf, pageQuery } from './paging.ts'
import { Right } from './right-codes.ts'
import { isReservedKey } from './variables.ts'

/** Messages to many leave so long after they were ordered: until then all of them can be taken back. */
export const graceSeconds = 60
/** So many cases are looked at beforehand; the rest is taken to be like them. */
export const checkedMax = 2_000

const Written = z.enum(writtenChannels)

/** What a case can lack beside what contactPermission() refuses. `noLink`: the text asks for a payment link that can be made. */
const ownRefusals = ['noLink', 'batchLocked', 'templateChanged'] as const
export const MessageRefusal = z.union([RefusalReason, z.enum(ownRefusals)])
export type MessageRefusal = z.infer<typeof MessageRefusal>

const overridesMax = 20
/** The next channels of an order, each with its text: a case gets the first channel by which it may and can be reached. */
const otherwiseMax = writtenChannels.length - 1
const Otherwise = z.array(z.object({ channel: Written, templateID: BodyId })).check(z.maxLength(otherwiseMax))
/** What is sent: a text with what is filled in where a case has nothing. */
const Plan = {
  customerID: BodyId,
  templateID: BodyId,
  otherwise: z._default(Otherwise, []),
  overrides: z._default(
    z
      .record(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/i)), z.string().check(z.trim(), z.maxLength(200)))
      .check(z.refine((given) => Object.keys(given).length <= overridesMax && !Object.keys(given).some(isReservedKey))),
    {},
  ),
  sendAt: SendAt,
  /** Makes the payment link that a text asks for and a case does not have. */
  makeLinks: z._default(z.boolean(), false),
  /** Writes an SMS with the characters that keep it short: é stays, ë becomes e. */
  simplify: z._default(z.boolean(), false),
}

/** How many get it by a channel; those without any are not in it. */
const ByChannel = z.array(z.object({ channel: Written, count: z.number() }))

export const MessageTemplate = z.object({ templateID: z.number(), channel: Written, name: z.string(), group: z.string() })
export type MessageTemplate = z.infer<typeof MessageTemplate>

/** What an order would do, counted over the first cases of a selection. */
export const MessageCheck = z.object({
  total: z.number(),
  checked: z.number(),
  ready: z.number(),
  byChannel: ByChannel,
  /** `nextAt`: from when most of these may. */
  refused: z.array(z.object({ reason: MessageRefusal, count: z.number(), nextAt: z.nullable(z.string()) })),
  /** Which places of the text stay empty for how many. */
  missing: z.array(z.object({ field: z.string(), count: z.number() })),
  linksToMake: z.number(),
  /** Of those without a mobile number: they have a landline. */
  landlines: z.number(),
  /** Of an SMS: in how many parts it leaves. */
  parts: z.array(z.object({ parts: z.number(), count: z.number() })),
  /** The characters that make an SMS longer, what takes their place, and how many parts that saves. */
  longer: z.object({
    characters: z.array(z.object({ character: z.string(), replacement: z.string(), count: z.number() })),
    partsSaved: z.number(),
  }),
  /** Null: no price is known. */
  centsPerPart: z.nullable(z.number()),
  /** Cases to look at: first those that get it. */
  sampleIDs: z.array(z.number()),
})
export type MessageCheck = z.infer<typeof MessageCheck>

/** A message as the person of a case would get it, masked for who may not see it. */
export const MessagePreview = z.object({
  caseID: z.number(),
  caseNumber: z.string(),
  name: z.string(),
  /** By which it goes; of who gets nothing: the first of the order. */
  channel: Written,
  to: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.nullable(z.string()),
  missing: z.array(z.string()),
  parts: z.number(),
  ...ChannelPermission.shape,
  reason: z.nullable(MessageRefusal),
})
export type MessagePreview = z.infer<typeof MessagePreview>

/** `refused`: whoever ordered it may no longer do it. */
const orderStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'refused'] as const
/** An order of messages while it works and after. */
export const MessageOrder = z.object({
  orderID: z.number(),
  customerID: z.number(),
  channel: Written,
  template: z.string(),
  /** The channels that follow where the one before may or can not. */
  otherwise: z.array(z.object({ channel: Written, template: z.string() })),
  by: z.string(),
  state: z.enum(orderStates),
  total: z.number(),
  done: z.number(),
  sent: z.number(),
  planned: z.number(),
  /** Of those sent and planned. */
  byChannel: ByChannel,
  takenBack: z.number(),
  /** Of those sent and planned: they have not left, they have, or they could not. */
  waiting: z.number(),
  gone: z.number(),
  notGone: z.number(),
  /** What those that wait wait for; null: their moment. The first of them may go at `nextAt`. */
  waits: z.array(z.object({ reason: z.nullable(RefusalReason), count: z.number(), nextAt: z.string() })),
  refused: z.array(z.object({ channel: Written, reason: MessageRefusal, count: z.number() })),
  sendAt: z.nullable(z.string()),
  /** Before this moment nothing leaves. */
  leavesAt: z.string(),
  undoToken: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
})
export type MessageOrder = z.infer<typeof MessageOrder>

const orderOutcomes = ['sent', 'planned', 'takenBack', 'refused'] as const
export type OrderOutcome = (typeof orderOutcomes)[number]
const OrderedCase = z.object({
  caseID: z.number(),
  caseNumber: z.string(),
  name: z.string(),
  channel: Written,
  outcome: z.enum(orderOutcomes),
  reason: z.nullable(MessageRefusal),
  /** From when it would be allowed. */
  nextAt: z.nullable(z.string()),
})
export type OrderedCase = z.infer<typeof OrderedCase>

const access = { right: [Right.sendEmail, Right.sendSms, Right.sendWhatsApp], also: [Right.viewCases] } as const
const OrderId = z.object({ orderID: Id })

/** Messages to many cases at once; each channel asks its own right (301, 302, 303). */
export const messageApi = {
  templates: endpoint({
    method: 'GET',
    path: '/messages/templates',
    access,
    summary: 'The texts that staff may send, of the channels that they may send by',
    query: z.object({ customerID: Id }),
    response: z.array(MessageTemplate),
  }),
  check: endpoint({
    method: 'POST',
    path: '/messages/check',
    access,
    asksOnly: true,
    budget: 'analysis',
    summary:
      'What an order would reach and cost: who gets it and by which channel, who not and why, parts of an SMS; of the first 2,000 cases',
    body: z.object({ channel: Written, filter: CaseSelection, ...Plan }),
    response: MessageCheck,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/messages/preview',
    access,
    asksOnly: true,
    audited: true,
    summary: 'The message of an order as the person of one case would get it',
    body: z.object({ channel: Written, caseID: BodyId, ...Plan }),
    response: MessagePreview,
  }),
  orders: endpoint({
    method: 'GET',
    path: '/messages/orders',
    access,
    summary: 'The orders of a customer of the last month, newest first',
    query: z.object({ customerID: Id }),
    response: z.array(MessageOrder),
  }),
  order: endpoint({
    method: 'GET',
    path: '/messages/orders/:orderID',
    access,
    summary: 'How far an order is',
    params: OrderId,
    response: MessageOrder,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/messages/orders/:orderID/rows',
    access,
    audited: true,
    summary: 'The cases of an order behind one of its numbers',
    params: OrderId,
    query: z.object({
      outcome: z.optional(z.enum(orderOutcomes)),
      reason: z.optional(z.string().check(z.maxLength(40))),
      /** With an outcome or a reason, of one channel alone. */
      channel: z.optional(Written),
      ...pageQuery,
    }),
    response: pageOf(OrderedCase),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/messages/orders/:orderID/cancel',
    access,
    summary: 'Stop an order and take back what has not left',
    params: OrderId,
    response: MessageOrder,
  }),
  send: endpoint({
    method: 'POST',
    path: '/messages/:channel',
    access,
    budget: 'analysis',
    summary:
      'Send a text to many cases, as a job: now or at a moment, each by the first channel of the order that it may be reached by; each is asked of contactPermission() when queued and when it leaves',
    params: z.object({ channel: Written }),
    body: z.object({ filter: CaseSelection, ...Plan }),
    response: MessageOrder,
  }),
}
