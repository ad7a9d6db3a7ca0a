import { htmlLang, type Locale } from '@regie/contract/locale.ts'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createTranslator, IntlProvider, useTranslations } from 'use-intl'
import { currentLanguage, onLanguage } from './locale-store.ts'
import type { Messages } from './messages.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

export type TextParams = Record<string, string | number>

export function LocaleProvider({ children }: { children: ReactNode }) {
  const { locale, messages } = useSyncExternalStore(onLanguage, currentLanguage)
  return (
    <IntlProvider locale={htmlLang[locale]} messages={messages as Messages} timeZone="Europe/Amsterdam" onError={rethrowInDevelopment}>
      {children}
    </IntlProvider>
  )
}

/** Texts by key, checked against the Dutch files: `t('batches.pause.title')`. */
export function useText() {
  return useTranslations()
}

export function useLocale(): Locale {
  return useSyncExternalStore(onLanguage, currentLanguage).locale
}

/** A text whose key is made while running (an error code, a state); null when the language has none. */
export function findText(key: string, params: TextParams = {}): string | null {
  const { locale, messages } = currentLanguage()
  return typeof valueAt(messages, key) === 'string' ? translatorOf(locale, messages)(key, params) : null
}

type Translate = (key: string, params: TextParams) => string
// A translator keeps the texts that it has taken apart: each row of a table asks for some.
const translators = new WeakMap<object, Translate>()

function translatorOf(locale: Locale, messages: Partial<Messages>): Translate {
  const known = translators.get(messages)
  if (known !== undefined) return known
  const translate = createTranslator({
    locale: htmlLang[locale],
    messages: messages as Messages,
    timeZone: 'Europe/Amsterdam',
    onError: () => undefined,
  }) as Translate
  translators.set(messages, translate)
  return translate
}

function valueAt(messages: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined), messages)
}

function rethrowInDevelopment(error: Error) {
  if (import.meta.env.DEV) console.error(error)
}
