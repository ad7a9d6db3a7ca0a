import * as z from 'zod/mini'
import { Retention } from './case-actions.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId, Id, pageOf, pageQuery } from './paging.ts'
import { Right } from './right-codes.ts'

/** Why an address is listed by itself: mail to it comes back, its owner calls our mail spam, or they left by the link in it. */
export const addressCauses = ['bounce', 'complaint', 'unsubscribed'] as const
export type AddressCause = (typeof addressCauses)[number]

/** Why staff list an address by hand. */
export const listingReasons = ['request', 'otherPerson', 'deceased', 'representative', 'unusable', 'other'] as const
const ListingReason = z.enum(listingReasons)

/** Which contacts an entry stops: of the whole installation, of one customer, or of one script. The widest that stands decides. */
export const listingScopes = ['system', 'customer', 'script'] as const
export type ListingScope = (typeof listingScopes)[number]

/** An address that nobody is contacted by, why, and until when (null: for ever). */
export const BlacklistEntry = z.object({
  blacklistID: z.number(),
  kind: z.enum(['phone', 'email']),
  value: z.string(),
  /** A result code, as a closing or result left it, or one of addressCauses or listingReasons. */
  reason: z.string(),
  retention: Retention,
  addedAt: z.string(),
  /** Empty: nobody's hand. */
  addedBy: z.string(),
  expiresAt: z.nullable(z.string()),
  /** The case that put it there. */
  fromCase: z.nullable(z.object({ caseID: z.number(), caseNumber: z.string() })),
  scope: z.enum(listingScopes),
  /** With the scope of a script. */
  script: z.nullable(z.object({ scriptID: z.number(), name: z.string() })),
})
export type BlacklistEntry = z.infer<typeof BlacklistEntry>

/** An entry in the list of all: with what was written beside it, and how it ended. */
export const BlacklistRow = z.object({
  ...BlacklistEntry.shape,
  /** Of who is known to WhatsApp by an id alone: to which number of ours they wrote and since when; null: a number or an address. */
  whatsapp: z.nullable(z.object({ providers: z.array(z.string()), since: z.nullable(z.string()) })),
  /** Empty for who may not see personal data. */
  note: z.string(),
  removed: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
})
export type BlacklistRow = z.infer<typeof BlacklistRow>

const filters = {
  customerID: Id,
  /** A number or address; a part is enough for who sees personal data, others write it in full. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(320))),
  kind: z.optional(z.enum(['phone', 'email'])),
  reason: z.optional(z.string().check(z.maxLength(40))),
  /** `unsubscribed`: who left by a link, by a word such as STOP, or by saying so; `ended`: what stands no longer. */
  show: z._default(z.enum(['standing', 'unsubscribed', 'ended']), 'standing'),
}

const Listing = {
  customerID: BodyId,
  reason: ListingReason,
  retention: Retention,
  scope: z.enum(listingScopes),
  scriptID: z.nullable(BodyId),
}

/** A row of a file that was not listed: which, and why. */
const RefusedRow = z.object({
  row: z.number(),
  value: z.string(),
  why: z.enum(['missing', 'invalid', 'duplicate', 'scientific', 'reason', 'retention']),
})
export type RefusedRow = z.infer<typeof RefusedRow>
/** What a file came to, or would: `columns` are the headings that nobody reads, `sample` the first that are listed. */
const ImportOutcome = z.object({
  added: z.number(),
  refused: z.number(),
  rows: z.array(RefusedRow),
  columns: z.array(z.string()),
  sample: z.array(
    z.object({
      row: z.number(),
      kind: z.enum(['phone', 'email']),
      value: z.string(),
      reason: z.string(),
      retention: Retention,
      note: z.string(),
    }),
  ),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>
/** How long a remark beside an entry may be; of a file it is cut there. */
export const noteCharsMax = 200
export const blacklistFile = { bytesMax: 2 * 1024 * 1024, rowsMax: 10_000, refusedShown: 500 }

const CaseId = z.object({ caseID: Id })
const RemovalReason = z.string().check(z.trim(), z.minLength(1, 'blacklist.reasonMissing'), z.maxLength(500))

export const blacklistApi = {
  ofCase: endpoint({
    method: 'GET',
    path: '/cases/:caseID/blacklist',
    access: { right: Right.viewCases },
    summary: 'What of the numbers and address of a case stands on the blacklist, why, and until when',
    audited: true,
    params: CaseId,
    response: z.array(BlacklistEntry),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/cases/:caseID/blacklist/:blacklistID/remove',
    access: { right: Right.removeFromBlacklist, also: [Right.viewCases] },
    summary: 'Take an entry for an address of this case off the blacklist, with a reason that is kept',
    params: z.object({ caseID: Id, blacklistID: Id }),
    body: z.object({ reason: RemovalReason }),
    response: z.array(BlacklistEntry),
  }),
  list: endpoint({
    method: 'GET',
    path: '/blacklist',
    access: { right: Right.viewBlacklist },
    summary: 'The blacklist of a customer, the newest first: what stands, who unsubscribed, or what ended',
    audited: true,
    query: z.object({ ...filters, ...pageQuery }),
    response: pageOf(BlacklistRow),
  }),
  add: endpoint({
    method: 'POST',
    path: '/blacklist',
    access: { right: Right.addToBlacklist, also: [Right.viewBlacklist] },
    summary: 'Put a number or address on the blacklist; one that stands there in this scope is refused. The whole installation asks 831',
    body: z.object({
      ...Listing,
      value: z.string().check(z.trim(), z.minLength(1, 'blacklist.valueMissing'), z.maxLength(320)),
      note: z.string().check(z.trim(), z.maxLength(noteCharsMax)),
    }),
    response: BlacklistRow,
  }),
  import: endpoint({
    method: 'POST',
    path: '/blacklist/import',
    access: { right: Right.addToBlacklist, also: [Right.viewBlacklist] },
    summary: 'Put the numbers and addresses of a CSV file on the blacklist; rows that can not be are named',
    upload: true,
    budget: 'analysis',
    body: z.object({ customerID: Id, reason: ListingReason, retention: Retention }),
    response: ImportOutcome,
  }),
  checkImport: endpoint({
    method: 'POST',
    path: '/blacklist/import/check',
    access: { right: Right.addToBlacklist, also: [Right.viewBlacklist] },
    summary:
      'What the same file would come to: how many are listed, which rows are refused and why, which columns nobody reads; nothing is listed',
    upload: true,
    budget: 'analysis',
    body: z.object({ customerID: Id, reason: ListingReason, retention: Retention }),
    response: ImportOutcome,
  }),
  download: endpoint({
    method: 'GET',
    path: '/blacklist/download',
    access: { right: Right.viewBlacklist },
    summary: 'The same list as a CSV file; an empty one is refused',
    audited: true,
    budget: 'export',
    file: 'text/csv; charset=utf-8',
    query: z.object({ ...filters, locale: z.optional(Locale) }),
  }),
  takeOff: endpoint({
    method: 'POST',
    path: '/blacklist/:blacklistID/remove',
    access: { right: Right.removeFromBlacklist, also: [Right.viewBlacklist] },
    summary: 'Take an entry off the blacklist, with a reason that is kept. One of the whole installation asks 831',
    params: z.object({ blacklistID: Id }),
    body: z.object({ reason: RemovalReason }),
    response: BlacklistRow,
  }),
}
