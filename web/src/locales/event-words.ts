import { eventSentence, reasonSentence, type SentenceWords } from '@regie/contract/case-words/event-sentence.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { formatMoney, formatNumber, formatPlainDay } from './format.ts'
import { findText } from './i18n.tsx'
import { formatNextMoment } from './next-moment.ts'

const words: SentenceWords = {
  find: findText,
  money: formatMoney,
  number: formatNumber,
  day: formatPlainDay,
  moment: (at) => formatNextMoment(at),
}

/** The sentence of an event. An event that this version does not know yet is shown by its kind rather than left out. */
export const eventTitle = (event: Parameters<typeof eventSentence>[1]): string => eventSentence(words, event)

/** A refusal or failure reason in words; `by`: whose call it is about, if that is known. */
export const reasonText = (reason: string, by?: string | null, channel?: Channel): string => reasonSentence(words, reason, by, channel)
