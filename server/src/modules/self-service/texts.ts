import type { Locale } from '@regie/contract/locale.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const texts: Record<Locale, Record<keyof typeof nl, string>> = { nl, eng, fr }

export type TextKey = keyof typeof nl
/** Says a text of the pages in the language of the visit, its {names} filled in. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string>>) => string

export const sayIn =
  (locale: Locale): Say =>
  (key, values = {}) =>
    texts[locale][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
