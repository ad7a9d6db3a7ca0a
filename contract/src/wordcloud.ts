import * as z from 'zod/mini'
import { conversationChannels } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { Id, pageQuery } from './paging.ts'
import { Right } from './right-codes.ts'

/** Where a text comes from: a channel by which people write, or what staff noted in a case. Transcripts of calls are not made yet. */
export const wordSources = [...conversationChannels, 'note'] as const
const WordSource = z.enum(wordSources)
export type WordSource = z.infer<typeof WordSource>

/** Whose words: the person who was written to, or staff. */
export const wordTargets = ['person', 'staff'] as const
const WordTarget = z.enum(wordTargets)
export type WordTarget = z.infer<typeof WordTarget>

export const wordsMax = 150
/** A word stands in so many texts at least, of different people. */
export const countMin = 2
/** So many texts are read, the newest first, of so many months back. */
export const textsMax = 20_000
export const textMonths = 12

const Word = z.object({
  word: z.string(),
  /** The texts in which it stands; a text that says it twice is one. */
  count: z.number(),
})

export const Wordcloud = z.object({
  /** The most frequent first. */
  words: z.array(Word),
  /** The texts that were read, and those of them in which the typed words stand. */
  read: z.number(),
  found: z.number(),
  /** False: there are older texts in the period, which were not read. */
  isAll: z.boolean(),
  /** The moment of the oldest text that was read. */
  since: z.nullable(z.string()),
})
export type Wordcloud = z.infer<typeof Wordcloud>

const WordMessage = z.object({
  /** Unique among the messages of a word. */
  key: z.string(),
  source: WordSource,
  target: WordTarget,
  at: z.string(),
  /** Null: nobody knows yet which case it is about; then its conversation says more. */
  caseID: z.nullable(z.number()),
  caseNumber: z.nullable(z.string()),
  conversationID: z.nullable(z.number()),
  /** The words around it, masked for who may not see personal data. */
  excerpt: z.string(),
})
export type WordMessage = z.infer<typeof WordMessage>

const scope = {
  customerID: Id,
  scriptID: z.optional(Id),
  /** Only texts in which all of these stand, each by its beginning. */
  words: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  /** The first and the last day; left out: the last twelve months. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  source: z.optional(WordSource),
  target: z.optional(WordTarget),
}

/** Of what people and staff write about: words without what tells who somebody is. */
export const wordcloudApi = {
  get: endpoint({
    method: 'GET',
    path: '/wordcloud',
    access: { right: Right.viewWordcloud },
    budget: 'analysis',
    summary: 'The most frequent words of what people wrote and what staff wrote themselves, without names, addresses and numbers',
    query: z.object(scope),
    response: Wordcloud,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/wordcloud/messages',
    access: { right: Right.viewWordcloud, also: [Right.viewCases] },
    budget: 'analysis',
    audited: true,
    summary: 'The messages in which a word stands, newest first; those of no case only with right 310',
    query: z.object({ ...scope, word: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), ...pageQuery }),
    response: z.object({ rows: z.array(WordMessage), nextCursor: z.nullable(z.string()) }),
  }),
}
