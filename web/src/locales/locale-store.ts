import { htmlLang, type Locale } from '@regie/contract/locale.ts'
import { loadLocale, type Messages, savedLocale, saveLocale } from './load-locale.ts'
import nl from './nl.json'

type Language = { locale: Locale; messages: Messages }

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

/** Loads a language and shows it everywhere; stays with the present one if it cannot be loaded. */
export async function showLocale(locale: Locale) {
  const messages = await loadLocale(locale).catch(() => undefined)
  if (messages === undefined) return
  language = { locale, messages: messages ?? nl }
  saveLocale(locale)
  document.documentElement.lang = htmlLang[locale]
  for (const listener of listeners) listener()
}

/** The language of the last time, before anything is drawn. */
export async function showSavedLocale() {
  const locale = savedLocale()
  if (locale !== language.locale) await showLocale(locale)
}
