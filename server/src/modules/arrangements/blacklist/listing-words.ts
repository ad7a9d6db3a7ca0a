import { addressCauses, listingReasons } from '@regie/contract/blacklist.ts'
import { retentions } from '@regie/contract/case-actions.ts'
import { resultCodes } from '@regie/contract/result-codes.ts'
import { blacklistTexts, reasonWordsOf } from './blacklist-texts.ts'

type ListingReason = (typeof listingReasons)[number]
type Retention = (typeof retentions)[number]

// What lists by itself has codes of its own: read from a file, it is the reason that staff would give.
const codeWords = {
  request: ['unsubscribed', 'complaint', 'AFM'],
  otherPerson: ['VERK'],
  deceased: ['OVL'],
  unusable: ['bounce', 'ONG'],
} as const

// As our own screens call them, in the three languages (locales, cases.blacklist.causes and cases.retentions), then as files of others do.
const reasonWords: Record<ListingReason, readonly string[]> = {
  request: [
    ...codeWords.request,
    'eigen verzoek',
    'own request',
    'à sa demande',
    'op verzoek',
    'verzoek',
    'afmelding',
    'opt-out',
    'demande',
  ],
  otherPerson: [
    ...codeWords.otherPerson,
    'van iemand anders',
    'belongs to somebody else',
    'appartient à une autre personne',
    'verkeerde persoon',
    'wrong person',
  ],
  deceased: [...codeWords.deceased, 'overleden', 'deceased', 'décédé', 'décédée'],
  representative: [
    ...['bewindvoerder of gemachtigde', 'administrator or representative', 'curateur ou mandataire'],
    ...['bewindvoerder', 'gemachtigde', 'representative', 'mandataire', 'curateur'],
  ],
  unusable: [...codeWords.unusable, 'werkt niet', 'does not work', 'inutilisable', 'onbruikbaar', 'niet in gebruik', 'unusable'],
  other: ['andere reden', 'other reason', 'autre motif', 'anders', 'overig', 'autre'],
}
const retentionWords: Record<Retention, readonly string[]> = {
  '3m': ['3 maanden', '3 months', '3 mois'],
  '6m': ['6 maanden', '6 months', '6 mois'],
  '1y': ['1 jaar', '1 year', '1 an', '12 maanden', '12 months', '12 mois'],
  '2y': ['2 jaar', '2 years', '2 ans', '24 maanden', '24 months', '24 mois'],
  forever: ['voor altijd', 'for ever', 'pour toujours', 'altijd', 'forever', 'toujours'],
}

const plainOf = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

// Each row of a file asks for its words: they are made plain once, and the first that has them counts.
function meanings<Code extends string>(given: readonly (readonly [words: string, code: Code])[]): ReadonlyMap<string, Code> {
  return new Map(given.map(([words, code]) => [plainOf(words), code] as const).toReversed())
}

const wordsOf = <Code extends string>(codes: readonly Code[], words: Record<Code, readonly string[]>) =>
  codes.flatMap((code) => [code, ...words[code]].map((one) => [one, code] as const))

// Our own file has the words of the code that a result or a provider left.
const ownCodes: readonly string[] = [...addressCauses, ...Object.keys(resultCodes)]
const wordsOfCodes = ownCodes.flatMap((code) => {
  const meant = listingReasons.find((reason) => reasonWords[reason].includes(code)) ?? 'other'
  return [code, ...Object.values(blacklistTexts).map((texts) => reasonWordsOf(code, texts))].map((one) => [one, meant] as const)
})

const reasons = meanings<ListingReason>([...wordsOf(listingReasons, reasonWords), ...wordsOfCodes])
const terms = meanings<Retention>(wordsOf(retentions, retentionWords))

/** The reason that a file means: our code for it, or the word of our list in any language. */
export const readReason = (text: string): ListingReason | undefined => reasons.get(plainOf(text))
/** How long a file wants an entry to stand, in the same way. */
export const readRetention = (text: string): Retention | undefined => terms.get(plainOf(text))
