import type { Locale } from '@regie/contract/locale.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }

export const complianceFileTexts: Record<Locale, typeof nl> = { nl, eng, fr }
