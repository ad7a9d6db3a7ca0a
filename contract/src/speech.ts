import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'
import { VoiceName } from './voices.ts'

/** More nobody listens to: two and a half minutes. */
export const speechTextMax = 2_000

/** How fast a voice speaks, as a share of its usual pace. */
export const speechSpeeds = [0.8, 1, 1.2] as const

/** What speaks here: a program of this machine, or the provider of the customer. */
const SpeechState = z.object({
  engine: z.enum(['espeak', 'provider']),
  /** False: the program is not installed on this machine. */
  isAvailable: z.boolean(),
  /** The version of the program, or the name of the provider. */
  name: z.string(),
})

/** A text as a voice speaks it. `sound` fetches it for a week after it was last heard. */
const Sound = z.object({
  sound: z.string(),
  voice: VoiceName,
  seconds: z.number(),
  bytes: z.number(),
  /** The words that are spoken: amounts, dates and numbers written out. */
  spoken: z.string(),
})
export type Sound = z.infer<typeof Sound>

// Who sees a text may hear it: on the screen of speech, in a step of a script, in a template, with a call of a case.
const listen = { right: [Right.textToSpeech, Right.viewScripts, Right.viewTemplates, Right.viewCases] } as const

export const speechApi = {
  state: endpoint({
    method: 'GET',
    path: '/tts',
    access: listen,
    summary: 'What speaks texts for a customer, and whether it is there',
    query: z.object({ customerID: Id }),
    response: SpeechState,
  }),
  speak: endpoint({
    method: 'POST',
    path: '/tts',
    access: listen,
    asksOnly: true,
    summary: 'Speak a text: one at a time for each user, thirty a minute',
    body: z.object({
      customerID: BodyId,
      text: z.string().check(z.trim(), z.minLength(1, 'speech.textMissing'), z.maxLength(speechTextMax)),
      voice: VoiceName,
      speed: z._default(z.union(speechSpeeds.map((speed) => z.literal(speed))), 1),
    }),
    response: Sound,
  }),
  sound: endpoint({
    method: 'GET',
    path: '/tts/sound',
    access: listen,
    summary: 'A text that was spoken, as a WAV file; known only to who had it spoken',
    query: z.object({ customerID: Id, sound: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    file: 'audio/wav',
  }),
}
