import * as z from 'zod/mini'
import { Agent } from './agents.ts'
import { Retention } from './case-actions.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** By what somebody in a call shows who they are; of these so many must be right. */
export const identityChecks = ['birthDate', 'postcode', 'caseNumber'] as const
export type IdentityCheck = (typeof identityChecks)[number]
export const checksNeeded = 2

/** How it is known who speaks: by what they named, by what the agent knows, or that it is somebody else. */
const identifiedHows = ['fields', 'self', 'other'] as const
export type IdentifiedHow = (typeof identifiedHows)[number]

/** Is the debt this person's to hear? */
export const mayHearDebt = (how: IdentifiedHow | null): boolean => how === 'fields' || how === 'self'

/** A note that is written while one speaks. */
export const deskNoteMax = 5_000
export const digitsMax = 20
/** So many results have a key. */
export const deskResultsMax = 9

/** A call at the desk of the agent who has it, or had it last. */
export const DeskCall = z.object({
  callID: z.number(),
  /** Null: nobody knows yet which case they call about. */
  caseID: z.nullable(z.number()),
  /** From which number whoever is unknown calls, masked for whoever may not see it; null: their case is known. */
  number: z.nullable(z.string()),
  /** Null: made by hand. */
  queue: z.nullable(z.string()),
  state: z.enum(['ringing', 'talking', 'ended']),
  askedAt: z.string(),
  /** Since when they talk; null: it rings, or nobody picked up. */
  beganAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  isMuted: z.boolean(),
  /** Since when the other one hears music; null: they do not. */
  heldAt: z.nullable(z.string()),
  /** Since when the agent's page is gone from the call, which waits for it (`returnSeconds`); null: it is not. */
  leftAt: z.nullable(z.string()),
  /** All holds of this call before this one. */
  holdSeconds: z.number(),
  simulated: z.boolean(),
  /** They called us. */
  isInbound: z.boolean(),
  /** Who should be at the other end. */
  name: z.string(),
  identified: z.nullable(z.object({ how: z.enum(identifiedHows), at: z.string() })),
  /** What of the case can be asked for. */
  checks: z.array(z.enum(identityChecks)),
  /** Null until it is known that the person may hear of it. */
  debt: z.nullable(
    z.object({ caseNumber: z.string(), batchName: z.string(), outstandingCents: z.nullable(z.number()), currency: z.string() }),
  ),
  /** The colleague who listens to it; null: nobody does. */
  listener: z.nullable(z.string()),
  note: z.string(),
  /** The agent gave a result since the call began. */
  hasResult: z.boolean(),
})
export type DeskCall = z.infer<typeof DeskCall>

/** A queue of the customer: those that the agent answers with who waits there. */
const DeskQueue = z.object({
  queueID: z.number(),
  name: z.string(),
  isMine: z.boolean(),
  waiting: z.number(),
  /** Since when who waits longest does. */
  longestSince: z.nullable(z.string()),
  /** Colleagues who could answer at once. */
  available: z.number(),
  /** The first few of them: since when each waits, their number masked. Empty for queues that are not the agent's. */
  callers: z.array(z.object({ callID: z.number(), since: z.string(), number: z.string(), isInbound: z.boolean() })),
})
export type DeskQueue = z.infer<typeof DeskQueue>

const CallId = z.object({ callID: Id })
// Whoever is in a team sees cases of the customer; only the own call answers.
const access = { right: Right.viewCases }

/** The desk of an agent: the call in hand is theirs alone, and stands on the server. */
export const deskApi = {
  find: endpoint({
    method: 'GET',
    path: '/desk',
    access,
    summary: 'The call that the caller has or had last and is not done with, the queues they answer, and the results with a key',
    query: z.object({ customerID: Id }),
    response: z.object({
      agent: z.nullable(Agent),
      call: z.nullable(DeskCall),
      queues: z.array(DeskQueue),
      /** Those that desks of this customer give most. */
      results: z.array(z.string()),
    }),
  }),
  mute: endpoint({
    method: 'PUT',
    path: '/calls/:callID/mute',
    access,
    summary: 'The agent is not heard, or is heard again',
    params: CallId,
    body: z.object({ isMuted: z.boolean() }),
    response: DeskCall,
  }),
  hold: endpoint({
    method: 'PUT',
    path: '/calls/:callID/hold',
    access,
    summary: 'The other one hears music, or is spoken to again; the seconds are kept',
    params: CallId,
    body: z.object({ isHeld: z.boolean() }),
    response: DeskCall,
  }),
  press: endpoint({
    method: 'PUT',
    path: '/calls/:callID/keys',
    access,
    summary: 'Send keys to the other end',
    params: CallId,
    body: z.object({ digits: z.string().check(z.regex(/^[0-9*#]+$/), z.maxLength(digitsMax)) }),
    response: DeskCall,
  }),
  transfer: endpoint({
    method: 'PUT',
    path: '/calls/:callID/transfer',
    access,
    summary: 'Pass the call on to a queue that somebody answers; the caller goes on with the work after it',
    params: CallId,
    body: z.object({ queueID: BodyId }),
    response: DeskCall,
  }),
  hangUp: endpoint({
    method: 'PUT',
    path: '/calls/:callID/hangup',
    access,
    summary: 'End the call, or stop a call by hand that is not answered yet',
    params: CallId,
    response: DeskCall,
  }),
  tie: endpoint({
    method: 'PUT',
    path: '/calls/:callID/case',
    access,
    summary: 'Say which case an unknown caller calls about; it must be established who they are as in any call',
    params: CallId,
    body: z.object({ caseID: BodyId }),
    response: DeskCall,
  }),
  identify: endpoint({
    method: 'PUT',
    path: '/calls/:callID/identify',
    access,
    summary:
      'Say who it is: two things that they named and the case knows, a reason of the agent, or somebody else. Until then the debt is not answered',
    params: CallId,
    body: z.union([
      z.object({
        how: z.literal('fields'),
        birthDate: z.optional(z.string().check(z.maxLength(40))),
        postcode: z.optional(z.string().check(z.maxLength(20))),
        caseNumber: z.optional(z.string().check(z.maxLength(60))),
      }),
      z.object({ how: z.literal('self'), reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)) }),
      z.object({ how: z.literal('other') }),
    ]),
    response: DeskCall,
  }),
  result: endpoint({
    method: 'PUT',
    path: '/calls/:callID/result',
    access: { right: Right.changeCases },
    summary:
      'Give a result that says nothing of the debt, with when to call back or for how long nobody contacts them; others are given to the case',
    params: CallId,
    body: z.object({
      resultCode: z.string().check(z.maxLength(10)),
      callbackAt: z.optional(z.iso.datetime()),
      callbackFor: z.optional(z.enum(['me', 'anyone'])),
      /** What the new moment does to a call-back that stands: it takes its place, or comes beside it. */
      becomes: z.optional(z.enum(['replace', 'both'])),
      retention: z.optional(Retention),
      note: z.optional(z.string().check(z.maxLength(4000))),
    }),
    response: DeskCall,
  }),
  note: endpoint({
    method: 'PUT',
    path: '/calls/:callID/note',
    access: { right: Right.changeCases },
    summary: 'Keep what the agent writes while they speak; it becomes a note of the case when they are done',
    params: CallId,
    body: z.object({ note: z.string().check(z.maxLength(deskNoteMax)) }),
    response: DeskCall,
  }),
  finish: endpoint({
    method: 'PUT',
    path: '/calls/:callID/finish',
    access,
    summary:
      'Be done with a call that is over: its note goes to the case, and the agent is available again where they were at work after it',
    params: CallId,
    response: DeskCall,
  }),
}
