import * as z from 'zod/mini'

/** Languages of screens and of messages; nl is the default and the fallback. */
export const locales = ['nl', 'eng', 'fr'] as const
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>

/** Our codes -> the codes that browsers, screen readers and Intl know. */
export const intlLocale: Record<Locale, string> = { nl: 'nl-NL', eng: 'en-GB', fr: 'fr-FR' }
export const htmlLang: Record<Locale, string> = { nl: 'nl', eng: 'en', fr: 'fr' }

/** A text in each language. */
export const LocalText = z.object({ nl: z.string(), eng: z.string(), fr: z.string() })
export type LocalText = z.infer<typeof LocalText>
