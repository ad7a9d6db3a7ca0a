import type { Locale } from '@regie/contract/locale.ts'
import type { SpokenRule } from './spoken-rule.ts'

const dot: Record<Locale, string> = { nl: 'punt', eng: 'dot', fr: 'point' }
const at: Record<Locale, string> = { nl: 'apenstaartje', eng: 'at', fr: 'arobase' }
const plus: Record<Locale, string> = { nl: 'plus', eng: 'plus', fr: 'plus' }

const addresses: readonly SpokenRule[] = [
  {
    // Of a link the site is said: nobody writes down the rest by ear.
    pattern: /https?:\/\/([\w-]{1,63}(?:\.[\w-]{1,63}){0,5})(?::\d{1,5})?(?:\/[^\s<>"]{0,300})?/giu,
    say: ([, host = ''], language) => dotted(host.replace(/^www\./i, ''), language),
  },
  {
    pattern: /(?<![\w.+-])([\w.+-]{1,64})@([\w-]{1,63}(?:\.[\w-]{1,63}){1,4})/g,
    say: ([, name = '', host = ''], language) => `${dotted(name, language)} ${at[language]} ${dotted(host, language)}`,
  },
  {
    // An IBAN, in its groups of four.
    pattern: /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])/gu,
    say: ([whole]) => groups(whole.replace(/ /g, '').match(/.{1,4}/g) ?? []),
  },
]

const digitsMin = 9
const digitsMax = 15

const numbers: readonly SpokenRule[] = [
  {
    // +31 6 12345678 · 06-12345678 · (010) 123 45 67
    pattern: /(?<![\p{L}\d+])(?:\+\d{1,3}[ ()-]{0,2}|\(?0)[\d ()-]{6,16}\d(?![\p{L}\d])/gu,
    say: ([whole], language) => {
      const digits = whole.replace(/\D/g, '')
      if (digits.length < digitsMin || digits.length > digitsMax) return null
      const written = whole.match(/\d+/g) ?? []
      const parts = groups(written.flatMap(inPairs))
      return whole.startsWith('+') ? `${plus[language]} ${parts}` : parts
    },
  },
  {
    // 1234 AB
    pattern: /(?<![\p{L}\d-])([1-9]\d{3}) ?([A-Z]{2})(?![\p{L}\d-])/gu,
    say: ([, digits = '', letters = ''], language) => (language === 'nl' ? `${spelled(digits)} ${spelled(letters)}` : null),
  },
  {
    // 2026-0001 · F-1001 · DOS1234 · 123456
    pattern: /(?<![\p{L}\d-])[\p{L}\d]{1,30}(?:[-/][\p{L}\d]{1,30}){0,5}(?![\p{L}\d-])/gu,
    say: ([whole]) => (isReference(whole) ? groups(whole.split(/[-/]/).flatMap(referencePart)) : null),
  },
]

export const codeRules = { addresses, numbers }

const dotted = (name: string, language: Locale) => name.split('.').join(` ${dot[language]} `)
const spelled = (part: string) => Array.from(part).join(' ')
const groups = (parts: readonly string[]) => parts.map((part) => (/\d|^.{1,4}$/u.test(part) ? spelled(part) : part)).join(', ')

/** Long runs of digits in twos, as people say a phone number; the first takes what is left over. */
function inPairs(digits: string): string[] {
  if (digits.length <= 3) return [digits]
  const first = digits.length % 2 === 0 ? 2 : 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/../g) ?? [])]
}

/** Is it a number that somebody refers to, rather than an amount of something or a range? */
function isReference(token: string): boolean {
  const digits = token.replace(/\D/g, '')
  if (digits === '') return false
  const hasLetters = /\p{L}/u.test(token)
  if (hasLetters) return digits.length >= 3
  if (digits.length < 5) return false
  return !/^(?:19|20)\d\d[-/](?:19|20)\d\d$/.test(token)
}

/** Words stay words; digits by threes, so that one can write along. */
function referencePart(part: string): string[] {
  if (!/\d/.test(part) || part.length <= 4) return [part]
  return part.match(/.{1,3}/gu) ?? []
}
