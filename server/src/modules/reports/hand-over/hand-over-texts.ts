import type { HandOverKind } from '@regie/contract/hand-overs.ts'
import type { Locale } from '@regie/contract/locale.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import type { HandOverColumn } from './list-columns.ts'

export type HandOverTexts = Record<'fileName' | 'list' | 'folder' | 'readme' | 'text', string> & {
  kinds: Record<HandOverKind, string>
  columns: Record<HandOverColumn, string>
  channels: Record<'email' | 'sms' | 'whatsapp' | 'letter', string>
}

/** The words of the file of a hand-over, which is made here and not in the browser. */
export const handOverTexts: Record<Locale, HandOverTexts> = { nl, eng, fr }
