import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** How a paired number stands. `qr`: a code waits to be scanned. `paired`: it was scanned and connects. `disconnected`: it connects again by itself. */
const whatsappWebStates = ['unpaired', 'connecting', 'qr', 'paired', 'open', 'disconnected'] as const

/**
 * Why it is not connected. `codesOver`: nobody scanned a code. `loggedOut`: the phone ended it. `replaced`: somebody uses the same pairing elsewhere.
 * `forbidden`: WhatsApp does not allow this number. `outdated`: the phone has no linked devices. `ended`: our program that keeps the connection ended.
 */
const whatsappWebReasons = ['codesOver', 'loggedOut', 'replaced', 'forbidden', 'outdated', 'badSession', 'unreachable', 'ended'] as const
export type WhatsappWebReason = (typeof whatsappWebReasons)[number]

/** Off: it is not switched on here. Not installed: the program that pairs is missing. */
const whatsappWebModes = ['off', 'notInstalled', 'simulation', 'on'] as const

/** `number` is null where it is off or not installed. */
export const WhatsappWebStatus = z.object({
  mode: z.enum(whatsappWebModes),
  number: z.nullable(
    z.object({
      /** Null: nobody has paired a number for this customer. */
      providerID: z.nullable(z.number()),
      state: z.enum(whatsappWebStates),
      reason: z.nullable(z.enum(whatsappWebReasons)),
      /** Since when it stands so. */
      since: z.nullable(z.string()),
      isSimulation: z.boolean(),
      /** The code to scan, as SVG, until when it can be, and which one of the row it is. */
      qr: z.nullable(z.object({ svg: z.string(), until: z.string(), no: z.number() })),
      phone: z.string(),
      name: z.string(),
      /** When it connects again by itself. */
      retryAt: z.nullable(z.string()),
      /** How many messages a minute leave by it. */
      perMinute: z.number(),
      /** Nothing leaves by it: it is switched off among the providers. */
      isOff: z.boolean(),
      /** No engine keeps it connected. */
      isUnattended: z.boolean(),
    }),
  ),
})
export type WhatsappWebStatus = z.infer<typeof WhatsappWebStatus>

const access = { right: Right.pairWhatsapp }
const ofCustomer = z.object({ customerID: BodyId })

export const whatsappWebApi = {
  status: endpoint({
    method: 'GET',
    path: '/whatsappweb/status',
    access,
    summary: 'How the number of a customer stands that is paired by a code, with the code while one waits to be scanned',
    query: z.object({ customerID: Id }),
    response: WhatsappWebStatus,
  }),
  pair: endpoint({
    method: 'POST',
    path: '/whatsappweb/pair',
    access,
    summary: 'Ask WhatsApp for codes to pair a number; after the last one that nobody scans it stops',
    body: ofCustomer,
    response: WhatsappWebStatus,
  }),
  scan: endpoint({
    method: 'POST',
    path: '/whatsappweb/scan',
    access,
    summary: 'Of a simulation: as if its code were scanned',
    body: ofCustomer,
    response: WhatsappWebStatus,
  }),
  unpair: endpoint({
    method: 'DELETE',
    path: '/whatsappweb',
    access,
    summary: 'Disconnect the paired number and forget its keys; what waits for it waits until a number is paired again',
    query: z.object({ customerID: Id }),
    response: WhatsappWebStatus,
  }),
}
