import type { Locale } from '@regie/contract/locale.ts'

const storageKey = 'regie.locale'

export function savedLocale(): Locale {
  const saved = localStorage.getItem(storageKey)
  return saved === 'eng' || saved === 'fr' ? saved : 'nl'
}

export function saveLocale(locale: Locale) {
  localStorage.setItem(storageKey, locale)
}
