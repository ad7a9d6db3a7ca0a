import * as z from 'zod/mini'

// Digits, or 1 to 11 letters, digits and spaces of which one is a letter: such a sender cannot be answered.
const sender = z.string().check(z.trim(), z.regex(/^(|\+?\d{3,15}|(?=.*[a-z])[a-z0-9 ]{1,11})$/i, 'provider.smsSenderInvalid'))

/** How an exchange writes the number of a message: in its answer, and later in its receipt. */
export const smppIdFormats = ['any', 'same', 'hexThenDecimal', 'decimalThenHex'] as const

/** An SMS exchange by SMPP 3.4. */
export const SmppSettings = z.object({
  kind: z.literal('smpp'),
  host: z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[a-z0-9.:-]+$/i)),
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  encryption: z.enum(['tls', 'none']),
  /** The system id. */
  user: z.string().check(z.trim(), z.minLength(1), z.maxLength(15)),
  systemType: z.string().check(z.trim(), z.maxLength(12)),
  /** One connection for both ways, or one for each. */
  bindMode: z.enum(['transceiver', 'pair']),
  /** The sender of the messages; empty: the name of the customer. */
  sender,
  idFormat: z.enum(smppIdFormats),
  /** A long message leaves in parts with a heading, or whole. */
  longMethod: z.enum(['udh', 'payload']),
  /** How many messages may wait for their answer at once. */
  window: z.number().check(z.int(), z.gte(1), z.lte(100)),
  /** How many may leave in a second; null: as many as it takes. */
  perSecond: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(1_000))),
})
export type SmppSettings = z.infer<typeof SmppSettings>

/** Where each provider is asked by HTTP, and whether it has an account beside its key. */
export const httpSmsProviders = {
  cm: { url: 'https://gw.messaging.cm.com', hasAccount: false },
  messagebird: { url: 'https://rest.messagebird.com', hasAccount: false },
  twilio: { url: 'https://api.twilio.com', hasAccount: true },
} as const
export type HttpSmsKind = keyof typeof httpSmsProviders
export const httpSmsKinds = Object.keys(httpSmsProviders) as HttpSmsKind[]

const httpFields = {
  url: z.url().check(z.maxLength(300)),
  /** Of Twilio: the account's SID. */
  user: z.string().check(z.trim(), z.maxLength(64), z.regex(/^[a-z0-9]*$/i)),
  sender,
}

// Providers that take a message by a request of HTTP; their key is the secret.
export const CmSettings = z.object({ kind: z.literal('cm'), ...httpFields })
export const MessagebirdSettings = z.object({ kind: z.literal('messagebird'), ...httpFields })
export const TwilioSettings = z.object({ kind: z.literal('twilio'), ...httpFields })
export type HttpSmsSettings = z.infer<typeof CmSettings> | z.infer<typeof MessagebirdSettings> | z.infer<typeof TwilioSettings>
