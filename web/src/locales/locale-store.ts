import { htmlLang, type Locale, locales } from '@regie/contract/locale.ts'
import nl from './nl.json'

export type Messages = typeof nl

type Language = { locale: Locale; messages: Messages }

const storageKey = 'regie.locale'
// nl is in the entry: it is the default, and the fallback when another language cannot be loaded.
const loaders: Record<Locale, () => Promise<Messages>> = {
  nl: async () => nl,
  eng: async () => (await import('./eng.json')).default,
  fr: async () => (await import('./fr.json')).default,
}

let language: Language = { locale: 'nl', messages: nl }
const listeners = new Set<() => void>()

export function currentLanguage(): Language {
  return language
}

export function onLanguage(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function savedLocale(): Locale {
  const saved = localStorage.getItem(storageKey)
  return locales.find((locale) => locale === saved) ?? 'nl'
}

/** Loads a language and shows it everywhere; stays with the present one if it cannot be loaded. */
export async function showLocale(locale: Locale) {
  const messages = await loaders[locale]().catch(() => null)
  if (messages === null) return
  language = { locale, messages }
  localStorage.setItem(storageKey, locale)
  document.documentElement.lang = htmlLang[locale]
  for (const listener of listeners) listener()
}
