import type { Locale } from '@regie/contract/locale.ts'
import type { KeyedQuestion } from './keyed-answer.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const texts: Record<Locale, typeof nl> = { nl, eng, fr }

/** What a call says after its first text, so that who picks up knows which digits to press. */
export const askingFor = (locale: Locale, { field, digits }: KeyedQuestion): string =>
  texts[locale][field].replace('{digits}', String(digits))
