import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'
import { fileTabs } from './stored-files.ts'

/** What members of staff are notified of, each with the right that it asks at the moment of reading. */
export const notificationRights = {
  /** The moment of a call-back has come. */
  callbackDue: Right.viewCases,
  /** A colleague gave me a call-back. */
  callbackGiven: Right.viewCases,
  /** A colleague took over a call-back of mine, or gave it to another. */
  callbackTaken: Right.viewCases,
  promiseBroken: Right.viewCases,
  /** A complaint must be confirmed within 24 hours. */
  complaintClock: Right.viewCases,
  /** A payer wrote on the page of a link that something is not right. */
  payerObjected: Right.viewCases,
  /** A payer asks something there: to be called, an answer, rest. */
  payerAsked: Right.viewCases,
  /** A person answered a message. */
  messageReceived: Right.viewCases,
  /** A colleague gave me a conversation of the inbox. */
  conversationGiven: Right.inbox,
  /** Somebody wrote @username in a note. */
  mention: Right.viewCases,
  /** Somebody wrote @username in the chat. */
  chatMention: Right.chat,
  /** A colleague wrote to one user alone. */
  chatDirect: Right.chat,
  importDone: Right.uploadFiles,
  importFailed: Right.uploadFiles,
  /** A file that was fetched waits for a person. */
  deliveryWaits: Right.uploadFiles,
  /** A file that was fetched is refused, or its folder cannot be read. */
  deliveryFailed: Right.changeWebhooks,
  /** A report that I had made stands under Bestanden. */
  fileReady: Right.exportReports,
  fileFailed: Right.exportReports,
  batchStalled: Right.viewBatches,
  /** A mail server lets us in no more. */
  providerDisconnected: Right.changeProviders,
} as const
export type NotificationKind = keyof typeof notificationRights
export const notificationKinds = Object.keys(notificationRights) as NotificationKind[]

/** Not at all, in the app, or in the app and by mail. */
export const NotificationWay = z.enum(['off', 'app', 'mail'])
export type NotificationWay = z.infer<typeof NotificationWay>
export const notificationWays: readonly NotificationWay[] = ['app', 'mail', 'off']

const NotificationRow = z.object({
  notificationID: z.number(),
  kind: z.enum(notificationKinds),
  at: z.string(),
  isRead: z.boolean(),
  /** What it is about: a case, a batch, an import, a file that was made, a channel of the chat or a provider. */
  caseID: z.nullable(z.number()),
  batchID: z.nullable(z.number()),
  importID: z.nullable(z.number()),
  fileID: z.nullable(z.number()),
  /** Under which tab of Bestanden it stands. */
  fileTab: z.nullable(z.enum(fileTabs)),
  /** The hand-over that the file is of. */
  handOverID: z.nullable(z.number()),
  channelID: z.nullable(z.number()),
  providerID: z.nullable(z.number()),
  /** A folder from which files are fetched. */
  deliveryID: z.nullable(z.number()),
  /** The name or number of the case, the name of the batch or of the file, of the channel; empty when it is gone and for the general channel. */
  about: z.string(),
  /** Who wrote the note or the message; empty for the others. */
  by: z.string(),
  /** When it was or is to be: the call-back, the end of the complaint's clock. */
  moment: z.nullable(z.string()),
})
export type NotificationRow = z.infer<typeof NotificationRow>

export const notificationApi = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'loggedIn',
    summary: 'My notifications at a customer, newest first; each kind asks its right, and is left out without it',
    query: z.object({ customerID: Id, before: z.optional(Id) }),
    response: z.object({ rows: z.array(NotificationRow), hasMore: z.boolean(), unread: z.number() }),
  }),
  read: endpoint({
    method: 'PUT',
    path: '/notifications/read',
    access: 'loggedIn',
    summary: 'Mark one of my notifications as read, or all that came up to it',
    body: z.object({ customerID: BodyId, notificationID: BodyId, andOlder: z.boolean() }),
    response: z.object({ unread: z.number() }),
  }),
}
