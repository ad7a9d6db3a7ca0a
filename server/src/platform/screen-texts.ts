import { caseWords } from '@regie/contract/case-words/case-words.ts'
import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import { IntlMessageFormat } from 'intl-messageformat'
import { readFileSync } from 'node:fs'

/** The texts of one locale file, by the parts of their keys. */
type Texts = { readonly [key: string]: Texts | string }

const localesDir = new URL('../../../web/src/locales/', import.meta.url)
// What the contract says of a case, under the keys that the screens find it by.
const inContract: Partial<Record<string, Record<Locale, Texts>>> = { cases: caseWords }
const files = new Map<string, Texts>()

/**
 * A text of the screens by its key, for what the server writes and people lay beside the screen; null where the language has none. Locale files are
 * data and no code: they are read when the first file is written, so that a word stands in one place. Its arguments are plain: `{id}`, no plural.
 */
export function screenText(locale: Locale, key: string, params: Record<string, string | number> = {}): string | null {
  const [file = '', ...parts] = key.split('.')
  const text = parts.reduce<Texts | string | undefined>(valueAt, textsOf(locale, file))
  if (typeof text !== 'string') return null
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole))
}

const formats = new Map<string, IntlMessageFormat>()

/** The same for a text with plurals and choices in it, as the screens fill it; a name that is not given is empty. */
export function spokenText(locale: Locale, key: string, params: Record<string, string | number> = {}): string | null {
  const text = screenText(locale, key)
  if (text === null) return null
  const known = formats.get(`${locale}/${key}`) ?? new IntlMessageFormat(text, intlLocale[locale], undefined, { ignoreTag: true })
  formats.set(`${locale}/${key}`, known)
  const unnamed = Object.fromEntries([...text.matchAll(/\{\s*(\w+)/g)].map(([, name = '']) => [name, '']))
  return String(known.format({ ...unnamed, ...params }))
}

const valueAt = (at: Texts | string | undefined, part: string) => (typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined)

function textsOf(locale: Locale, file: string): Texts {
  const known = files.get(`${locale}/${file}`)
  if (known !== undefined) return known
  const own = JSON.parse(readFileSync(new URL(`${locale}/${file}.json`, localesDir), 'utf8')) as Texts
  const texts = { ...inContract[file]?.[locale], ...own }
  files.set(`${locale}/${file}`, texts)
  return texts
}
