import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** So many addresses a customer lets e-mails be forwarded to, beside its own staff. */
const forwardAddressesMax = 50
/** So much somebody writes along. */
export const forwardNoteMax = 1_000

// What one mail server gives to another: nothing in it begins a header or a second address.
const Address = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(200), z.regex(/^[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]{2,}$/))
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const printable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/

/** Where e-mails of a customer may be forwarded beside its own staff; empty: to nobody else. */
export const ForwardAddresses = z.object({ customerID: z.number(), addresses: z.array(z.string()), version: z.number() })
export type ForwardAddresses = z.infer<typeof ForwardAddresses>

/** Who the caller may forward to: colleagues who have an address, by name, and the addresses of the customer's list. */
export const ForwardRecipients = z.object({
  customerID: z.number(),
  colleagues: z.array(z.object({ userID: z.number(), name: z.string() })),
  addresses: z.array(z.string()),
})
export type ForwardRecipients = z.infer<typeof ForwardRecipients>

/** What of a received e-mail goes to somebody: as both the sender and they may see it. */
export const ForwardPreview = z.object({
  /** Who wrote it; empty where that is masked. */
  from: z.string(),
  at: z.string(),
  subject: z.string(),
  text: z.string(),
  quoted: z.string(),
  /** Whose rights mask it: then its files stay behind, for no mask knows what stands in a file. Null: all of it goes. */
  maskedBy: z.nullable(z.enum(['caller', 'receiver'])),
  files: z.array(z.object({ no: z.number(), fileName: z.string(), bytes: z.number(), why: z.nullable(z.enum(['masked', 'notKept'])) })),
})
export type ForwardPreview = z.infer<typeof ForwardPreview>

const CustomerId = z.object({ customerID: Id })
const access = { right: Right.forwardMail, also: [Right.inbox] } as const

/** Forwarding a received e-mail. It goes to staff or to who works for the customer, never to the person of the case. */
export const forwardApi = {
  addresses: endpoint({
    method: 'GET',
    path: '/customers/:customerID/forward-addresses',
    access: { right: Right.changeProviders },
    summary: 'The addresses to which e-mails of a customer may be forwarded beside its own staff',
    params: CustomerId,
    response: ForwardAddresses,
  }),
  changeAddresses: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/forward-addresses',
    access: { right: Right.changeProviders },
    summary: 'Change the addresses to which e-mails of a customer may be forwarded; an empty list: its own staff alone',
    savedAs: [{ entity: 'forwardList', param: 'customerID' }],
    params: CustomerId,
    body: z.object({
      addresses: z.array(Address).check(z.maxLength(forwardAddressesMax)),
      version: z.number().check(z.int(), z.gte(0)),
    }),
    response: ForwardAddresses,
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/messages/incoming/:incomingID/forward',
    access,
    summary: 'Who a received e-mail may be forwarded to',
    params: z.object({ incomingID: Id }),
    response: ForwardRecipients,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/messages/incoming/:incomingID/forward/preview',
    access,
    audited: true,
    summary: 'What of a received e-mail goes to a colleague or an address of the list; without either, what the caller sees of it',
    params: z.object({ incomingID: Id }),
    query: z.object({ userID: z.optional(Id), address: z.optional(Address) }),
    response: ForwardPreview,
  }),
  send: endpoint({
    method: 'POST',
    path: '/messages/incoming/:incomingID/forward',
    access,
    // A forward holds its files in memory until it is written down: one of a user at a time, and few of all.
    budget: 'analysis',
    summary:
      'Forward a received e-mail to a colleague or to an address of the list, with its files, as far as both may see it; once for its key',
    params: z.object({ incomingID: Id }),
    body: z
      .object({
        key: z.uuid(),
        userID: z.optional(BodyId),
        address: z.optional(Address),
        note: z._default(z.string().check(z.trim(), z.maxLength(forwardNoteMax), z.regex(printable)), ''),
      })
      .check(z.refine(({ userID, address }) => (userID === undefined) !== (address === undefined), { path: ['userID'] })),
  }),
}
