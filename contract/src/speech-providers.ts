import * as z from 'zod/mini'
import { type VoiceName, voiceNames } from './voices.ts'

const voiceId = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** A service that speaks, asked as that of OpenAI is; many others, also for an own machine, take the same request. */
export const SpeechHttpSettings = z.object({
  kind: z.literal('speech-http'),
  /** With the version: `https://api.openai.com/v1`. */
  url: z.string().check(z.trim(), z.maxLength(300), z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/)),
  model: voiceId,
  /** What the service calls each of our voices. */
  voices: z.record(z.enum(voiceNames), voiceId),
})
export type SpeechHttpSettings = z.infer<typeof SpeechHttpSettings>

/** What is usual for a new one. */
export const usualSpeechHttp: Omit<SpeechHttpSettings, 'kind'> & { voices: Record<VoiceName, string> } = {
  url: 'https://api.openai.com/v1',
  model: 'gpt-4o-mini-tts',
  voices: { Fleur: 'shimmer', Bram: 'onyx', Emma: 'nova', Oliver: 'echo', Chloé: 'coral', Louis: 'ash' },
}
