import type { Locale } from '@regie/contract/locale.ts'
import type nl from './nl.json'

export type Messages = typeof nl

const storageKey = 'regie.locale'

const loaders: Record<Locale, () => Promise<Messages>> = {
  nl: async () => (await import('./nl.json')).default,
  eng: async () => (await import('./eng.json')).default,
  fr: async () => (await import('./fr.json')).default,
}

/** The texts of a language. */
export function loadLocale(locale: Locale): Promise<Messages> {
  return loaders[locale]()
}

export function savedLocale(): Locale {
  const saved = localStorage.getItem(storageKey)
  return saved === 'eng' || saved === 'fr' ? saved : 'nl'
}

export function saveLocale(locale: Locale) {
  localStorage.setItem(storageKey, locale)
}
