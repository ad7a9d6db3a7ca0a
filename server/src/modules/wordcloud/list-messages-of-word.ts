import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { WordMessage, wordcloudApi } from '@regie/contract/wordcloud.ts'
import * as z from 'zod'
import { decodeCursor, encodeCursor } from '../../platform/db/page.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findConversationMasks } from '../communications/inbox/conversation-row.ts'
import { askedWords, hasWords } from './asked-words.ts'
import { excerptAround } from './excerpt-around.ts'
import { type ReadingBudget, readingBudget, readTexts } from './read-texts.ts'
import { targetOf, type WrittenText } from './written-texts.ts'

// The place of the last text, and how many were read until there: all pages together read what the cloud was counted over.
const Place = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int().nonnegative()])

/** The messages in which a word stands, newest first. What is about no case is shown in the inbox, so it asks for the right to that. */
export async function listMessagesOfWord(
  { db, pool, clock }: Pick<Services, 'db' | 'pool' | 'clock'>,
  caller: Caller,
  { limit, cursor, word: typed, words, ...filter }: RequestOf<typeof wordcloudApi.messages>['query'],
  budget: ReadingBudget = readingBudget,
): Promise<ResponseOf<typeof wordcloudApi.messages>> {
  mustAccessCustomer(caller, filter.customerID, 'customer.notFound')
  const word = typed.normalize('NFC').toLowerCase()
  const asked = askedWords(words)
  const mayReadInbox = caller.rights.includes(Right.inbox)
  const [micros, kind, id, before] = cursor === undefined ? [0, 0, 0, 0] : decodeCursor(Place, cursor)
  const start = { after: cursor === undefined ? null : ([micros, kind, id] as const), read: before }
  const found: WrittenText[] = []
  const { read, last, isAll } = await readTexts(db, filter, { now: clock.now(), budget, start }, ({ text, words: its }) => {
    const isShown = text.caseID !== null || mayReadInbox
    if (isShown && its.includes(word) && hasWords(its, asked)) found.push(text)
    return found.length < limit
  })
  const isEnd = isAll || read >= budget.texts || last === null
  const masked = await findConversationMasks(pool, caller, found.map(senderOf))
  return {
    rows: found.map((text) => shownMessage(text, excerptAround(masked(senderOf(text), text.text), word))),
    nextCursor: isEnd ? null : encodeCursor([...last, read]),
  }
}

const senderOf = ({ caseID, sender, senderName, isOwnAddress }: WrittenText) => ({
  ...{ caseID, address: sender, name: senderName },
  // What we wrote has no sender to be hidden.
  isOwnAddress: isOwnAddress || sender === '',
})

function shownMessage({ kind, id, at, source, caseID, caseNumber, conversationID }: WrittenText, excerpt: string): WordMessage {
  const key = `${kind}-${id}`
  return { key, source, target: targetOf(kind), at: at.toISOString(), caseID, caseNumber, conversationID, excerpt }
}
