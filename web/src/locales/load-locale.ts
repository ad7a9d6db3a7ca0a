import type { Locale } from '@regie/contract/locale.ts'
import type nl from './nl.json'

export type Messages = typeof nl

const storageKey = 'regie.locale'

// nl is not here: it comes with the code, as the default and as the fallback when another language cannot be loaded.
const loaders: Partial<Record<Locale, () => Promise<Messages>>> = {
  eng: async () => (await import('./eng.json')).default,
  fr: async () => (await import('./fr.json')).default,
}

/** The texts of a language; null when they came with the code already. */
export async function loadLocale(locale: Locale): Promise<Messages | null> {
  return (await loaders[locale]?.()) ?? null
}

export function savedLocale(): Locale {
  const saved = localStorage.getItem(storageKey)
  return saved === 'eng' || saved === 'fr' ? saved : 'nl'
}

export function saveLocale(locale: Locale) {
  localStorage.setItem(storageKey, locale)
}
