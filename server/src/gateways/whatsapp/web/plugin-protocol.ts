import * as z from 'zod'

// What the program that pairs and we say to each other: one JSON object a line. It has its own copy (plugins/whatsapp-web/protocol.ts).

export type PluginOrder =
  | { do: 'start'; creds: string | null; url: string | null; firstQrMs: number | null }
  | { do: 'send'; ref: string; to: string; text: string }
  | { do: 'logout' }
  | { do: 'answer'; no: number; values: Record<string, string>; fault: boolean }

const ref = z.string().min(1).max(200)
const name = z.string().max(200)
// What no database keeps does not come in.
const text = z
  .string()
  .max(10_000)
  .transform((given) => given.toWellFormed().replaceAll('\0', ''))
const moment = z
  .number()
  .min(0)
  .max(8_640_000_000_000_000)
  .transform((at) => new Date(at))

/** What the program reports. It speaks with strangers, so each line is checked like any other input. */
export const PluginReport = z.discriminatedUnion('is', [
  z.object({ is: z.literal('connecting') }),
  z.object({ is: z.literal('qr'), qr: z.string().min(1).max(2_000), forMs: z.number().min(1).max(600_000) }),
  z.object({ is: z.literal('paired') }),
  z.object({ is: z.literal('open'), phone: z.string().max(40), name: text.pipe(name) }),
  z.object({ is: z.literal('closed'), code: z.number(), isPaired: z.boolean() }),
  z.object({ is: z.literal('get'), no: z.number(), kind: name, ids: z.array(z.string().max(500)).max(5_000) }),
  z.object({
    ...{ is: z.literal('keep'), no: z.number(), creds: z.string().max(500_000).nullable() },
    keys: z.array(z.object({ kind: name, id: z.string().max(500), value: z.string().max(500_000).nullable() })).max(5_000),
  }),
  z.object({ is: z.literal('sent'), ref, how: z.enum(['taken', 'refused', 'away', 'unclear']), code: z.string().max(100) }),
  z.object({ is: z.literal('receipt'), ref, state: z.enum(['delivered', 'read']), at: moment }),
  z.object({
    ...{
      is: z.literal('message'),
      ref,
      name: text.pipe(name),
      text,
      isOwnWords: z.boolean(),
      quotes: ref.nullable().catch(null),
      at: moment,
    },
    phone: z
      .string()
      .regex(/^\+\d{5,20}$/)
      .nullable()
      .catch(null),
    userId: z
      .string()
      .regex(/^\d{1,40}@lid$/)
      .nullable()
      .catch(null),
  }),
  z.object({ is: z.literal('alive'), megabytes: z.number() }),
])
export type PluginReport = z.infer<typeof PluginReport>

const OfStrangers = z.object({ is: z.enum(['message', 'receipt']) })

/** Is it what somebody out there made: a message, or word of one? Then what makes no sense of it is no fault of the program. */
export const isOfStrangers = (given: unknown): boolean => OfStrangers.safeParse(given).success
