import * as z from 'zod/mini'
import { CaseRow } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, pageOf, pageQuery, Version } from './paging.ts'
import { HeldCounts, HoldReason } from './retention.ts'
import { Right } from './right-codes.ts'

/** What a person asks: to see what is kept of them (article 15 AVG), or to have it taken away (article 17). */
const privacyKinds = ['access', 'erasure'] as const
const privacyStates = ['open', 'working', 'done', 'refused'] as const
/** How it was made sure that who asks is this person. */
export const identityManners = ['document', 'knownDetails', 'knownAddress', 'representative'] as const

/** Article 12 AVG: within a month, which may be two months longer, once, with its reason. */
export const privacyMonths = { first: 1, extension: 2 } as const
/** So many days before the end it is said that a request waits. */
export const privacyWarningDays = 7
export const privacyCasesMax = 100

/** What is kept of a person, in parts that a person understands; names: `privacy.parts.<part>`. */
export const privacyParts = [
  'cases',
  'messages',
  'received',
  'calls',
  'notes',
  'arrangements',
  'payments',
  'bankLines',
  'timeline',
  'files',
  'blacklist',
  'lookups',
  'audit',
] as const
export const PrivacyPart = z.enum(privacyParts)
export type PrivacyPart = z.infer<typeof PrivacyPart>

/** What an erasure did, or would do: cases that become those of nobody, others that lose their texts only, and those that stay, by reason. */
export const ErasureCounts = z.object({ anonymous: z.number(), emptied: z.number(), held: HeldCounts })
export type ErasureCounts = z.infer<typeof ErasureCounts>

/** A request in the register. It names no person. */
export const PrivacyRequest = z.object({
  requestID: z.number(),
  kind: z.enum(privacyKinds),
  state: z.enum(privacyStates),
  cases: z.number(),
  receivedOn: z.iso.date(),
  dueOn: z.iso.date(),
  extension: z.nullable(z.object({ on: z.iso.date(), reason: z.string() })),
  identifiedBy: z.enum(identityManners),
  registeredAt: z.iso.datetime(),
  registeredBy: z.string(),
  handledAt: z.nullable(z.iso.datetime()),
  handledBy: z.nullable(z.string()),
  refusalReason: z.nullable(z.string()),
  outcome: z.nullable(ErasureCounts),
  version: z.number(),
})
export type PrivacyRequest = z.infer<typeof PrivacyRequest>

/** The file of an access request: being made, there until its last day, or not made (a code of an error). */
const PrivacyFile = z.object({
  state: z.enum(['making', 'kept', 'failed', 'gone']),
  bytes: z.number(),
  expiresAt: z.nullable(z.iso.datetime()),
})

export const PrivacyDetail = z.object({
  request: PrivacyRequest,
  /** The cases that it is about, as the caller may see them, with what keeps each from being erased; null: nothing does. */
  subjects: z.array(z.object({ case: CaseRow, held: z.nullable(HoldReason), losesTexts: z.boolean() })),
  /** How many rows are kept, by part. */
  parts: z.array(z.object({ part: PrivacyPart, count: z.number() })),
  /** What an erasure would do now. */
  erasure: ErasureCounts,
  file: z.nullable(PrivacyFile),
})
export type PrivacyDetail = z.infer<typeof PrivacyDetail>

const handlers = { right: Right.privacyRequests, also: [Right.viewCases] }
const RequestId = z.object({ requestID: Id })
const Reason = z.string().check(z.trim(), z.minLength(1, 'privacy.reasonMissing'), z.maxLength(500))
const savedAs = [{ entity: 'privacyRequest', param: 'requestID' }] as const

export const privacyApi = {
  list: endpoint({
    method: 'GET',
    path: '/privacy-requests',
    access: handlers,
    summary: 'The register of privacy requests of a customer: those that wait first by their last day, or all, the newest first',
    query: z.object({ customerID: Id, open: z.optional(z.stringbool()), ...pageQuery }),
    response: pageOf(PrivacyRequest),
  }),
  add: endpoint({
    method: 'POST',
    path: '/privacy-requests',
    access: handlers,
    summary: 'Register a request about the cases of one person; its last day is a month after it came in',
    body: z.object({
      customerID: BodyId,
      kind: z.enum(privacyKinds),
      receivedOn: z.iso.date(),
      identifiedBy: z.enum(identityManners),
      caseIDs: z.array(BodyId).check(z.minLength(1, 'privacy.casesMissing'), z.maxLength(privacyCasesMax)),
    }),
    response: PrivacyRequest,
  }),
  get: endpoint({
    method: 'GET',
    path: '/privacy-requests/:requestID',
    access: handlers,
    audited: true,
    summary: 'A request with the cases that it is about, what is kept of the person by part, and what an erasure would do',
    params: RequestId,
    response: PrivacyDetail,
  }),
  extend: endpoint({
    method: 'POST',
    path: '/privacy-requests/:requestID/extend',
    access: handlers,
    summary: 'Give a request two months more, once, with the reason that the person was told',
    params: RequestId,
    body: z.object({ reason: Reason, version: Version }),
    savedAs,
    response: PrivacyRequest,
  }),
  makeFile: endpoint({
    method: 'POST',
    path: '/privacy-requests/:requestID/file',
    access: { ...handlers, also: [Right.viewCases, Right.viewPersonalData] },
    summary: 'Have everything that is kept of the person written into one file, by a job',
    params: RequestId,
  }),
  download: endpoint({
    method: 'GET',
    path: '/privacy-requests/:requestID/file',
    access: { ...handlers, also: [Right.viewCases, Right.viewPersonalData] },
    budget: 'export',
    audited: true,
    summary: 'Take that file along: a page to read and the same as JSON',
    params: RequestId,
    file: 'application/zip',
  }),
  erase: endpoint({
    method: 'POST',
    path: '/privacy-requests/:requestID/erase',
    access: { ...handlers, also: [Right.viewCases, Right.viewPersonalData] },
    summary: 'Take away what may go, by a job; refused when the numbers are not those that were confirmed',
    params: RequestId,
    body: z.object({ anonymous: z.number().check(z.int(), z.gte(0)), emptied: z.number().check(z.int(), z.gte(0)), version: Version }),
    savedAs,
    response: PrivacyRequest,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/privacy-requests/:requestID/finish',
    access: handlers,
    summary: 'Say that a request was answered',
    params: RequestId,
    body: z.object({ version: Version }),
    savedAs,
    response: PrivacyRequest,
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/privacy-requests/:requestID/refuse',
    access: handlers,
    summary: 'Refuse a request with its reason',
    params: RequestId,
    body: z.object({ reason: Reason, version: Version }),
    savedAs,
    response: PrivacyRequest,
  }),
}
