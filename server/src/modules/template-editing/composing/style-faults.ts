import type { Locale } from '@regie/contract/locale.ts'
import type { TemplateFault } from '@regie/contract/templates.ts'

type StyleFault = { fault: Extract<TemplateFault['fault'], 'sentenceLong' | 'wordHard' | 'letterLacks'>; detail: string }

// Language level B1: 15 words on average; above 25 most readers begin the sentence again.
const sentenceWordsMax = 25
const shownMax = 40

// What letters of collectors say and B1 does not, and what to say instead.
const hardWords: Partial<Record<Locale, Record<string, string>>> = {
  nl: {
    ...{ derhalve: 'daarom', dientengevolge: 'daardoor', conform: 'volgens', middels: 'met', onverwijld: 'meteen', gaarne: 'graag' },
    ...{ inzake: 'over', sommeren: 'eisen', desbetreffende: 'deze', alsmede: 'en', teneinde: 'om', heden: 'vandaag', indien: 'als' },
    ...{ dienen: 'moeten', dient: 'moet', vorderen: 'eisen', thans: 'nu', reeds: 'al', ingevolge: 'volgens', verschuldigd: 'te betalen' },
  },
}

// Art. 6:96 lid 6 BW: the letter names what is owed, what collecting will cost, and fourteen days from the day after it was delivered.
// The other lines: what the law on collectors (Wki) wants to stand in it, so that its reader knows who asks, and where to say that it is not right.
const ofLetter: Record<string, RegExp> = {
  amount: /\{\{\s*(?:bedrag|hoofdsom|openstaand)[a-z0-9_]*\s*\}\}|€\s?\d/i,
  term: /(?:14|veertien|15|vijftien)\s+dagen[^.]{0,80}(?:bezorgd|ontvangen|ontvangst|bezorging)/i,
  costs: /incassokosten|kosten van incasso|buitengerechtelijke kosten/i,
  register: /\bwki\b|registratienummer|register (?:van )?(?:incassodienst|buitengerechtelijke)/i,
  reach: /(?:\+31|\b0)[\d\s-]{8,14}\d|[^\s@<>]{1,64}@[^\s@<>.]{1,60}\.|\{\{\s*(?:telefoon|email|website)[a-z0-9_]*\s*\}\}/i,
  dispute: /oneens|niet mee eens|betwist|bezwaar|klacht|klopt (?:dit|het|er iets|iets) niet/i,
}

/** What makes a text hard to read, and what a formal letter lacks; none of it keeps the text from being sent. */
export function styleFaults(text: string, locale: Locale, isLetter: boolean): StyleFault[] {
  const faults: StyleFault[] = []
  const long = text.split(/[.!?:](?=\s|$)|\n+/).find((sentence) => wordsIn(sentence).length > sentenceWordsMax)
  if (long !== undefined) faults.push({ fault: 'sentenceLong', detail: `${wordsIn(long).length}: ${begin(long)}` })
  const known = hardWords[locale] ?? {}
  const hard = [...new Set(wordsIn(text.toLowerCase()))].filter((word) => Object.hasOwn(known, word))
  for (const word of hard) faults.push({ fault: 'wordHard', detail: `${word} → ${known[word]}` })
  if (isLetter && locale === 'nl')
    for (const [lacking, said] of Object.entries(ofLetter)) if (!said.test(text)) faults.push({ fault: 'letterLacks', detail: lacking })
  return faults
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’{}_-]*/gu) ?? []
const begin = (sentence: string) => {
  const plain = sentence.trim()
  return plain.length <= shownMax ? plain : `${plain.slice(0, shownMax)}…`
}
