import * as z from 'zod/mini'
import { LastAnswer } from './last-answer.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** Why somebody does not want to work on the case that was chosen for them. */
export const skipReasons = ['known', 'language', 'information', 'other'] as const
export const SkipReason = z.enum(skipReasons)
export type SkipReason = z.infer<typeof SkipReason>

/** Why a case is the one most worth calling now. */
export const NextCaseCause = z.enum(['callback', 'broken', 'worth'])
export type NextCaseCause = z.infer<typeof NextCaseCause>

/** A case that is held for one member of staff until a moment; nobody else gets it meanwhile. */
export const HeldCase = z.object({
  caseID: z.number(),
  cause: NextCaseCause,
  /** The moment of the call-back. */
  callbackAt: z.nullable(z.string()),
  until: z.string(),
})
export type HeldCase = z.infer<typeof HeldCase>

/** The same while it is open on the screen. */
const HeldNow = z.object({
  ...HeldCase.shape,
  /** It has not been called yet and may be: who asks for the next case gets this one again. */
  isToCall: z.boolean(),
})
export type HeldNow = z.infer<typeof HeldNow>

/** The case that is chosen next, as a card shows it before it is held. */
export const FirstCase = z.object({
  caseID: z.number(),
  caseNumber: z.string(),
  name: z.string(),
  cause: NextCaseCause,
  callbackAt: z.nullable(z.string()),
  currency: z.string(),
  outstandingCents: z.number(),
  attempts: z.number(),
  lastAnswer: z.nullable(LastAnswer),
  batchName: z.string(),
})
export type FirstCase = z.infer<typeof FirstCase>

/** What one took of promises, by currency. */
const TakenPromises = z.array(z.object({ currency: z.string(), count: z.number(), cents: z.number() }))

const NamedCase = { caseID: z.number(), caseNumber: z.string(), name: z.string() }

/** What one member of staff did today, and what waits for them. */
export const OwnDay = z.object({
  calls: z.number(),
  spoken: z.number(),
  promises: TakenPromises,
  /** The same of the whole day before, to hold it against. */
  yesterday: z.object({ calls: z.number(), spoken: z.number(), promises: TakenPromises }),
  /** Promises made to them that were broken, the largest first, of cases that are still open. */
  broken: z.array(
    z.object({
      caseID: z.number(),
      caseNumber: z.string(),
      name: z.string(),
      currency: z.string(),
      outstandingCents: z.number(),
      due: z.string(),
    }),
  ),
  /** Promises made to them of which a part is due within a week, the soonest first. */
  awaited: z.array(z.object({ ...NamedCase, currency: z.string(), amountCents: z.number(), due: z.iso.date() })),
  /** Open complaints and disputes about cases that they called or have a promise of, the newest first. */
  objections: z.array(z.object({ ...NamedCase, kind: z.enum(['complaint', 'dispute']), at: z.string() })),
  /** The cases that they called last today, the newest first. */
  called: z.array(z.object({ ...NamedCase, at: z.string(), isAnswered: z.boolean(), result: z.nullable(z.string()) })),
  held: z.nullable(
    z.object({ ...HeldCase.shape, caseNumber: z.string(), name: z.string(), currency: z.string(), outstandingCents: z.number() }),
  ),
})
export type OwnDay = z.infer<typeof OwnDay>

const CaseId = z.object({ caseID: Id })
const Held = z.object({ held: z.nullable(HeldNow) })

/** "Volgende dossier": the case most worth calling now, held for who asked. */
export const nextCaseApi = {
  day: endpoint({
    method: 'GET',
    path: '/next-case',
    access: { right: Right.changeCases, also: [Right.viewCases] },
    summary: 'The own day: calls, promises taken, broken promises, and the case that is held',
    query: z.object({ customerID: Id }),
    response: OwnDay,
  }),
  take: endpoint({
    method: 'POST',
    path: '/next-case',
    access: { right: Right.changeCases, also: [Right.viewCases] },
    summary:
      'The case most worth calling now: a due call-back, then a broken promise, then amount times chance; only who may be called at this moment, who is worked on by nobody else, was not called today and not skipped. It is held for the caller. Without one: when the next may be called',
    body: z.object({ customerID: BodyId, scriptID: z.optional(BodyId) }),
    response: z.object({ next: z.nullable(HeldCase), nextAt: z.nullable(z.string()) }),
  }),
  first: endpoint({
    method: 'GET',
    path: '/next-case/first',
    access: { right: Right.changeCases, also: [Right.viewCases] },
    summary: 'The case that would be given now, without holding it; a colleague may be faster. Without one: when the next may be called',
    query: z.object({ customerID: Id, scriptID: z.optional(Id) }),
    response: z.object({
      first: z.nullable(FirstCase),
      /** Who comes after them, as it stands now: a few who may be called at this moment too. */
      after: z.array(FirstCase),
      nextAt: z.nullable(z.string()),
    }),
  }),
  held: endpoint({
    method: 'GET',
    path: '/cases/:caseID/hold',
    access: { right: Right.changeCases },
    summary: 'Is this case held for the caller',
    params: CaseId,
    response: Held,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/cases/:caseID/hold',
    access: { right: Right.changeCases },
    renews: true,
    summary: 'Hold the case for longer, while it is open on the screen; null: it is held no more',
    params: CaseId,
    response: z.object({ until: z.nullable(z.string()) }),
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/cases/:caseID/hold',
    access: { right: Right.changeCases },
    summary: 'Let go of the case; a colleague may get it',
    params: CaseId,
    response: Held,
  }),
  skip: endpoint({
    method: 'POST',
    path: '/cases/:caseID/skip',
    access: { right: Right.changeCases },
    summary: 'Let go of the case with a reason; it does not come back to the caller today',
    params: CaseId,
    body: z.object({ reason: SkipReason }),
    response: Held,
  }),
}
