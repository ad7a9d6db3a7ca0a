import type { Locale } from '@regie/contract/locale.ts'
import type { SpokenRule } from './spoken-rule.ts'

type Words = { one: string; many: string; cent: string; cents: string }

const currencies: Record<'EUR' | 'GBP' | 'USD', Record<Locale, Words>> = {
  EUR: {
    nl: { one: 'euro', many: 'euro', cent: 'cent', cents: 'cent' },
    eng: { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' },
    fr: { one: 'euro', many: 'euros', cent: 'centime', cents: 'centimes' },
  },
  GBP: {
    nl: { one: 'pond', many: 'pond', cent: 'penny', cents: 'pence' },
    eng: { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' },
    fr: { one: 'livre', many: 'livres', cent: 'penny', cents: 'pence' },
  },
  USD: {
    nl: { one: 'dollar', many: 'dollar', cent: 'cent', cents: 'cent' },
    eng: { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' },
    fr: { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' },
  },
}
const signs: Record<string, keyof typeof currencies> = { '€': 'EUR', '£': 'GBP', $: 'USD', eur: 'EUR', euro: 'EUR', gbp: 'GBP', usd: 'USD' }
const and: Record<Locale, string> = { nl: 'en', eng: 'and', fr: 'et' }
const minus: Record<Locale, string> = { nl: 'min', eng: 'minus', fr: 'moins' }

export const amountRules: readonly SpokenRule[] = [
  {
    // € 1.234,56 · EUR 12 · £5.50 · -€ 3,10
    pattern: /(-?)(?<![\p{L}\d])(€|£|\$|EUR|GBP|USD) ?(-?)(\d{1,3}(?:[., ]\d{3}){1,4}|\d{1,12})(?:[.,](\d{1,2}(?!\d)|-{1,2}))?(?![\d])/giu,
    say: ([, before = '', sign = '', within = '', whole = '', cents], language) =>
      amountWords({ sign, whole, cents, isMinus: before !== '' || within !== '' }, language),
  },
  {
    // 1 234,56 € · 125,00 euro
    pattern: /(?<![\p{L}\d.,])(-?)(\d{1,3}(?:[., ]\d{3}){1,4}|\d{1,12})(?:[.,](\d{1,2}|-{1,2}))? ?(€|£|\$|EUR\b|euro\b|GBP\b|USD\b)/giu,
    say: ([, before = '', whole = '', cents, sign = ''], language) => amountWords({ sign, whole, cents, isMinus: before !== '' }, language),
  },
]

type Written = { sign: string; whole: string; cents: string | undefined; isMinus: boolean }

function amountWords({ sign, whole, cents: writtenCents = '', isMinus }: Written, language: Locale): string | null {
  const currency = signs[sign.toLowerCase()]
  if (currency === undefined) return null
  const words = currencies[currency][language]
  const units = Number(whole.replace(/[., ]/g, ''))
  const cents = writtenCents.startsWith('-') ? 0 : Number(writtenCents.padEnd(2, '0'))
  const parts = [
    ...(units > 0 || cents === 0 ? [`${units} ${units === 1 ? words.one : words.many}`] : []),
    ...(cents > 0 ? [`${cents} ${cents === 1 ? words.cent : words.cents}`] : []),
  ]
  return `${isMinus ? `${minus[language]} ` : ''}${parts.join(` ${and[language]} `)}`
}
