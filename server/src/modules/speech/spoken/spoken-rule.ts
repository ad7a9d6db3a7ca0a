import type { Locale } from '@regie/contract/locale.ts'

/** What is written so is said so; null: it is not what it looks like. */
export type SpokenRule = { pattern: RegExp; say(match: RegExpMatchArray, language: Locale): string | null }
