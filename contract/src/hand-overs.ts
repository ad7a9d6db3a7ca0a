import * as z from 'zod/mini'
import { BulkJob, CaseSelection } from './bulk.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId, Id, pageOf, pageQuery } from './paging.ts'
import type { ResultCode } from './result-codes.ts'
import { Right } from './right-codes.ts'

/** Where cases go: a bailiff, or back to the client they came from. */
export const handOverKinds = ['bailiff', 'client'] as const
export type HandOverKind = (typeof handOverKinds)[number]

/** The result that a case is closed with when it is handed over. */
export const handOverResult = { bailiff: 'DRW', client: 'RET' } as const satisfies Record<HandOverKind, ResultCode>

/** So many cases go at once: each has its evidence in one file, which a job makes within its budget and a customer has room for. */
export const handOverCasesMax = 1_000
/** So many are taken back at once. */
export const takeBackMax = 100
/** Of the cases that are refused so many are named before one begins; all of them afterwards. */
export const refusedShownMax = 100

/** What becomes of a case of a hand-over. `undone` within the time to undo, so before its file went anywhere; `takenBack` later, with a reason. */
export const handOverCaseStates = ['handedOver', 'refused', 'undone', 'takenBack'] as const

const Count = z.object({ reason: z.string(), count: z.number() })
const Amount = z.object({ currency: z.string(), cents: z.number() })
const Recipient = z.object({ kind: z.enum(handOverKinds), name: z.string(), email: z.string() })
export type Recipient = z.infer<typeof Recipient>

const HandOver = z.object({
  handOverID: z.number(),
  ...{ kind: z.enum(handOverKinds), name: z.string(), email: z.string(), reference: z.string(), note: z.string() },
  /** The day that it counts from: interest is worked out up to it. */
  on: z.string(),
  at: z.string(),
  by: z.string(),
  /** A job still hands cases over. */
  isAtWork: z.boolean(),
  counts: z.object({ handedOver: z.number(), refused: z.number(), undone: z.number(), takenBack: z.number() }),
  /** What is open now of the cases that are handed over. */
  open: z.array(Amount),
  /** Null: it was taken away, or never made. */
  file: z.nullable(
    z.object({
      ...{ fileID: z.number(), name: z.string(), bytes: z.number(), expiresAt: z.nullable(z.string()) },
      state: z.enum(['making', 'waiting', 'kept', 'failed']),
      fault: z.nullable(z.string()),
      mayFetch: z.boolean(),
    }),
  ),
})
export type HandOver = z.infer<typeof HandOver>

/** What a bailiff needs of a case and may not be there; `letter`: the one that the law prescribes before costs are owed. */
const handOverLacks = ['name', 'address', 'invoice', 'letter'] as const
export type HandOverLack = (typeof handOverLacks)[number]

const HandOverCase = z.object({
  caseID: z.number(),
  caseNumber: z.string(),
  name: z.string(),
  /** The day on which the letter that the law prescribes went; null: none did. */
  letterOn: z.nullable(z.string()),
  state: z.enum(handOverCaseStates),
  /** A code of an error: why it was left alone. */
  reason: z.nullable(z.string()),
  currency: z.string(),
  /** What was open when it was handed over, and what is open now. */
  openThenCents: z.nullable(z.number()),
  openCents: z.nullable(z.number()),
})
export type HandOverCase = z.infer<typeof HandOverCase>

const HandOverId = z.object({ handOverID: Id })
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const day = z.iso.date()

// Whoever hands over makes the file as well: with what is in it they must be allowed to take a case along in full.
const handingOver = { right: Right.closeCases, also: [Right.viewCases, Right.viewPersonalData, Right.exportReports] } as const

export const handOverApi = {
  question: endpoint({
    method: 'POST',
    path: '/hand-overs/question',
    access: handingOver,
    asksOnly: true,
    budget: 'analysis',
    summary: 'Which cases of a selection can be handed over now, and why the others cannot',
    body: z.object({ customerID: BodyId, filter: CaseSelection }),
    response: z.object({
      ...{ total: z.number(), allowed: z.number(), open: z.array(Amount), refused: z.array(Count) },
      /** The first of those that are refused. */
      cases: z.array(z.object({ caseID: z.number(), caseNumber: z.string(), reason: z.string() })),
      /** Of those that can go: how many lack something that a bailiff needs, and the first of them with what it is. */
      incomplete: z.object({
        count: z.number(),
        cases: z.array(z.object({ caseID: z.number(), caseNumber: z.string(), name: z.string(), lacks: z.array(z.enum(handOverLacks)) })),
      }),
    }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/hand-overs',
    access: handingOver,
    budget: 'analysis',
    summary: 'Hand cases over to a bailiff or back to the client, as a job: each is closed, and one file has them all with their evidence',
    body: z.object({
      ...{ customerID: BodyId, filter: CaseSelection, kind: z.enum(handOverKinds), on: day, locale: Locale },
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      email: z._default(z.union([z.literal(''), z.email().check(z.maxLength(254))]), ''),
      ...{ reference: z._default(line(60), ''), note: z._default(line(500), '') },
      /** Whoever asks has seen what is missing, and lets it go to a bailiff all the same. */
      incompleteToo: z._default(z.boolean(), false),
    }),
    response: z.object({ handOverID: z.number(), bulk: BulkJob }),
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/hand-overs/recipients',
    access: handingOver,
    summary: 'Who got cases of a customer before, the last one first',
    query: z.object({ customerID: Id }),
    response: z.array(Recipient),
  }),
  list: endpoint({
    method: 'GET',
    path: '/hand-overs',
    access: { right: Right.viewCases },
    summary: 'The hand-overs of a customer, newest first',
    query: z.object({ customerID: Id, ...pageQuery }),
    response: pageOf(HandOver),
  }),
  get: endpoint({
    method: 'GET',
    path: '/hand-overs/:handOverID',
    access: { right: Right.viewCases },
    summary: 'One hand-over, and of which customer it is',
    params: HandOverId,
    response: z.extend(HandOver, { customerID: z.number() }),
  }),
  cases: endpoint({
    method: 'GET',
    path: '/hand-overs/:handOverID/cases',
    access: { right: Right.viewCases },
    summary: 'The cases of a hand-over with their names and the day of their prescribed letter, also those that were left alone and why',
    params: HandOverId,
    query: z.object(pageQuery),
    response: pageOf(HandOverCase),
  }),
  makeFile: endpoint({
    method: 'POST',
    path: '/hand-overs/:handOverID/file',
    access: handingOver,
    budget: 'export',
    summary: 'Have the file of a hand-over made anew, of the cases that are handed over now',
    params: HandOverId,
    response: z.object({ fileID: z.number() }),
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/hand-overs/:handOverID/take-back',
    access: { right: Right.closeCases, also: [Right.viewCases] },
    summary: 'Take handed-over cases back: they are open again, with the reason in their timeline',
    params: HandOverId,
    body: z.object({
      caseIDs: z.array(BodyId).check(z.minLength(1), z.maxLength(takeBackMax)),
      reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)),
    }),
    response: z.object({ takenBack: z.number(), leftAlone: z.array(Count) }),
  }),
}
