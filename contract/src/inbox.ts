import * as z from 'zod/mini'
import { ConversationChannel } from './channels.ts'
import { ChannelPermission } from './cases.ts'
import { ConversationItem } from './conversation-items.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId, Id, pageQuery } from './paging.ts'
import { Right } from './right-codes.ts'

/**
 * What of the inbox one looks at: those that wait for an answer, those of one person, all that are open, those that wait though their case is closed;
 * the last three are not open.
 */
export const inboxViews = ['open', 'mine', 'nobody', 'unknown', 'all', 'caseClosed', 'snoozed', 'closed', 'spam'] as const
export type InboxView = (typeof inboxViews)[number]

/** So many conversations a search finds at most; nobody looks through more. */
export const foundMax = 500

/** So many conversations are changed in one request. */
export const manyMax = 100

const conversationStates = ['open', 'snoozed', 'spam', 'closed'] as const

/** One conversation: a person by one channel about one case, or about none that anybody knows. */
export const ConversationRow = z.object({
  conversationID: z.number(),
  channel: ConversationChannel,
  /** The name of the case, else what the sender calls themselves; empty where neither may be shown or known. */
  name: z.string(),
  /** Masked for who may not see personal data. */
  address: z.string(),
  caseID: z.nullable(z.number()),
  caseNumber: z.nullable(z.string()),
  /** Since when its case is closed; null where it is not, there is none, or the caller may not see cases. */
  caseClosedAt: z.nullable(z.string()),
  state: z.enum(conversationStates),
  snoozedUntil: z.nullable(z.string()),
  assigned: z.nullable(z.object({ userID: z.number(), name: z.string() })),
  /** Since when the person waits for an answer; null: answered. */
  waitingSince: z.nullable(z.string()),
  lastAt: z.string(),
  excerpt: z.string(),
  lastIsOurs: z.boolean(),
  unread: z.number(),
  /** Until then WhatsApp lets us write freely. */
  windowEndsAt: z.nullable(z.string()),
})
export type ConversationRow = z.infer<typeof ConversationRow>

const InboxCounts = z.object({ open: z.number(), mine: z.number(), nobody: z.number(), unknown: z.number() })
export type InboxCounts = z.infer<typeof InboxCounts>

const Proposal = z.object({ caseID: z.number(), caseNumber: z.string(), name: z.string(), why: z.enum(['caseNumber', 'address']) })
export type CaseProposal = z.infer<typeof Proposal>

/** The visitor of a chat, with whether staff may write to them at this moment. */
export const VisitorChat = z.object({
  ...ChannelPermission.shape,
  /** The page is open on their screen. */
  isHere: z.boolean(),
  locale: Locale,
  /** A visitor of the demo. */
  simulated: z.boolean(),
})
export type VisitorChat = z.infer<typeof VisitorChat>

/** What staff write in a chat at once. */
export const answerMax = 4_000
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const printable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/

export const Conversation = z.object({
  ...ConversationRow.shape,
  customerID: z.number(),
  /** Oldest first, the last of them; nothing older is asked for with `before`. */
  items: z.array(ConversationItem),
  hasOlder: z.boolean(),
  /** To which case it may belong: a number of a case in its text, or its address. Nobody ties it but a person. */
  proposals: z.array(Proposal),
  /** WhatsApp does not tell the number of who writes: they can be asked for it. */
  isWithoutNumber: z.boolean(),
  /** Null where it is no chat. */
  visitor: z.nullable(VisitorChat),
  /** Its tie to a case may be a mistake: not every message answers one of ours. */
  mayUntie: z.boolean(),
})
export type Conversation = z.infer<typeof Conversation>

/** Who wrote last about a case by WhatsApp, which tells us no number of theirs, and the number that they gave when they were asked for it. */
const WriterWithoutNumber = z.object({
  writer: z.nullable(z.object({ conversationID: z.number(), given: z.nullable(z.object({ incomingID: z.number(), number: z.string() })) })),
})
export type WriterWithoutNumber = z.infer<typeof WriterWithoutNumber>

const access = { right: Right.inbox } as const
/** The last message that the caller has read: what came in after it is not put away unread, but answers 409 `error.conflict`. */
const ReadUntil = z.optional(z.iso.datetime())
const ConversationId = z.object({ conversationID: Id })
const savedAs = [{ entity: 'conversation', param: 'conversationID' }] as const

const AttachmentParams = z.object({
  conversationID: Id,
  incomingID: Id,
  no: z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)),
})

export const inboxApi = {
  list: endpoint({
    method: 'GET',
    path: '/messages/inbox',
    access,
    summary: 'Conversations of a customer, who waits longest first; those that are done or spam newest first',
    query: z.object({
      customerID: Id,
      view: z._default(z.enum(inboxViews), 'open'),
      channel: z.optional(ConversationChannel),
      ...pageQuery,
    }),
    response: z.object({ rows: z.array(ConversationRow), nextCursor: z.nullable(z.string()) }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/messages/inbox/search',
    access,
    summary:
      'Conversations in every state, found by words of a received message, its subject or sender, or by the number of a case; newest first',
    query: z.object({ customerID: Id, q: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)), ...pageQuery }),
    response: z.object({
      rows: z.array(ConversationRow),
      nextCursor: z.nullable(z.string()),
      /** How many were found, at most `foundMax`. */
      count: z.number(),
      hasMore: z.boolean(),
    }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/messages/inbox/counts',
    access,
    summary: 'How many conversations wait for an answer, at most 1,000 of each',
    query: z.object({ customerID: Id }),
    response: InboxCounts,
  }),
  get: endpoint({
    method: 'GET',
    path: '/messages/inbox/:conversationID',
    access,
    audited: true,
    summary: 'A conversation: what was written from both sides and what happened in its case meanwhile; older with `before`',
    params: ConversationId,
    query: z.object({ before: z.optional(z.iso.datetime()) }),
    response: Conversation,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/messages/inbox/:conversationID/read',
    access,
    summary: 'Somebody has read what came in',
    params: ConversationId,
  }),
  tie: endpoint({
    method: 'PUT',
    path: '/messages/inbox/:conversationID/case',
    access: { right: Right.inbox, also: [Right.viewCases] },
    summary: 'Tie a conversation that is about no case to one of its customer; it joins what its person wrote about that case before',
    params: ConversationId,
    body: z.object({ caseID: BodyId }),
    response: z.object({
      conversationID: z.number(),
      /** The messages that stand in the case from now on: what an undo takes back. */
      messageIDs: z.array(z.number()),
    }),
  }),
  untie: endpoint({
    method: 'PUT',
    path: '/messages/inbox/:conversationID/unknown',
    access: { right: Right.inbox, also: [Right.viewCases] },
    summary:
      'Take messages of a conversation back from its case, or all of them: they are about nobody known again. What answers a message of ours stays',
    params: ConversationId,
    body: z.object({ messageIDs: z.optional(z.array(BodyId).check(z.minLength(1), z.maxLength(1000))) }),
    response: z.object({ conversationID: z.number() }),
  }),
  withoutNumber: endpoint({
    method: 'GET',
    path: '/cases/:caseID/writer-without-number',
    access: { right: Right.viewCases },
    summary: 'Who writes about a case by WhatsApp under an id alone, and the number that they gave; nobody once the case has that number',
    params: z.object({ caseID: Id }),
    response: WriterWithoutNumber,
  }),
  takeNumber: endpoint({
    method: 'PUT',
    path: '/messages/inbox/:conversationID/messages/:incomingID/number',
    access: { right: Right.changeInputFields, also: [Right.inbox, Right.viewCases, Right.viewPersonalData] },
    summary: 'Take the number that a person gave, when they were asked for it, over into the fields of their case',
    params: z.object({ conversationID: Id, incomingID: Id }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/messages/inbox/:conversationID/answers',
    access,
    summary: 'Answer the visitor of a chat, once for its key; also where nobody knows yet what it is about',
    params: ConversationId,
    body: z.object({ key: z.uuid(), text: z.string().check(z.trim(), z.minLength(1), z.maxLength(answerMax), z.regex(printable)) }),
  }),
  texts: endpoint({
    method: 'GET',
    path: '/messages/inbox/:conversationID/texts',
    access,
    summary: 'The texts with which the visitor of a chat may be answered, in their language; none of them says anything of a case',
    params: ConversationId,
    response: z.array(z.object({ key: z.string(), name: z.string(), text: z.string() })),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/messages/inbox/:conversationID/state',
    access,
    summary: 'Put a conversation off until a moment, call it done or spam, or open it again; who is spam stays spam',
    savedAs,
    params: ConversationId,
    body: z.discriminatedUnion('state', [
      z.object({ state: z.literal('snoozed'), until: z.iso.datetime(), lastAt: ReadUntil }),
      z.object({ state: z.enum(['open', 'closed', 'spam']), lastAt: ReadUntil }),
    ]),
  }),
  changeMany: endpoint({
    method: 'PUT',
    path: '/messages/inbox/states',
    access,
    summary: 'Call several conversations of a customer done, or open them again; each by itself, and what could not be changed is named',
    body: z.object({
      customerID: BodyId,
      state: z.enum(['open', 'closed']),
      conversations: z.array(z.object({ conversationID: BodyId, lastAt: ReadUntil })).check(z.minLength(1), z.maxLength(manyMax)),
    }),
    /** The conversations that stand as they stood, each with the code of its refusal. */
    response: z.object({ refused: z.array(z.object({ conversationID: z.number(), error: z.string() })) }),
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/messages/inbox/:conversationID/assigned',
    access,
    summary: 'Take a conversation, give it to a colleague who is then notified, or to nobody',
    params: ConversationId,
    body: z.object({ userID: z.nullable(BodyId) }),
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/messages/inbox/colleagues',
    access,
    summary: 'Who may be given a conversation of a customer',
    query: z.object({ customerID: Id }),
    response: z.array(z.object({ userID: z.number(), name: z.string() })),
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/messages/inbox/:conversationID/messages/:incomingID/attachments/:no',
    // No mask knows what stands in a file.
    access: { right: Right.inbox, also: [Right.viewPersonalData] },
    audited: true,
    summary: 'A file that came with a message, to be saved',
    params: AttachmentParams,
    file: 'application/octet-stream',
  }),
  picture: endpoint({
    method: 'GET',
    path: '/messages/inbox/:conversationID/messages/:incomingID/pictures/:no',
    access: { right: Right.inbox, also: [Right.viewPersonalData] },
    audited: true,
    summary: 'A picture that came with a message, for our own screens to show: that it was looked at is another line of the log',
    params: AttachmentParams,
    file: 'application/octet-stream',
  }),
}
