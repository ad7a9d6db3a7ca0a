import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'

export const chatTextMax = 4_000
export const channelNameMax = 60
/** Members of one channel at most, and channels that somebody stands in. */
const channelMembersMax = 200
/** The first minutes in which somebody may change or take back what they wrote. */
export const chatChangeMinutes = 10
/** So long messages are kept. */
export const chatKeptDays = 90
/** Messages that one member of staff may write in a minute. */
export const chatPerMinute = 60
/** More unread messages than this are not counted. */
export const chatUnreadMax = 99

/** `general` is for everybody at a customer who may chat, `group` for its members, `direct` for two. */
const ChannelKind = z.enum(['general', 'group', 'direct'])

export const ChatChannel = z.object({
  channelID: z.number(),
  kind: ChannelKind,
  /** Empty for the general one; the colleague's name for a talk between two. */
  name: z.string(),
  /** Who stands in it; empty for the general one. */
  memberIDs: z.array(z.number()),
  /** Messages of others after the last one that the caller has seen; more than `chatUnreadMax` is one more than that. */
  unread: z.number(),
  /** One of those mentions the caller. */
  isMentioned: z.boolean(),
  /** Up to here the caller has seen. */
  readID: z.number(),
  lastAt: z.nullable(z.string()),
  version: z.number(),
})
export type ChatChannel = z.infer<typeof ChatChannel>

export const ChatMessage = z.object({
  messageID: z.number(),
  channelID: z.number(),
  by: z.string(),
  byUserID: z.nullable(z.number()),
  mine: z.boolean(),
  at: z.string(),
  /** Empty when it was taken back. */
  text: z.string(),
  editedAt: z.nullable(z.string()),
  isRemoved: z.boolean(),
  /** Cases that it names and that the caller may open. */
  cases: z.array(z.object({ caseNumber: z.string(), caseID: z.number() })),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatPerson = z.object({ userID: z.number(), username: z.string(), name: z.string() })
export type ChatPerson = z.infer<typeof ChatPerson>

const access = { right: Right.chat } as const
const OfChannel = z.object({ channelID: Id })
const OfMessage = z.object({ messageID: Id })
const name = z.string().check(z.trim(), z.minLength(1, 'chat.nameMissing'), z.maxLength(channelNameMax))
const memberIDs = z.array(BodyId).check(z.maxLength(channelMembersMax))
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(chatTextMax))

export const chatApi = {
  channels: endpoint({
    method: 'GET',
    path: '/chat/channels',
    access,
    summary: 'The channels of a customer that I stand in, with what I have not read',
    query: z.object({ customerID: Id }),
    response: z.array(ChatChannel),
  }),
  people: endpoint({
    method: 'GET',
    path: '/chat/people',
    access,
    summary: 'Who may chat at a customer',
    query: z.object({ customerID: Id }),
    response: z.array(ChatPerson),
  }),
  addChannel: endpoint({
    method: 'POST',
    path: '/chat/channels',
    access,
    summary: 'Make a channel with members; its maker is one of them',
    body: z.object({ customerID: BodyId, name, memberIDs }),
    response: ChatChannel,
  }),
  openDirect: endpoint({
    method: 'POST',
    path: '/chat/direct',
    access,
    summary: 'The talk with one colleague, made where there is none',
    body: z.object({ customerID: BodyId, userID: BodyId }),
    response: ChatChannel,
  }),
  changeChannel: endpoint({
    method: 'PUT',
    path: '/chat/channels/:channelID',
    access,
    summary: 'Rename a channel that I stand in, and say who stands in it',
    savedAs: [{ entity: 'chatChannel', param: 'channelID' }],
    params: OfChannel,
    body: z.object({ name, memberIDs, version: Version }),
    response: ChatChannel,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/chat/channels/:channelID/leave',
    access,
    summary: 'Leave a channel',
    params: OfChannel,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/chat/channels/:channelID/messages',
    access,
    summary: 'Messages of a channel, newest first; what names a case is masked as that case is',
    params: OfChannel,
    query: z.object({ before: z.optional(Id) }),
    response: z.object({ rows: z.array(ChatMessage), hasMore: z.boolean() }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/chat/messages',
    access,
    summary: 'Messages with these words in the channels that I stand in, newest first',
    budget: 'analysis',
    query: z.object({ customerID: Id, q: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)), before: z.optional(Id) }),
    response: z.object({ rows: z.array(ChatMessage), hasMore: z.boolean() }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/chat/channels/:channelID/messages',
    access,
    summary: 'Write a message; whoever is mentioned is notified',
    params: OfChannel,
    body: z.object({ text }),
    response: ChatMessage,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/chat/messages/:messageID',
    access,
    summary: 'Change a message of my own in its first ten minutes',
    params: OfMessage,
    body: z.object({ text }),
    response: ChatMessage,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/chat/messages/:messageID',
    access,
    summary: 'Take a message of my own back in its first ten minutes',
    params: OfMessage,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/chat/channels/:channelID/read',
    access,
    summary: 'Say up to which message I have seen a channel',
    params: OfChannel,
    body: z.object({ messageID: BodyId }),
  }),
}
