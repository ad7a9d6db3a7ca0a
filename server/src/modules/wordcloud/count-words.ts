import type { RequestOf } from '@regie/contract/endpoint.ts'
import { countMin, type Wordcloud, type wordcloudApi, wordsMax } from '@regie/contract/wordcloud.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { askedWords, hasWords } from './asked-words.ts'
import { type ReadingBudget, type ReadText, readingBudget, readTexts } from './read-texts.ts'
import { saysSomething } from './words-of-text.ts'

type Counted = { count: number; who: string; isOfMany: boolean }

/** The most frequent words of what people and staff wrote. */
export async function countWords(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  query: RequestOf<typeof wordcloudApi.get>['query'],
  budget: ReadingBudget = readingBudget,
): Promise<Wordcloud> {
  mustAccessCustomer(caller, query.customerID, 'customer.notFound')
  const asked = askedWords(query.words)
  const counts = new Map<string, Counted>()
  let found = 0
  const start = { after: null, read: 0 }
  const { read, isAll, lastAt } = await readTexts(db, query, { now: clock.now(), budget, start }, ({ text, words }) => {
    if (hasWords(words, asked)) {
      found++
      addWords(counts, whoOf(text), words)
    }
    return true
  })
  return { words: mostFrequent(counts), read, found, isAll, since: lastAt?.toISOString() ?? null }
}

const whoOf = ({ caseID, conversationID, sender }: ReadText['text']) =>
  caseID !== null ? `case ${caseID}` : conversationID !== null ? `conversation ${conversationID}` : sender

function addWords(counts: Map<string, Counted>, who: string, words: readonly string[]) {
  for (const word of new Set(words)) {
    if (!saysSomething(word)) continue
    const known = counts.get(word)
    if (known === undefined) counts.set(word, { count: 1, who, isOfMany: false })
    else {
      known.count++
      known.isOfMany ||= known.who !== who
    }
  }
}

/** A word that stands in texts about one person alone may be the name of somebody near them: it is left out, however often it stands there. */
function mostFrequent(counts: ReadonlyMap<string, Counted>): Wordcloud['words'] {
  return [...counts]
    .filter(([, { count, isOfMany }]) => count >= countMin && isOfMany)
    .map(([word, { count }]) => ({ word, count }))
    .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .slice(0, wordsMax)
}
