import { htmlLang, type Locale } from '@regie/contract/locale.ts'
import { loadLocale, savedLocale, saveLocale } from './load-locale.ts'
import type { Messages } from './messages.ts'
import { signInTexts } from './sign-in-texts.ts'

type Language = { locale: Locale; messages: Partial<Messages> }

let language: Language = { locale: 'nl', messages: signInTexts }
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
  language = { locale, messages }
  saveLocale(locale)
  document.documentElement.lang = htmlLang[locale]
  for (const listener of listeners) listener()
}

/** The language of the last time, before anything is drawn. The sign-in screens have their Dutch already. */
export async function showSavedLocale({ isSignIn = false }: { isSignIn?: boolean } = {}) {
  const locale = savedLocale()
  if (isSignIn && locale === 'nl') return
  if (locale !== language.locale || language.messages === signInTexts) await showLocale(locale)
}
