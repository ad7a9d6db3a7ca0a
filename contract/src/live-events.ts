import * as z from 'zod/mini'
import type { BatchRow } from './batches.ts'
import type { MonitorDelta } from './monitor.ts'
import { BodyId } from './paging.ts'
import type { Wallboard } from './wallboard.ts'

/**
 * Each live event with what it names: ids, `…Ids` for several. Published in the transaction of the change; it says what changed, not what it became. The
 * functions that publish in SQL are made of this table (server/sql/live-events.generated.sql).
 */
export const liveEvents = {
  'batch.changed': ['customerId', 'batchId'],
  'case.changed': ['customerId', 'batchId', 'caseId'],
  /** Several at once, and with them what their batch counts. */
  'cases.changed': ['customerId', 'batchId', 'caseIds'],
  /** A file of bank statements was read, or what it says was placed. */
  'statement.changed': ['customerId', 'statementId'],
  'import.changed': ['customerId', 'importId'],
  'bulk.changed': ['customerId', 'bulkId', 'userId'],
  /** Hours, filters, settings, draft or live version. */
  'script.changed': ['customerId', 'scriptId'],
  /** A colleague opened or left a case, or began to change it. */
  'presence.changed': ['customerId', 'caseId'],
  /** Somebody wrote, was answered, or a colleague did something with a conversation. */
  'conversation.changed': ['customerId', 'conversationId'],
  /** The paired number of a customer shows another code, connects or stops. */
  'pairing.changed': ['customerId', 'providerId'],
  /** Somebody wrote in a channel of the staff's chat, changed it, or has read it. */
  'chat.changed': ['customerId', 'channelId'],
  /** A user got a notification, or read some. */
  'notifications.changed': ['customerId', 'userId'],
  /** How an agent stands, or which queues they answer. */
  'agent.changed': ['customerId', 'userId'],
  /** Somebody came into a queue, was answered, or left it. */
  'queue.changed': ['customerId', 'queueId'],
  'session.ended': ['userId'],
  /** Rights, users or sessions changed: who remembers callers asks anew. Published by the database itself (server/sql/callers-changed.sql). */
  'callers.changed': [],
  /** Maintenance began, ended or has another message (server/sql/maintenance-changed.sql). */
  'maintenance.changed': [],
} as const satisfies Record<string, readonly string[]>
export type LiveEventKind = keyof typeof liveEvents

/** What a live event names besides its kind. */
export type LiveEventIds<Kind extends LiveEventKind> = {
  [Name in (typeof liveEvents)[Kind][number]]: Name extends `${string}Ids` ? readonly number[] : number
}
type EventOf<Kind extends LiveEventKind> = { kind: Kind } & LiveEventIds<Kind>
export type LiveEvent = { [Kind in LiveEventKind]: EventOf<Kind> }[LiveEventKind]

/** Topics of the one WebSocket, /api/live (product.md §5.12). `batches` sends rows, gathered every 250 ms; `case` and `import` say that the screen should ask again. */
export const LiveTopic = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('batches'), customerID: BodyId }),
  /** Anything of a customer that its first screen shows; said at most once a second. */
  z.object({ topic: z.literal('customer'), customerID: BodyId }),
  z.object({ topic: z.literal('case'), caseID: BodyId }),
  /** Any conversation of a customer; said at most twice a second. */
  z.object({ topic: z.literal('inbox'), customerID: BodyId }),
  /** Any channel of the staff's chat at a customer; said at most three times a second. */
  z.object({ topic: z.literal('chat'), customerID: BodyId }),
  /** The paired number of a customer. */
  z.object({ topic: z.literal('pairing'), customerID: BodyId }),
  z.object({ topic: z.literal('import'), importID: BodyId }),
  z.object({ topic: z.literal('bulk'), bulkID: BodyId }),
  z.object({ topic: z.literal('script'), scriptID: BodyId }),
  /** One's own notifications, at any customer. */
  z.object({ topic: z.literal('notifications'), userID: BodyId }),
  /** The cases of a customer to which something happens, gathered 700 ms; `isWhole`: with whole numbers, for whoever may see them. */
  z.object({ topic: z.literal('monitor'), customerID: BodyId, isWhole: z.boolean() }),
  /** Queues and agents of a customer, made 700 ms after the first change; `numbers` whole and those of single `agents` for whoever may see them. */
  z.object({ topic: z.literal('wallboard'), customerID: BodyId, numbers: z.boolean(), agents: z.boolean(), listens: z.boolean() }),
  /** Who waits in the queues of a customer, and who could answer; said at most once a second. */
  z.object({ topic: z.literal('queues'), customerID: BodyId }),
  /** How one stands as an agent, at any customer. */
  z.object({ topic: z.literal('agent'), userID: BodyId }),
  /** Who else has this case open; following it says that I have. */
  z.object({ topic: z.literal('presence'), caseID: BodyId, editing: z._default(z.boolean(), false) }),
])
export type LiveTopic = z.infer<typeof LiveTopic>

/** A colleague who has the same case open. */
export type Present = { userID: number; name: string; initials: string; editing: boolean; since: string }

/** How long a browser takes an answer that it has for fresh; whoever begins to follow a topic hears what happened to it in at least that time. */
export const freshMs = 10_000

/** What a browser sends. `id` is the browser's own number for the subscription. */
export const LiveClientMessage = z.discriminatedUnion('t', [
  z.object({ t: z.literal('sub'), id: z.number(), d: LiveTopic }),
  z.object({ t: z.literal('unsub'), id: z.number() }),
  z.object({ t: z.literal('ping') }),
])
export type LiveClientMessage = z.infer<typeof LiveClientMessage>

/** News of a topic: rows that changed, who is present, or that the screen should ask again. */
export type LiveDelta =
  | { upsert: BatchRow[] }
  | { monitor: MonitorDelta }
  | { wallboard: Wallboard }
  | { changed: true }
  | { present: Present[] }

/** What the server sends. `seq` counts per subscription from 1 (snap); after a gap the browser subscribes again. */
export type LiveServerMessage =
  | { t: 'snap'; id: number; seq: number }
  | { t: 'delta'; id: number; seq: number; d: LiveDelta }
  | { t: 'refused'; id: number; error: string }
  | { t: 'pong' }
  | { t: 'session'; reason: 'logout' | 'rights' | 'maintenance' | 'version' }

/** The socket's path below the host. */
export const livePath = '/api/live'
