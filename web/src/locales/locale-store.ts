import { htmlLang, type Locale } from '@regie/contract/locale.ts'
import { loadTexts } from './load-texts.ts'
import type { Messages, TextFile } from './messages.ts'
import { savedLocale, saveLocale } from './saved-locale.ts'
import { signInTexts } from './sign-in-texts.ts'

type Language = { locale: Locale; messages: Partial<Messages> }

let language: Language = { locale: 'nl', messages: signInTexts }
let wanted: Locale | undefined
const needed = new Set<TextFile>()
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

/** Loads texts in the language of the user; a language that is chosen later brings them too. */
export function needTexts(names: readonly TextFile[]): Promise<void> {
  for (const name of names) needed.add(name)
  wanted ??= savedLocale()
  return show(wanted)
}

/** A part of the app with its texts, fetched side by side: `withTexts(['audit'], import('../screens/audit-screen.tsx'))`. */
export async function withTexts<Part>(names: readonly TextFile[], part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, needTexts(names)])
  return loaded
}

/** Loads a language and shows it everywhere; stays with the present one if it cannot be loaded. */
export async function showLocale(locale: Locale) {
  wanted = locale
  try {
    await show(locale)
    saveLocale(locale)
  } catch {
    wanted = language.locale
  }
}

async function show(locale: Locale) {
  const texts = await loadTexts(locale, [...needed])
  const shown: Record<string, unknown> = locale === language.locale ? language.messages : {}
  // Another language was chosen meanwhile, or nothing is new.
  if (locale !== wanted || Object.entries(texts).every(([name, text]) => shown[name] === text)) return
  language = { locale, messages: { ...shown, ...texts } }
  document.documentElement.lang = htmlLang[locale]
  for (const listener of listeners) listener()
}
