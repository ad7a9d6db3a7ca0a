import type { addressCauses, listingReasons, ListingScope } from '@regie/contract/blacklist.ts'
import { caseWords } from '@regie/contract/case-words/case-words.ts'
import type { Retention } from '@regie/contract/case-actions.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { isResultCode, type ResultCode } from '@regie/contract/result-codes.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }

type Cause = (typeof addressCauses)[number] | (typeof listingReasons)[number]
type BlacklistTexts = {
  columns: Record<keyof typeof nl.columns, string>
  kinds: Record<'phone' | 'email' | 'whatsapp', string>
  causes: Record<Cause, string>
  results: Record<ResultCode, string>
  retentions: Record<Retention, string>
  scopes: Record<ListingScope, string>
  byItself: string
}

/** The words of the file, which is made here and not in the browser. */
export const blacklistTexts: Record<Locale, BlacklistTexts> = {
  nl: { ...nl, results: caseWords.nl.results },
  eng: { ...eng, results: caseWords.eng.results },
  fr: { ...fr, results: caseWords.fr.results },
}

/** Why somebody is listed, in words; a code that nobody knows any more stays as it is. */
export function reasonWordsOf(reason: string, { causes, results }: Pick<BlacklistTexts, 'causes' | 'results'>): string {
  if (isResultCode(reason)) return results[reason]
  return Object.hasOwn(causes, reason) ? causes[reason as Cause] : reason
}
