import { eng, fra, nld } from 'stopword'
import ownEng from './stop-words/eng.json' with { type: 'json' }
import ownFr from './stop-words/fr.json' with { type: 'json' }
import ownNl from './stop-words/nl.json' with { type: 'json' }

/**
 * Words that stand in every text and say nothing about it, of all three languages: a person may write in any of them. The library has the words of
 * grammar, our own lists what letters and chats begin and end with.
 */
export const stopWords: ReadonlySet<string> = new Set([...nld, ...eng, ...fra, ...ownNl, ...ownEng, ...ownFr])
