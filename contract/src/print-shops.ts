import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { deliveryKinds, deliveryLengths, deliverySignIns } from './file-deliveries.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** Why the print shop could not be handed a letter; the same words as those of folders that are fetched from (`deliveries.faults`). */
export const printFaults = [
  ...(['off', 'folderMissing', 'outside', 'notAllowed', 'refused', 'unreachable', 'timeout'] as const),
  ...(['hostKeyNew', 'hostKeyChanged', 'signIn', 'broken'] as const),
] as const
/** The highest price of a letter, in cents. */
export const letterCentsMax = 100_000

export const PrintFault = z.enum(printFaults)
export type PrintFault = z.infer<typeof PrintFault>

/** Where the letters of a customer are put to be printed. Switched off nothing leaves: what is handed over then is simulated. */
export const PrintShop = z.object({
  customerID: z.number(),
  isOn: z.boolean(),
  kind: z.enum(deliveryKinds),
  host: z.string(),
  port: z.number(),
  username: z.string(),
  signIn: z.enum(deliverySignIns),
  /** The password or key is kept; nobody reads it again. */
  hasSecret: z.boolean(),
  /** The fingerprint of the other machine that somebody called the right one. */
  hostKey: z.nullable(z.string()),
  folder: z.string(),
  /** The folder of the customer below that of the installation; null: this installation has none. */
  ownFolder: z.nullable(z.string()),
  /** What a letter costs there, in cents of a euro; null: nobody knows. */
  letterCents: z.nullable(z.number()),
  fault: z.nullable(PrintFault),
  failingSince: z.nullable(z.string()),
  /** Letters that wait to be handed over, and when the last one was. */
  waiting: z.number(),
  handedAt: z.nullable(z.string()),
  version: z.number(),
})
export type PrintShop = z.infer<typeof PrintShop>

/** What a test found: the folder takes files, or why not. */
const PrintTest = z.object({ fault: z.nullable(PrintFault), hostKey: z.nullable(z.string()) })
export type PrintTest = z.infer<typeof PrintTest>

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const CustomerId = z.object({ customerID: Id })
const access = { right: Right.changeWebhooks }

export const printShopApi = {
  get: endpoint({
    method: 'GET',
    path: '/customers/:customerID/print-shop',
    access,
    summary: 'Where the letters of a customer are put to be printed, and what waits for it',
    params: CustomerId,
    response: PrintShop,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/print-shop',
    access,
    summary: 'Change where letters are put; another machine has its key asked for again',
    savedAs: [{ entity: 'printShop', param: 'customerID' }],
    params: CustomerId,
    body: z.object({
      isOn: z.boolean(),
      kind: z.enum(deliveryKinds),
      host: text(deliveryLengths.host),
      port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
      username: text(deliveryLengths.username),
      signIn: z.enum(deliverySignIns),
      /** Left out: what is kept stays. */
      secret: z.optional(z.string().check(z.minLength(1), z.maxLength(deliveryLengths.secret))),
      folder: text(deliveryLengths.folder),
      /** Holds for what is handed over from now on. */
      letterCents: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(letterCentsMax))),
      /** 0: nobody set one yet. */
      version: z.number().check(z.int(), z.gte(0)),
    }),
    response: PrintShop,
  }),
  test: endpoint({
    method: 'POST',
    path: '/customers/:customerID/print-shop/test',
    access,
    summary:
      'Put an empty file into the folder and take it away again; with a fingerprint the key of the other machine is trusted from now on',
    params: CustomerId,
    body: z.object({ trustedKey: z.optional(z.string().check(z.regex(/^SHA256:[A-Za-z0-9+/]{43}$/))) }),
    response: PrintTest,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/customers/:customerID/print-shop/retry',
    access,
    summary: 'Hand over what waits now, without waiting for the next try',
    params: CustomerId,
    response: PrintShop,
  }),
}
