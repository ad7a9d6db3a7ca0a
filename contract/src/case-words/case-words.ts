import type { Locale } from '../locale.ts'
import eng from './eng.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }

/** What happens to a case in words, by the keys that follow `cases.` on the screens: for what the server writes. The browser loads one language alone. */
export const caseWords: Record<Locale, typeof nl> = { nl, eng, fr }
