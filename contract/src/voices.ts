import * as z from 'zod/mini'
import type { Locale } from './locale.ts'

/** The voices that speak our calls, each in its language: one list for scripts, for trying a text, and for every engine that speaks. */
export const voiceTable = {
  Fleur: { language: 'nl' },
  Bram: { language: 'nl' },
  Emma: { language: 'eng' },
  Oliver: { language: 'eng' },
  Chloé: { language: 'fr' },
  Louis: { language: 'fr' },
} as const satisfies Record<string, { language: Locale }>

export type VoiceName = keyof typeof voiceTable
export const voiceNames = Object.keys(voiceTable) as VoiceName[]
export const VoiceName = z.enum(voiceNames)

/** The voice of this name; where a script names none, or one that is gone, the first that speaks the language. */
export function voiceFor(name: string, language: Locale): VoiceName {
  const named = voiceNames.find((one) => one === name)
  return named ?? voiceNames.find((one) => voiceTable[one].language === language) ?? 'Fleur'
}
