import * as z from 'zod/mini'

/** What stands for the digits of a number in the place that is dialled, and for the username of a colleague in the place of their phone. */
export const dialPlaces = { number: '{number}', agent: '{agent}' } as const

const dialled = (place: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(200),
    z.regex(/^[A-Za-z0-9]+\/[\w.@:/{}+-]+$/, 'provider.dialPlaceInvalid'),
    z.refine((pattern) => pattern.split(place).length === 2, 'provider.dialPlaceInvalid'),
  )

/** An exchange of Asterisk, by its REST interface (ARI). */
export const AsteriskSettings = z.object({
  kind: z.literal('asterisk'),
  /** With the path: `http://asterisk.example.nl:8088/ari`. */
  url: z.string().check(z.trim(), z.maxLength(300), z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/)),
  user: z.string().check(z.trim(), z.regex(/^[^:\s]{1,100}$/)),
  /** The Stasis application: one for each provider, for an exchange brings its events to one listener alone. */
  app: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  /** How a number is dialled: `PJSIP/{number}@trunk`. */
  trunk: dialled(dialPlaces.number),
  /** Where the phone of a colleague is: `PJSIP/{agent}`. */
  agentPhone: dialled(dialPlaces.agent),
  /** Whether the exchange finds out if a person or a voicemail picked up; it needs the dialplan `regie-amd`. */
  detectsAnswer: z.boolean(),
  ringSeconds: z.number().check(z.int(), z.gte(10), z.lte(120)),
  /** A call without a colleague in it ends after so long. */
  callSeconds: z.number().check(z.int(), z.gte(30), z.lte(900)),
  /** The key by which who listens asks for a colleague. */
  agentKey: z.string().check(z.regex(/^[0-9*#]$/)),
  /** Where the exchange fetches what it plays; empty: at the public address of the installation. */
  soundsUrl: z.union([z.literal(''), z.string().check(z.trim(), z.maxLength(300), z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/))]),
  /** Where browsers reach the exchange as a telephone; empty: colleagues have phones of their own. Without TLS on this machine alone. */
  webPhoneUrl: z._default(
    z.union([
      z.literal(''),
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(300),
          z.regex(/^(wss:\/\/[A-Za-z0-9.-]+|ws:\/\/(127\.0\.0\.1|localhost))(:\d{1,5})?\/[\w./-]*$/, 'provider.webPhoneInvalid'),
        ),
    ]),
    '',
  ),
})
export type AsteriskSettings = z.infer<typeof AsteriskSettings>

/** What is usual for a new one. */
export const usualAsterisk: Omit<AsteriskSettings, 'kind'> = {
  url: '',
  user: 'regie',
  app: 'regie',
  trunk: 'PJSIP/{number}@trunk',
  agentPhone: 'PJSIP/{agent}',
  detectsAnswer: true,
  ringSeconds: 30,
  callSeconds: 300,
  agentKey: '1',
  soundsUrl: '',
  webPhoneUrl: '',
}
