import * as z from 'zod/mini'

/** Languages of screens and of messages; nl is the default and the fallback. */
export const locales = ['nl', 'eng', 'fr'] as const
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>

/** Our codes -> the codes that browsers, screen readers and Intl know. */
export const intlLocale: Record<Locale, string> = { nl: 'nl-NL', eng: 'en-GB', fr: 'fr-FR' }
export const htmlLang: Record<Locale, string> = { nl: 'nl', eng: 'en', fr: 'fr' }

const ofBrowser: Record<string, Locale> = { nl: 'nl', en: 'eng', fr: 'fr' }

/** The first of our languages that a browser names in Accept-Language; Dutch when it names none. */
export function localeOfHeader(header: string | undefined): Locale {
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const locale = ofBrowser[part.trim().slice(0, 2).toLowerCase()]
    if (locale) return locale
  }
  return 'nl'
}

/** A text in each language. */
export const LocalText = z.object({ nl: z.string(), eng: z.string(), fr: z.string() })
export type LocalText = z.infer<typeof LocalText>
