import type { Locale } from '@regie/contract/locale.ts'
import type { Messages } from './messages.ts'

const storageKey = 'regie.locale'

const files = import.meta.glob<object>('./{nl,eng,fr}/*.json', { import: 'default' })

/** The texts of a language. */
export async function loadLocale(locale: Locale): Promise<Messages> {
  const own = Object.entries(files).filter(([path]) => path.startsWith(`./${locale}/`))
  const loaded = await Promise.all(own.map(async ([path, load]) => [path.slice(`./${locale}/`.length, -'.json'.length), await load()]))
  return Object.fromEntries(loaded) as Messages
}

export function savedLocale(): Locale {
  const saved = localStorage.getItem(storageKey)
  return saved === 'eng' || saved === 'fr' ? saved : 'nl'
}

export function saveLocale(locale: Locale) {
  localStorage.setItem(storageKey, locale)
}
